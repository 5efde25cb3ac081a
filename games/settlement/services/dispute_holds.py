"""What a settlement holds back while something is disputed, where the club wants that.

Nothing is left out of a settlement, since what is left must sum to zero. But of the transfers of whom it concerns, as
much as is disputed is not to be paid before the dispute has ended. Then it is, or a correction has moved money, which
the next settlement settles. A dispute about a payment holds nothing back: what was paid is not outstanding.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar
from uuid import UUID

from games.core.amounts import share
from games.models import Club, Dispute, Entry, Hand, Match, PartyKind, Settlement, Share, Transfer
from games.money.services import parties
from games.money.services.awards import award_of, standing_rulings
from games.money.services.parties import Nets, Party
from games.settlement.services.open_disputes import disputes_on
from ledger.settlement import Transfer as Due

Kind = Entry.Kind
K = TypeVar("K")


def held_back(club: Club, disputes: Collection[Dispute], due: Mapping[K, Due[Party]]) -> dict[K, int]:
    """Of what is due, by the keys of `due`, how much is held back for these disputes; what nothing is of is left out.

    `due` is in the order of the transfers, each with what is outstanding of it: of a settlement, or of one that would
    be made now.
    """
    if not club.holds_back_disputed or not disputes:
        return {}
    left = _disputed(disputes, club)
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
    if not settlement.club.holds_back_disputed:
        return {}
    same = parties.survivors(settlement.club_id)
    due: dict[UUID, Due[Party]] = {}
    for transfer in settlement.transfers.order_by("number").annotate(so_far=parties.SO_FAR):
        payer, receiver = parties.sides(transfer, same)
        if parties.is_owed(transfer, payer, receiver):
            due[transfer.pk] = Due(payer, receiver, transfer.amount - transfer.so_far)
    return held_back(settlement.club, disputes_on(settlement.night_ids()), due)


def held_among(transfers: Iterable[Transfer]) -> dict[UUID, int]:
    """The same of any transfers, with all that their settlements hold back; only of what is disputed it is asked."""
    settlements = {transfer.settlement_id: transfer.settlement for transfer in transfers}
    disputed = {pk for club in {one.club for one in settlements.values()} for pk in may_hold_back(club)}
    held: dict[UUID, int] = {}
    for pk in settlements.keys() & disputed:
        held |= held_of(settlements[pk])
    return held


def may_hold_back(club: Club) -> set[UUID]:
    """The settlements of which something may be held back, however many there are: in one query, or none."""
    if not club.holds_back_disputed:
        return set()
    running = Dispute.objects.filter(club=club, payment=None, state__in=Dispute.RUNNING)
    return set(Share.objects.filter(night__in=running.values("night")).values_list("settlement", flat=True))


def _disputed(disputes: Collection[Dispute], club: Club) -> Nets:
    """By party how much is disputed."""
    found: Nets = defaultdict(int)
    same, its = parties.survivors(club.pk), str(club.pk)
    for amounts in amounts_of(disputes).values():
        for owner, amount in amounts.items():
            kind = PartyKind.CLUB if owner == its else PartyKind.PLAYER
            found[Party(kind, same.get(owner, owner))] += abs(amount)
    return found


def amounts_of(disputes: Collection[Dispute]) -> dict[UUID, dict[str, int]]:
    """What is disputed, by hand or entry: each once, however many dispute it, or that it was taken back.

    Of a hand what each player has won or lost; of an entry about money what it moved, by player, or by the club's id.
    """
    entries = [dispute.entry for dispute in disputes if dispute.entry]
    mistakes = Entry.objects.in_bulk([entry.body["takes_back"] for entry in entries if entry.kind == Kind.TAKE_BACK])
    about = {entry.pk: _moved(entry) for entry in [*entries, *mistakes.values()]}
    hands = [dispute.hand for dispute in disputes if dispute.hand and not (dispute.entry and about[dispute.entry.pk])]
    return _won(hands) | {pk: amounts for pk, amounts in about.items() if amounts}


def _won(hands: Iterable[Hand]) -> dict[UUID, dict[str, int]]:
    """By hand, as it was ruled, or else by the rules; those are left out that are for pegs, or that were none.

    By match where one was won, whichever of its hands is disputed.
    """
    by_id = {hand.pk: hand for hand in hands}
    ruled = standing_rulings(by_id.values())
    by_rules = {pk: award_of(hand) for pk, hand in by_id.items() if "net" in (hand.result or {})}
    won = {pk: dict(award.net) for pk, award in (by_rules | ruled).items()}
    for hand in by_id.values():
        if hand.match and hand.match.status == Match.Status.WON and hand.match.leaders:
            won[hand.match.pk] = _stakes(hand.match, hand.night.chip)
    return won


def _stakes(match: Match, chip: int) -> dict[str, int]:
    """What each member has won or lost by a match."""
    parts = share(match.stake * len(match.members), len(match.leaders), chip)
    received = dict(zip(match.leaders, parts, strict=True))
    return {member: received.get(member, 0) - match.stake for member in match.members}


def _moved(entry: Entry) -> dict[str, int]:
    """What an entry about money moved; nothing where it is about a hand, or takes another back."""
    body = entry.body
    match entry.kind:
        case Kind.BUY_IN | Kind.TOP_UP | Kind.ANTES:
            return {body["player"]: body["amount"]}
        case Kind.CASH_OUT:
            return {body["player"]: body["count"]}
        case Kind.RECOUNT:
            return {player: count - body["book"][player] for player, count in body["counts"].items()}
        case Kind.POT:
            return body["shares"] | body.get("balances", {})  # of who had left: once nobody had to be told of
        case Kind.DIFFERENCE | Kind.EXPENSE:
            return body["shares"] | {str(entry.club_id): body["club"]}
        case Kind.FORFEIT | Kind.MATCH_END:
            return dict(body["received"])
    return {}
