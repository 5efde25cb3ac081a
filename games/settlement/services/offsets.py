"""Offsets: what two parties owe each other in opposite directions is cancelled out.

A settlement that was paid on is never replaced, so what is left of it stays beside what later settlements say. Without
an offset two people would pay the same money back and forth. An offset is a pair of payments, one on each of two
opposite transfers and of the same amount: no cash changes hands, and no balance changes.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID, uuid4

from django.db.models import F, Q, QuerySet

from games.core.actor import Actor
from games.models import Club, Entry, Night, Payment, PaymentWay, Share, Transfer
from games.money.services import parties
from games.money.services.parties import SO_FAR, Party
from games.settlement.services.dispute_holds import held_among
from games.settlement.services.settlement_log import note_of_settlement

Directed = dict[tuple[str, Party, Party], list[Transfer]]


def nights_to_lock(club: Club, currency: str | None = None, between: Collection[Party] | None = None) -> Q:
    """The nights of all transfers that an offset may pay: of a currency, or only those among some parties.

    Whoever calls `offset_opposites` locks these nights first, together with its own.
    """
    settlements = _outstanding(club, currency, between).values("settlement")
    return Q(pk__in=Share.objects.filter(settlement__in=settlements).values("night"))


def offset_opposites(
    actor: Actor,
    club: Club,
    nights: Iterable[Night],
    now: datetime,
    currency: str | None = None,
    between: Collection[Party] | None = None,
) -> list[Payment]:
    """Cancel out what is outstanding in both directions between two parties, oldest first, and record it.

    Only where a settlement of theirs was paid on: others are replaced as a whole by the next one. What is held back
    for a dispute is left alone, and so are transfers of nights that are not among `nights`, which the caller locked.
    """
    found = _opposite(club, _locked(club, currency, between, {night.pk for night in nights}))
    held = held_among(one for pair in found for side in pair for one in side)
    payments: list[Payment] = []
    for pair in found:
        payments += _cancel(actor, club, *pair, held, now)
    return payments


def _outstanding(club: Club, currency: str | None, between: Collection[Party] | None) -> QuerySet[Transfer]:
    """Transfers that stand and are not paid in full, the oldest first, each with `so_far`."""
    rows = Transfer.objects.filter(settlement__club=club, settlement__replaced_by=None)
    if currency is not None:
        rows = rows.filter(settlement__currency=currency)
    if between is not None:
        ids = {one.id for one in between}
        ids |= {old for old, new in parties.survivors(club.pk).items() if new in ids}
        rows = rows.filter(payer__in=ids, receiver__in=ids)
    rows = rows.annotate(so_far=SO_FAR).filter(amount__gt=F("so_far"))
    return rows.order_by("settlement__made_at", "settlement", "number")


def _locked(club: Club, currency: str | None, between: Collection[Party] | None, nights: set[UUID]) -> list[Transfer]:
    """Those of these nights alone, locked, as they are now."""
    rows = _outstanding(club, currency, between)
    elsewhere = Share.objects.filter(settlement__in=rows.values("settlement")).exclude(night__in=nights)
    mine = rows.exclude(settlement__in=elsewhere.values("settlement"))
    ids = list(mine.order_by("pk").values_list("pk", flat=True))
    list(Transfer.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True))
    return list(rows.filter(pk__in=ids).select_related("settlement__club"))


def _opposite(club: Club, transfers: Iterable[Transfer]) -> list[tuple[list[Transfer], list[Transfer]]]:
    """The transfers of each two parties that owe each other, in one direction and in the other."""
    same = parties.survivors(club.pk)
    directed: Directed = defaultdict(list)
    for transfer in transfers:
        payer, receiver = parties.sides(transfer, same)
        if payer != receiver:
            directed[transfer.settlement.currency, payer, receiver].append(transfer)
    both = [
        (directed[currency, payer, receiver], directed[currency, receiver, payer])
        for currency, payer, receiver in sorted(directed)
        if payer < receiver and (currency, receiver, payer) in directed
    ]
    settlements = {each.settlement_id for pair in both for side in pair for each in side}
    paid_on = Payment.objects.filter(transfer__settlement__in=settlements)
    final = set(paid_on.values_list("transfer__settlement", flat=True))
    return [pair for pair in both if any(one.settlement_id in final for side in pair for one in side)]


def _cancel(
    actor: Actor, club: Club, ones: list[Transfer], others: list[Transfer], held: dict[UUID, int], now: datetime
) -> list[Payment]:
    left = {one.pk: one.amount - one.so_far - held.get(one.pk, 0) for one in (*ones, *others)}  # type: ignore[attr-defined]
    payments: list[Payment] = []
    for one in ones:
        for other in others:
            if (amount := min(left[one.pk], left[other.pk])) > 0:
                payments += _record(actor, club, (one, other), amount, now)
                left[one.pk] -= amount
                left[other.pk] -= amount
    return payments


def _record(
    actor: Actor, club: Club, transfers: tuple[Transfer, Transfer], amount: int, now: datetime
) -> list[Payment]:
    """Both payments, confirmed with that: nobody waits for money to arrive."""
    ids = uuid4(), uuid4()
    payments = []
    for transfer, payment_id, other in zip(transfers, ids, reversed(ids), strict=True):
        payments.append(
            Payment.objects.create(
                id=payment_id,
                transfer=transfer,
                amount=amount,
                way=PaymentWay.OFFSET,
                made_at=now,
                by=actor.user,
                confirmed_at=now,
                confirmed_by=actor.user,
            )
        )
        payer, receiver = parties.sides(transfer)
        settlement = transfer.settlement
        parties.hand_over(club, settlement.currency, payer, receiver, amount, payment_id, now, settlement.pk)
        body: dict[str, object] = {"payment": str(payment_id), "transfer": str(transfer.pk), "what": "recorded"}
        body |= {"amount": amount, "way": PaymentWay.OFFSET.value, "counterpart": str(other)}
        note_of_settlement(actor, settlement, Entry.Kind.PAYMENT, body, now)
    return payments
