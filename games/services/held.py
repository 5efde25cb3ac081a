"""What a settlement holds back while something is disputed, where the club wants that.

Nothing is left out of a settlement, since what is left must sum to zero. But of the transfers of whom it concerns, as
much as is disputed is not to be paid before the dispute has ended. Then it is, or a correction has moved money, which
the next settlement settles. A dispute about a payment holds nothing back: what was paid is not outstanding.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar
from uuid import UUID

from games.models import Club, Dispute, Entry, PartyKind, Settlement, Share
from games.services import parties
from games.services.awards import Ruling, award_of, standing_rulings
from games.services.disputed import disputes_on
from games.services.parties import Nets, Party
from ledger.settlement import Transfer as Due

Kind = Entry.Kind
K = TypeVar("K")


def held_back(club: Club, nights: Iterable[UUID], due: Mapping[K, Due[Party]]) -> dict[K, int]:
    """Of what is due for these nights, by the keys of `due`, how much is held back; what nothing is of is left out.

    `due` is in the order of the transfers, each with what is outstanding of it: of a settlement, or of one that would
    be made now.
    """
    if not club.holds_back_disputed or not (disputes := disputes_on(nights)):
        return {}
    left = _disputed(disputes, parties.survivors(club.pk))
    held: dict[K, int] = {}
    for key, transfer in due.items():
        sides = transfer.payer, transfer.payee
        amount = min(transfer.amount, max(left[side] for side in sides))
        if amount > 0:
            held[key] = amount
            for side in sides:
                left[side] -= amount
    return held


def held_of(settlement: Settlement) -> dict[UUID, int]:
    """The same of a stored settlement, by transfer."""
    same = parties.survivors(settlement.club_id)
    due: dict[UUID, Due[Party]] = {}
    for transfer in settlement.transfers.order_by("number").annotate(so_far=parties.SO_FAR):
        payer, receiver = parties.sides(transfer, same)
        if parties.is_owed(transfer, payer, receiver):
            due[transfer.pk] = Due(payer, receiver, transfer.amount - transfer.so_far)
    return held_back(settlement.club, settlement.night_ids(), due)


def may_hold_back(club: Club) -> set[UUID]:
    """The settlements of which something may be held back, however many there are: in one query, or none."""
    if not club.holds_back_disputed:
        return set()
    running = Dispute.objects.filter(club=club, payment=None, state__in=Dispute.RUNNING)
    return set(Share.objects.filter(night__in=running.values("night")).values_list("settlement", flat=True))


def _disputed(disputes: Iterable[Dispute], same: dict[str, str]) -> Nets:
    """By party how much is disputed: of a hand what each has won or lost; each thing once, however many dispute it."""
    found: Nets = defaultdict(int)
    seen: set[UUID] = set()
    disputes = list(disputes)
    ruled = standing_rulings(dispute.hand for dispute in disputes if dispute.hand)
    for dispute in disputes:
        thing = dispute.hand_id or dispute.entry_id
        if thing is None or thing in seen:
            continue
        seen.add(thing)
        for player, amount in amounts_of(dispute, ruled).items():
            found[Party(PartyKind.PLAYER, same.get(player, player))] += abs(amount)
    return found


def amounts_of(dispute: Dispute, ruled: Mapping[UUID, Ruling]) -> dict[str, int]:
    """What is disputed, by player: won or bought, positive, or the other way round; `ruled` are `standing_rulings`."""
    if dispute.hand:
        hand = dispute.hand
        ruling = ruled.get(hand.pk)
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
