"""What is unsettled, what settlements say of who pays whom, and what of it is paid."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from games.core.actor import Actor
from games.core.permissions import May, member_for, the_night
from games.core.validators import decimals
from games.models import Club, Dispute, Night, PartyKind, Payment, Settlement, Transfer
from games.money.selectors.balances import Stand, stands_of
from games.money.selectors.party_names import described, in_order, party_names
from games.money.services import night_accounts, parties
from games.money.services.parties import Party
from games.settlement.selectors.outstanding import Claim, Totals, claims_among, outstanding_transfers, totals_of
from games.settlement.services.dispute_holds import held_back
from games.settlement.services.open_disputes import disputes_on
from games.settlement.services.settlements import Proposal, proposed, proposed_of, transfers_for
from ledger.settlement import Transfer as Due


def balances_view(actor: Actor, club_id: UUID) -> dict[str, Any]:
    """How everybody stands with the club, over all nights: `balances`, by currency the `parties` and `transfers`.

    A party has kind, id, name, its balance (positive: the club owes it), of which `account` is what the books have on
    its account, `chips` what lies before it and `set_aside` its other chips on the table; and what it has
    `to_pay` and `to_receive` by settlements. `transfers` are who pays whom of that, opposite amounts netted. Who has
    none of these is left out.
    """
    club = member_for(actor, May.SEE, club=club_id).club
    stands = stands_of(club)
    transfers = outstanding_transfers().filter(settlement__club=club)
    claims = [claim for claim in claims_among(transfers, parties.survivors(club.pk)) if claim.amount]
    for claim in claims:
        stands[claim.currency] = stands.get(claim.currency, {})
    return {"balances": [_balances(club, currency, stands[currency], claims) for currency in sorted(stands)]}


def _balances(club: Club, currency: str, stands: Mapping[Party, Stand], claims: Iterable[Claim]) -> dict[str, Any]:
    claims = [claim for claim in claims if claim.currency == currency]
    totals = {party: total for (_, _, party), total in totals_of(claims).items()}
    known = {party for party in {*stands, *totals} if any(stands.get(party, ())) or party in totals}
    names = party_names(club, known)
    return {
        "currency": currency,
        "decimals": decimals(currency),
        "parties": [
            {
                **described(party, names),
                **stands.get(party, Stand()).document(),
                **totals.get(party, Totals())._asdict(),
            }
            for party in in_order(known, names)
        ],
        "transfers": [
            {
                "payer": described(claim.payer, names),
                "receiver": described(claim.receiver, names),
                "amount": claim.amount,
            }
            for claim in claims
        ],
    }


def settlement_view(actor: Actor, night_id: UUID) -> dict[str, Any]:
    """Who pays whom: `parties` and `transfers`, the cash box being a party under the night's id, the club under its.

    A party has id, name, kind, `to_account` (what this night has moved on its account, positive: to it) and unsettled
    (what of it no settlement has taken up yet). A transfer has payer, receiver, amount and held (what of it would be
    held back); they are what a settlement would come to now, and `replaces` the ids of the settlements that it would
    replace. `disputes` have not ended. While `open` still has chips, pot, stakes or over_short, nothing is final and
    there are no transfers; `final` is whether the night is closed, `balanced` whether nothing is left on its table.
    """
    night = the_night(actor, night_id)
    stands = night_accounts.read(night)
    nets = parties.moved(night.club, [night.pk]).get(night.pk, {})
    left = parties.unsettled(night.club, [night.pk]).get(night.pk, {})
    names = party_names(night.club, {*nets, *left})
    proposal = proposed_of(night)
    return {
        "final": night.status == Night.Status.CLOSED,
        "balanced": stands.is_cleared,
        "disputes": [str(dispute.pk) for dispute in disputes_on([night.pk])],
        "open": stands.left,
        "parties": [
            {
                "id": party.id,
                "name": names[party],
                "kind": party.kind,
                "to_account": nets.get(party, 0),
                "unsettled": left.get(party, 0),
            }
            for party in in_order({*nets, *left}, names)
            if party.kind == PartyKind.PLAYER or nets.get(party) or party in left
        ],
        "transfers": [
            {"payer": one.payer.id, "receiver": one.payee.id, "amount": one.amount, "held": held}
            for one, held in _would_be(night.club, proposal, disputes_on(proposal.nights))
        ],
        "replaces": [str(one.pk) for one in proposal.replaces],
    }


def unsettled_view(actor: Actor, club_id: UUID) -> dict[str, Any]:
    """What a settlement of the club would come to now: `currencies`, each with nights, the ids of the settlements
    that it `replaces`, disputes (ids) that have not ended, parties and transfers.

    `not_balanced` are the closed nights that it leaves out because something is left on their tables: id, name,
    currency, decimals, and `open`, what is left.
    """
    club = member_for(actor, May.SEE, club=club_id).club
    closed = Night.objects.filter(club=club, status=Night.Status.CLOSED)
    currencies = sorted(set(closed.order_by().values_list("currency", flat=True).distinct()))
    found = [(currency, proposed(club, closed.filter(currency=currency))) for currency in currencies]
    left = {night: stands for _, proposal in found for night, stands in proposal.left.items()}
    return {
        "currencies": [_unsettled(club, currency, proposal) for currency, proposal in found if proposal.nights],
        "not_balanced": _not_balanced(left),
    }


def _not_balanced(left: Mapping[UUID, night_accounts.Standing]) -> list[dict[str, Any]]:
    """Nights and what is left on their tables, newest first."""
    nights = Night.objects.filter(pk__in=list(left)).order_by("-opened_at", "-id") if left else []
    return [
        {
            "id": str(night.pk),
            "name": night.name,
            "currency": night.currency,
            "decimals": decimals(night.currency),
            "open": left[night.pk].left,
        }
        for night in nights
    ]


def _unsettled(club: Club, currency: str, proposal: Proposal) -> dict[str, Any]:
    nets, disputes = parties.total(proposal.nights), disputes_on(proposal.nights)
    names = party_names(club, nets)
    return {
        "currency": currency,
        "decimals": decimals(currency),
        "nights": sorted(map(str, proposal.nights)),
        "replaces": [str(one.pk) for one in proposal.replaces],
        "disputes": [str(dispute.pk) for dispute in disputes],
        "parties": [{**described(party, names), "to_settle": nets[party]} for party in in_order(nets, names)],
        "transfers": due(club, proposal, disputes, names),
    }


def settlements_of(actor: Actor, club_id: UUID) -> QuerySet[Settlement]:
    """All settlements of a club, newest first."""
    member_for(actor, May.SEE, club=club_id)
    return Settlement.objects.filter(club=club_id).order_by("-made_at", "-id")


def settlements_of_night(actor: Actor, night_id: UUID) -> QuerySet[Settlement]:
    """Those that took up something of this night, those of the whole club among them, newest first."""
    member_for(actor, May.SEE, club__nights=night_id)
    took_up = Settlement.objects.filter(shares__night=night_id).values("pk")
    return Settlement.objects.filter(pk__in=took_up).order_by("-made_at", "-id")


def payments_of(actor: Actor, club_id: UUID) -> QuerySet[Payment]:
    """All payments for the settlements of a club, reversed ones too, newest first."""
    member_for(actor, May.SEE, club=club_id)
    payments = Payment.objects.filter(transfer__settlement__club=club_id)
    return payments.select_related("transfer__settlement", "by").order_by("-made_at", "-id")


def payments_with(payments: QuerySet[Payment], player: UUID) -> QuerySet[Payment]:
    """Those that a player made or received."""
    pays = Q(transfer__payer_kind=PartyKind.PLAYER, transfer__payer=player)
    receives = Q(transfer__receiver_kind=PartyKind.PLAYER, transfer__receiver=player)
    return payments.filter(pays | receives)


def settlement_document(actor: Actor, settlement_id: UUID) -> dict[str, Any]:
    """A settlement: id, club, night (or null), currency, decimals, made_at, by, nights, replaced_by (the id of the
    settlement that took its place, or null), replaces (ids), disputes that have not ended, and its transfers.

    A transfer has id, payer, receiver (kind, id, name), amount, paid, outstanding, held and its payments. Transfers
    between two players who have turned out to be one are left out: nobody pays themselves.
    """
    club = member_for(actor, May.SEE, club__settlements=settlement_id).club
    settlement = Settlement.objects.select_related("by", "club").get(pk=settlement_id)
    payments = Payment.objects.select_related("by").order_by("made_at", "id")
    transfers = list(settlement.transfers.order_by("number").prefetch_related(Prefetch("payments", payments)))
    same = parties.survivors(club.pk)
    sides = {transfer.pk: parties.sides(transfer, same) for transfer in transfers}
    transfers = [transfer for transfer in transfers if len(set(sides[transfer.pk])) == 2]
    names = party_names(club, {party for pair in sides.values() for party in pair})
    documents = [transfer_document(transfer, *sides[transfer.pk], names) for transfer in transfers]
    nights = settlement.night_ids()
    outstanding = {one["id"]: Due(*sides[UUID(one["id"])], one["outstanding"]) for one in documents}
    disputes = disputes_on(nights)
    held = held_back(club, disputes, outstanding)
    return {
        "id": str(settlement.pk),
        "club": str(club.pk),
        "night": str(settlement.night_id) if settlement.night_id else None,
        "currency": settlement.currency,
        "decimals": decimals(settlement.currency),
        "made_at": settlement.made_at,
        "by": settlement.by.name,
        "nights": [str(night) for night in nights],
        "replaced_by": str(settlement.replaced_by_id) if settlement.replaced_by_id else None,
        "replaces": [str(pk) for pk in settlement.replaces.order_by("made_at", "id").values_list("pk", flat=True)],
        "disputes": [str(dispute.pk) for dispute in disputes],
        "transfers": [{**one, "held": held.get(one["id"], 0)} for one in documents],
    }


def transfer_of(actor: Actor, transfer_id: UUID) -> Transfer:
    """A transfer of the actor's clubs, with its settlement. Raises NotFound."""
    member_for(actor, May.SEE, club__settlements__transfers=transfer_id)
    return Transfer.objects.select_related("settlement__club").get(pk=transfer_id)


