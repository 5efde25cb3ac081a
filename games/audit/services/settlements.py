"""Settlements: what each took up, who pays whom for it, what of it was paid; and what everybody stands at."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from uuid import UUID

from games.audit.services.comparison import compared
from games.core.night_entries import in_order
from games.models import Club, Entry, Night, Payment, Settlement, Share, Transfer
from games.money.services import parties
from games.money.services.parties import Nets, Party
from ledger.audit import Difference
from ledger.models import JournalTransaction, Posting

Kind = Entry.Kind


def verify_settlements(club: Club) -> Iterator[Difference]:
    # what each night repeats of a settlement of the club is told by the club's own entry
    log = Entry.objects.filter(club=club, kind__in=[Kind.SETTLEMENT, Kind.PAYMENT]).exclude(body__has_key="of_club")
    entered: dict[str, Entry] = {}
    payments: dict[str, dict[str, Entry]] = defaultdict(dict)
    for entry in in_order(log):
        if entry.kind == Kind.SETTLEMENT:
            entered[entry.body["settlement"]] = entry
        else:
            payments[entry.body["payment"]][entry.body["what"]] = entry
    replaced = {one: UUID(new) for new, entry in entered.items() for one in entry.body.get("replaces", ())}
    for settlement in Settlement.objects.filter(club=club).order_by("made_at", "pk"):
        transfers = list(settlement.transfers.order_by("number"))
        yield from _entered(settlement, transfers, entered.pop(str(settlement.pk), None))
        yield from compared("settlement", settlement, {"replaced_by_id": replaced.get(str(settlement.pk))})
        yield from _squared(settlement, transfers)
        for transfer in transfers:
            yield from _paid(club, transfer, payments)
    for lost in entered:
        yield Difference("settlement", UUID(lost), "as it was entered", "none")
    yield from _taken_up(club)
    yield from _stand(club)


def _entered(settlement: Settlement, transfers: list[Transfer], entry: Entry | None) -> Iterator[Difference]:
    """The transfers are those that were entered with it, of the nights that were entered."""
    if entry is None:
        yield Difference("settlement", settlement.pk, "one that was entered", "no entry of it")
        return
    body = entry.body
    row = {"currency": body["currency"], "night_id": entry.night_id, "by_id": entry.by_id, "made_at": entry.at}
    yield from compared("settlement", settlement, row)
    lines = [
        {"id": str(one.pk), "payer": str(one.payer), "receiver": str(one.receiver), "amount": one.amount}
        for one in transfers
    ]
    if lines != body["transfers"]:
        yield Difference("transfers of settlement", settlement.pk, str(body["transfers"]), str(lines))
    nights = sorted(map(str, set(settlement.shares.values_list("night", flat=True))))
    if nights != body["nights"]:
        yield Difference("nights of settlement", settlement.pk, str(body["nights"]), str(nights))


def _squared(settlement: Settlement, transfers: list[Transfer]) -> Iterator[Difference]:
    """What it took up sums to zero, and its transfers bring everybody to zero."""
    nets: Nets = defaultdict(int)
    for kind, id, amount in settlement.shares.values_list("kind", "party", "amount"):
        nets[Party(kind, str(id))] += amount
    if total := sum(nets.values()):
        yield Difference("sum of settlement", settlement.pk, "0", f"{total:+d}")
    for one in transfers:
        nets[Party(one.payer_kind, str(one.payer))] += one.amount
        nets[Party(one.receiver_kind, str(one.receiver))] -= one.amount
    for party, left in sorted(nets.items()):
        if left:
            yield Difference("settlement", settlement.pk, f"{party.kind} {party.id} at zero", f"{left:+d}")


def _paid(club: Club, transfer: Transfer, log: Mapping[str, Mapping[str, Entry]]) -> Iterator[Difference]:
    """Each payment was posted as it says and as it was entered; together they are no more than the transfer."""
    paid = 0
    for payment in transfer.payments.order_by("made_at", "pk"):
        posted = JournalTransaction.objects.filter(book=club.book, key=f"payment:{payment.pk}").first()
        lines = sorted(Posting.objects.filter(transaction=posted).values_list("amount", flat=True)) if posted else []
        if lines != [-payment.amount, payment.amount]:
            yield Difference("postings of payment", payment.pk, f"{payment.amount}", str(lines))
        is_reversed = JournalTransaction.objects.filter(reverses=posted).exists() if posted else False
        if is_reversed != (payment.reversed_at is not None):
            told = ("reversed" if one else "not reversed" for one in (is_reversed, payment.reversed_at))
            yield Difference("payment", payment.pk, *told)
        yield from _recorded(payment, log.get(str(payment.pk), {}))
        paid += 0 if payment.reversed_at else payment.amount
    if paid > transfer.amount:
        yield Difference("payments of transfer", transfer.pk, f"at most {transfer.amount}", str(paid))
    if transfer.settlement.replaced_by_id and transfer.payments.exists():
        yield Difference("payments of transfer", transfer.pk, "none: its settlement was replaced", "some")


def _recorded(payment: Payment, log: Mapping[str, Entry]) -> Iterator[Difference]:
    """By whom it was recorded, confirmed and reversed; who receives it and records it has confirmed it."""
    if (recorded := log.get("recorded")) is None:
        yield Difference("payment", payment.pk, "one that was recorded", "no entry of it")
        return
    body, confirmed, reversed_ = recorded.body, log.get("confirmed"), log.get("reversed")
    expected = {"amount": body["amount"], "way": body["way"], "transfer_id": UUID(body["transfer"])}
    expected |= {"by_id": recorded.by_id, "reversed_by_id": reversed_.by_id if reversed_ else None}
    if confirmed or payment.confirmed_by_id != recorded.by_id:
        expected["confirmed_by_id"] = confirmed.by_id if confirmed else None
    if reversed_ and reversed_.salt:
        expected["reason"] = reversed_.body["reason"]
    yield from compared("payment", payment, expected)
    if (payment.confirmed_at is None) != (payment.confirmed_by_id is None):
        yield Difference("confirmed at of payment", payment.pk, "with who confirmed it", str(payment.confirmed_at))


def _taken_up(club: Club) -> Iterator[Difference]:
    """What the settlements that stand took up of a night is what it had moved at some moment: all of it, and once."""
    shares = Share.objects.filter(settlement__club=club, settlement__replaced_by=None)
    taken: dict[UUID, Nets] = defaultdict(lambda: defaultdict(int))
    for night, party, amount in parties.taken_up(club, shares):
        taken[night][party] += amount
    for night in sorted(parties.unsettled(club, taken)):
        nets = {party: net for party, net in taken[night].items() if net}
        if not any(moved == nets for moved in parties.course(club, night)):
            said = ", ".join(f"{party.kind} {party.id} {net:+d}" for party, net in sorted(nets.items()))
            yield Difference("settled of night", night, "what it had moved at some moment, once", said or "nothing")


def _stand(club: Club) -> Iterator[Difference]:
    """Balance = unsettled + outstanding to a party - outstanding from it (docs/accounting.md)."""
    same = parties.survivors(club.pk)
    nights = dict(Night.objects.filter(club=club).values_list("pk", "currency"))
    expected: dict[str, Nets] = defaultdict(lambda: defaultdict(int))
    for night, nets in parties.unsettled(club, nights).items():
        for party, net in nets.items():
            expected[nights[night]][party] += net
    transfers = Transfer.objects.filter(settlement__club=club, settlement__replaced_by=None)
    for transfer in transfers.select_related("settlement"):
        left = transfer.amount - sum(transfer.payments.filter(reversed_at=None).values_list("amount", flat=True))
        payer, receiver = parties.sides(transfer, same)
        expected[transfer.settlement.currency][payer] -= left
        expected[transfer.settlement.currency][receiver] += left
    found = parties.balances(club)
    for currency in sorted({*expected, *found}):
        for party in sorted({*expected[currency], *found[currency]}):
            one, other = expected[currency].get(party, 0), found[currency].get(party, 0)
            if one != other:
                yield Difference(f"{currency} balance of {party.kind}", UUID(party.id), f"{one:+d}", f"{other:+d}")
