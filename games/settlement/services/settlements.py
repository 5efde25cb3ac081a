"""Settlements: what is unsettled is taken up, once, and divided into the fewest transfers.

What a settlement has taken up of a night, no later one has again once anything was paid on it: what a correction
moves then is settled by itself. Until then its nights are settled anew as a whole: the next settlement replaces it.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import BadAmount, Conflict, NotBalanced
from games.core.ids import free_id
from games.core.permissions import May, member_for
from games.core.row_locks import lock_nights
from games.core.row_signals import stated_anew
from games.core.row_statements import MADE
from games.core.validators import currency_of
from games.models import Club, Entry, Night, Payment, Settlement, Share, Transfer
from games.money.services import night_accounts, parties
from games.money.services.parties import Nets, Party
from games.settlement.services import offsets
from games.settlement.services.open_disputes import disputes_on
from games.settlement.services.settlement_log import note_of_settlement
from ledger.errors import BadAmount as LedgerBadAmount
from ledger.settlement import Transfer as Due
from ledger.settlement import settle


class Proposal(NamedTuple):
    """What a settlement would take up now, by night, and the settlements that it would replace, oldest first.

    Of what is replaced a net may be zero: the settlement is of that night all the same, and says that nobody owes.
    `left` is what keeps other nights out of it: what lies on the tables of those that do not balance.
    """

    nights: dict[UUID, Nets]
    replaces: list[Settlement]
    left: dict[UUID, night_accounts.Standing]


def settle_night(actor: Actor, night_id: UUID, settlement_id: UUID | None = None) -> Settlement:
    """Settle what is unsettled of a closed night. Raises Conflict where it is open or nothing is left, NotBalanced."""
    by = member_for(actor, May.SETTLE, club__nights=night_id)
    currency = Night.objects.values_list("currency", flat=True).get(pk=night_id)
    with one_transaction():
        nights = _lock(by.club, Q(pk=night_id), currency)
        night = next(each for each in nights if each.pk == night_id)
        if night.status != Night.Status.CLOSED:
            raise Conflict("This night is still open: close it first.")
        settlement = _settle(actor, by.club, [night], currency, night, settlement_id)
        offsets.offset_opposites(actor, by.club, nights, settlement.made_at, currency)
    return settlement


def settle_club(
    actor: Actor, club_id: UUID, currency: str | None = None, settlement_id: UUID | None = None
) -> Settlement:
    """What is unsettled over all closed nights of a club in one currency, the club's unless given.

    Nights that do not balance are left out. Raises Conflict where nothing is unsettled, NotBalanced where all that
    might be is of such nights.
    """
    by = member_for(actor, May.SETTLE, club=club_id)
    currency = currency_of(currency or by.club.currency)
    with one_transaction():
        closed = Q(club=club_id, currency=currency, status=Night.Status.CLOSED)
        nights = _lock(by.club, closed, currency)
        to_settle = [each for each in nights if each.status == Night.Status.CLOSED]
        settlement = _settle(actor, by.club, to_settle, currency, None, settlement_id)
        offsets.offset_opposites(actor, by.club, nights, settlement.made_at, currency)
    return settlement


def _lock(club: Club, wanted: Q, currency: str) -> list[Night]:
    """The nights to settle and those of transfers that may be offset by it, in one order."""
    return lock_nights(Night.objects.filter(wanted | offsets.nights_to_lock(club, currency)))


def proposed(club: Club, nights: QuerySet[Night]) -> Proposal:
    """For nights of one currency: nothing where nothing is unsettled.

    Else that, and all that settlements of these nights alone have taken up on which nothing was ever paid. Nights
    with something left on the table are left out: what they have moved does not sum to zero yet, or may still change.
    """
    left_on_table = night_accounts.not_cleared(club, nights)
    night_ids = [night for night in nights.order_by("pk").values_list("pk", flat=True) if night not in left_on_table]
    left = parties.unsettled(club, night_ids)
    if not left:
        return Proposal({}, [], left_on_table)
    replaces = list(_unpaid(club, night_ids))
    taken = dict(left)
    for night, party, amount in parties.taken_up(club, Share.objects.filter(settlement__in=replaces)):
        nets = taken.setdefault(night, {})
        nets[party] = nets.get(party, 0) + amount
    return Proposal(taken, replaces, left_on_table)


def proposed_of(night: Night) -> Proposal:
    """For one night as it stands: nothing while something is left on its table."""
    return proposed(night.club, Night.objects.filter(pk=night.pk))


def _unpaid(club: Club, night_ids: list[UUID]) -> QuerySet[Settlement]:
    """Settlements that stand, of none but these nights, without a payment, even one that was reversed."""
    paid = Payment.objects.filter(transfer__settlement=OuterRef("pk"))
    elsewhere = Share.objects.filter(settlement=OuterRef("pk")).exclude(night__in=night_ids)
    within = Settlement.objects.filter(club=club, replaced_by=None, shares__night__in=night_ids).distinct()
    return within.exclude(Exists(paid)).exclude(Exists(elsewhere)).order_by("made_at", "id")


def transfers_for(nets: Mapping[Party, int]) -> list[Due[Party]]:
    """The fewest transfers that bring all to zero; the same for the same nets."""
    try:
        return settle(nets)
    except LedgerBadAmount:
        raise BadAmount("That is more money than one transfer can be.") from None


def _settle(
    actor: Actor,
    club: Club,
    nights: Iterable[Night],
    currency: str,
    night: Night | None,
    settlement_id: UUID | None,
) -> Settlement:
    by_id = {each.pk: each for each in nights}
    taken, replaces, left = proposed(club, Night.objects.filter(pk__in=list(by_id)))
    if left and not taken:
        raise NotBalanced(
            "Something is left on the table of a closed night: reopen it first ({names}).",
            [by_id[each] for each in left],
        )
    if not taken:
        raise Conflict("There is nothing left to settle.")
    settlement = Settlement.objects.create(
        id=free_id(Settlement, settlement_id, club.pk),
        club=club,
        night=night,
        currency=currency,
        made_at=timezone.now(),
        by=actor.user,
    )
    Settlement.objects.filter(pk__in=[one.pk for one in replaces]).update(replaced_by=settlement)
    stated_anew(Settlement, [one.pk for one in replaces])
    _keep_shares(settlement, taken)
    transfers = _keep_transfers(settlement, parties.total(taken))
    body = _body(settlement, taken, replaces, transfers)
    note_of_settlement(actor, settlement, Entry.Kind.SETTLEMENT, body, settlement.made_at)
    return settlement


def _body(
    settlement: Settlement, taken: Mapping[UUID, Nets], replaces: Iterable[Settlement], transfers: Iterable[Transfer]
) -> dict[str, Any]:
    """What the log says of a settlement."""
    return {
        "settlement": str(settlement.pk),
        "currency": settlement.currency,
        "nights": sorted(map(str, taken)),
        "replaces": [str(one.pk) for one in replaces],
        "transfers": [
            {"id": str(one.pk), "payer": str(one.payer), "receiver": str(one.receiver), "amount": one.amount}
            for one in transfers
        ],
        "disputes": [str(dispute.pk) for dispute in disputes_on(taken)],
    }


def _keep_shares(settlement: Settlement, taken: Mapping[UUID, Nets]) -> None:
    kept = Share.objects.bulk_create(
        Share(settlement=settlement, night_id=night, kind=party.kind, party=UUID(party.id), amount=net)
        for night, nets in taken.items()
        for party, net in nets.items()
    )
    stated_anew(Share, [share.pk for share in kept], MADE)


def _keep_transfers(settlement: Settlement, nets: Mapping[Party, int]) -> list[Transfer]:
    kept = Transfer.objects.bulk_create(
        Transfer(
            settlement=settlement,
            number=number,
            payer_kind=due.payer.kind,
            payer=UUID(due.payer.id),
            receiver_kind=due.payee.kind,
            receiver=UUID(due.payee.id),
            amount=due.amount,
        )
        for number, due in enumerate(transfers_for(nets), 1)
    )
    stated_anew(Transfer, [transfer.pk for transfer in kept], MADE)
    return kept
