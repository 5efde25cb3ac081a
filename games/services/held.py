"""What a settlement holds back while something is disputed, where the club wants that.

Nothing is left out of a settlement, since what is left must sum to zero. But of the transfers of whom it concerns, as
much as is disputed is not to be paid before the dispute has ended. Then it is, or a correction has moved money, which
the next settlement settles.
"""

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q

from games.models import Club, Dispute, Entry, PartyKind, Settlement, Share, Transfer
from games.services import parties
from games.services.awards import award_of, standing_ruling
from games.services.disputed import disputes_of
from games.services.parties import Nets, Party

Kind = Entry.Kind


def held_back(settlement: Settlement, outstanding: dict[UUID, int]) -> dict[UUID, int]:
    """By transfer how much of what is outstanding of it is held back; those are left out of which nothing is.

    Of a transfer that is not given it is taken that nothing is paid yet.
    """
    if not settlement.club.holds_back_disputed or not (disputes := disputes_of(settlement)):
        return {}
    same = parties.survivors(settlement.club_id)
    left = _disputed(disputes, same)
    held: dict[UUID, int] = {}
    for transfer in settlement.transfers.order_by("number"):
        sides = parties.sides(transfer, same)
        amount = min(outstanding.get(transfer.pk, transfer.amount), max(left[side] for side in sides))
        if amount > 0:
            held[transfer.pk] = amount
            for side in sides:
                left[side] -= amount
    return held


def may_hold_back(club: Club) -> set[UUID]:
    """The settlements of which something may be held back, however many there are: in one query, or none."""
    if not club.holds_back_disputed:
        return set()
    running = Dispute.objects.filter(club=club, state__in=Dispute.RUNNING)
    paid = Share.objects.filter(settlement__in=running.values("payment__transfer__settlement"))
    touched = Q(night__in=running.values("night")) | Q(night__in=paid.values("night"))
    return set(Share.objects.filter(touched).values_list("settlement", flat=True))


def held_of(transfer: Transfer, outstanding: int) -> int:
    """The same of one transfer."""
    return held_back(transfer.settlement, {transfer.pk: outstanding}).get(transfer.pk, 0)


def _disputed(disputes: Iterable[Dispute], same: dict[str, str]) -> Nets:
    """By party how much is disputed: of a hand what each has won or lost; each thing once, however many dispute it."""
    found: Nets = defaultdict(int)
    seen: set[UUID] = set()
    for dispute in disputes:
        thing = dispute.hand_id or dispute.entry_id
        if thing is None or thing in seen:
            continue
        seen.add(thing)
        for player, amount in amounts_of(dispute).items():
            found[Party(PartyKind.PLAYER, same.get(player, player))] += abs(amount)
    return found


def amounts_of(dispute: Dispute) -> dict[str, int]:
    """What is disputed, by player: won or bought, positive, or the other way round."""
    if dispute.hand:
        hand = dispute.hand
        ruling = standing_ruling(hand)
        return dict((ruling or award_of(hand)).net) if ruling or "net" in (hand.result or {}) else {}
    assert dispute.entry
    body = dispute.entry.body
    match dispute.entry.kind:
        case Kind.BUY_IN | Kind.TOP_UP:
            return {body["player"]: body["amount"]}
        case Kind.CASH_OUT:
            return {body["player"]: body["count"]}
        case Kind.RECOUNT:
            return {player: count - body["book"][player] for player, count in body["counts"].items()}
        case Kind.POT | Kind.DIFFERENCE | Kind.EXPENSE:
            return dict(body["shares"])
    return {}