def payment_document(payment: Payment) -> dict[str, Any]:
    return {
        "id": str(payment.pk),
        "transfer": str(payment.transfer_id),
        "amount": payment.amount,
        "way": payment.way,
        "made_at": payment.made_at,
        "by": payment.by.name,
        "confirmed_at": payment.confirmed_at,
        "reversed_at": payment.reversed_at,
        "reason": payment.reason,
    }


def due(
    club: Club, proposal: Proposal, disputes: Collection[Dispute], names: Mapping[Party, str]
) -> list[dict[str, Any]]:
    """Who would pay whom: payer, receiver, amount, and what of it would be held for these disputes."""
    return [
        {
            "payer": described(one.payer, names),
            "receiver": described(one.payee, names),
            "amount": one.amount,
            "held": held,
        }
        for one, held in _would_be(club, proposal, disputes)
    ]


def _would_be(club: Club, proposal: Proposal, disputes: Collection[Dispute]) -> list[tuple[Due[Party], int]]:
    """The transfers of a settlement that were made so, each with what of it would be held back."""
    transfers = dict(enumerate(transfers_for(parties.total(proposal.nights))))
    held = held_back(club, disputes, transfers)
    return [(one, held.get(number, 0)) for number, one in transfers.items()]


def transfer_document(transfer: Transfer, payer: Party, receiver: Party, names: Mapping[Party, str]) -> dict[str, Any]:
    payments = list(transfer.payments.all())
    paid = sum(payment.amount for payment in payments if payment.reversed_at is None)
    return {
        "id": str(transfer.pk),
        "payer": described(payer, names),
        "receiver": described(receiver, names),
        "amount": transfer.amount,
        "paid": paid,
        "outstanding": transfer.amount - paid if parties.is_owed(transfer, payer, receiver) else 0,
        "payments": [payment_document(payment) for payment in payments],
    }
