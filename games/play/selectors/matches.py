"""Runs of hands on one board, as far as the actor's own clubs go."""

from collections.abc import Iterator
from copy import copy
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.core.actor import Actor
from games.core.display_names import names_of
from games.core.errors import NotFound
from games.core.permissions import May, member_for
from games.models import Hand, Match
from games.money.services.awards import standing_moves
from games.play.services import matches


def matches_of(actor: Actor, night_id: UUID) -> QuerySet[Match]:
    """Those of a night, in the order they began."""
    member_for(actor, May.SEE, club__nights=night_id)
    return matches.dealt(Match.objects.filter(night=night_id)).order_by("started_at", "id")


def match(actor: Actor, match_id: UUID) -> Match:
    """Raises NotFound for another club's, and for one whose only deal was undone."""
    member_for(actor, May.SEE, club__nights__matches=match_id)
    found = matches.dealt(Match.objects.filter(pk=match_id)).select_related("night__club").first()
    if found is None:
        raise NotFound("No hand of this match was dealt.")
    return found


def match_course(actor: Actor, match_id: UUID) -> dict[str, Any]:
    """A match hand by hand: `match` as stored, `rules` (all that hold), players (id -> name) and `hands`.

    Hands are those that count, in order, each with id, number, before and pegs (player id -> hole, of all members),
    moves (of who was dealt in, signed; as ruled, where `ruled`), multiplier, and status and leaders as it left the
    match. What ended a match beside the board (forfeits, an early end) stands in `match` alone.
    """
    found = match(actor, match_id)
    names = names_of(found.members)
    hands = list(found.hands.order_by("number"))
    counted = [hand for hand in hands if matches.counts(hand)]
    return {
        "match": found,
        "rules": dict(matches.rules_of(found, hands[0])),
        "players": {player: names[player] for player in found.members},
        "hands": list(_course(copy(found), counted)),
    }


def match_pot(hand: Hand) -> int:
    """What the members of a hand's match have staked together; 0 without a match or a stake."""
    return hand.match.stake * len(hand.match.members) if hand.match else 0


def later_of_match(hand: Hand) -> list[UUID]:
    """The hands of the same match after this one, of whoever has asked for the hand already; none without a match."""
    if hand.match_id is None:
        return []
    later = Hand.objects.filter(match=hand.match_id, number__gt=hand.number).order_by("number")
    return list(later.values_list("pk", flat=True))


def _course(board: Match, hands: list[Hand]) -> Iterator[dict[str, Any]]:
    if hands:
        matches.set_out(board, hands[0])
    ruled = standing_moves(hands)
    for hand in hands:
        assert hand.set_up and hand.result
        before = board.pegs
        matches.leave(board, hand.set_up, hand.result, ruled.get(hand.pk))
        yield {
            "id": str(hand.pk),
            "number": hand.number,
            "before": before,
            "pegs": board.pegs,
            "moves": ruled.get(hand.pk, hand.result["moves"]),
            "ruled": hand.rulings > 0,
            "multiplier": hand.result["multiplier"],
            "status": board.status,
            "leaders": board.leaders,
        }
