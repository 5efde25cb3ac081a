"""Peg matches: who is in, where their pegs stand, and how a match ends."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games import engine
from games.core.amounts import whole_chips
from games.core.errors import Conflict
from games.engine.games.bluff_n_peg import is_over
from games.models import Hand, Match, Night
from games.money.services.awards import PegMoves, standing_moves

RUNNING = (Match.Status.IN_PROGRESS, Match.Status.TIEBREAK)


def running(night: Night, game: str) -> Match | None:
    return Match.objects.filter(night=night, game=game, status__in=RUNNING).first()


def dealt(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Those of which there is a hand: not those whose only deal was undone."""
    return matches.filter(Exists(Hand.objects.filter(match=OuterRef("pk"))))


def has_begun(match: Match) -> bool:
    """Whether a hand of it counts; until then its members and rules are open."""
    return counting(match).exists()


def counting(match: Match) -> QuerySet[Hand]:
    """Its hands with which pegs moved."""
    return match.hands.filter(Q(status=Hand.Status.COMPLETE) | Q(rulings__gt=0))


def counts(hand: Hand) -> bool:
    """Whether pegs moved with it: a ruling holds whatever the hand is corrected to."""
    return hand.status == Hand.Status.COMPLETE or hand.rulings > 0


def who_plays(match: Match, seated: Sequence[str]) -> list[str]:
    """Of those seated, who is dealt in: the members, or only the tied. An absent member keeps the hole."""
    if match.status != Match.Status.TIEBREAK:
        return [player for player in seated if player in still_in(match)]
    if missing := [player for player in match.leaders if player not in seated]:
        raise Conflict("The match is tied, and not all who are tied are at the table.", missing=missing)
    return [player for player in seated if player in match.leaders]


def begin(
    night: Night,
    game: str,
    rules: Mapping[str, Any],
    pegs: Mapping[str, int],
    now: datetime,
    stake: int | None = None,
) -> Match:
    """A match from its first hand; one of which no hand counted yet begins again, for the same stake unless given."""
    match = running(night, game) or Match(night=night, game=game, started_at=now)
    if stake is not None:
        match.stake = stake
    match.rules = dict(rules)
    match.members = list(pegs)
    match.pegs = dict(pegs)
    match.save()
    return match


def check_stake(night: Night, match: Match | None, set_up: Mapping[str, Any], stake: int) -> None:
    """Raises BadAmount for no whole chips, Conflict for a game without matches or a stake that is another already."""
    whole_chips(night, stake)
    if set_up.get("pegs") is None and stake:
        raise Conflict("Only a match has a stake.")
    if match and match.stake != stake:
        raise Conflict("A match is played to its end for the stake it began with.", stake=match.stake)


def still_in(match: Match) -> list[str]:
    """The members who have not given up."""
    return [player for player in match.members if player not in match.forfeited]


def furthest(match: Match, among: Collection[str] | None = None) -> list[str]:
    """Of those still in, or some of them, who stands furthest forward: one, or several who are tied."""
    playing = [player for player in still_in(match) if among is None or player in among]
    best = max(match.pegs[player] for player in playing)
    return [player for player in playing if match.pegs[player] == best]


def advance(match: Match, result: Mapping[str, Any]) -> None:
    """Take over the pegs of a finished hand."""
    move_on(match, result)
    match.save(update_fields=["pegs", "status", "leaders"])


def rules_of(match: Match, hand: Hand) -> Mapping[str, Any]:
    """All rules that hold in a match, those of which nothing was said included; any hand of it tells the game."""
    assert hand.set_up
    return engine.load_stored({**hand.set_up, "rules": match.rules, "pegs": None, "tiebreak": False}).rules


def set_out(match: Match, hand: Hand) -> None:
    """The match before its first hand, not saved."""
    match.pegs = dict.fromkeys(match.members, rules_of(match, hand)["start"])
    match.status, match.leaders = Match.Status.IN_PROGRESS, []


def as_played(match: Match) -> Hand | None:
    """The match as its hands alone leave it, not saved; the last of those that count is given back."""
    hands = list(counting(match).order_by("number"))
    match.status, match.leaders = Match.Status.IN_PROGRESS, []
    if not hands:
        return None
    set_out(match, hands[0])
    play_on(match, hands)
    return hands[-1]


def play_on(match: Match, hands: Collection[Hand]) -> None:
    """The match as hands that count leave it, not saved."""
    ruled = standing_moves(hands)
    for hand in hands:
        leave(match, hand.set_up or {}, hand.result, ruled.get(hand.pk))


def leave(
    match: Match, set_up: Mapping[str, Any], result: Mapping[str, Any] | None, ruled: PegMoves | None = None
) -> None:
    """The match as a hand leaves it, by the ruling on it where there is one; not saved."""
    if ruled is not None:
        _move_as_ruled(match, set_up, ruled)
    elif result:
        move_on(match, result)


def moved(set_up: Mapping[str, Any], moves: PegMoves) -> dict[str, int]:
    """The holes of who was dealt in, after these moves."""
    return {player: hole + moves.get(player, 0) for player, hole in set_up["pegs"].items()}


def _move_as_ruled(match: Match, set_up: Mapping[str, Any], moves: PegMoves) -> None:
    """Whether the match is over the board tells then (rules 4.10); a tie is between those who broke it."""
    rules = engine.load_stored({**set_up, "pegs": None, "tiebreak": False}).rules
    match.pegs = {**match.pegs, **moved(set_up, moves)}
    tied = set_up["tiebreak"]
    if not tied and not is_over(rules, match.pegs.values()):
        match.status, match.leaders = Match.Status.IN_PROGRESS, []
        return
    match.leaders = furthest(match, set_up["pegs"] if tied else None)
    match.status = Match.Status.WON if len(match.leaders) == 1 else Match.Status.TIEBREAK


def at_rest(match: Match) -> tuple[str, list[str]]:
    """How a match stands, and who leads it. In a closed night none runs on: without a stake it is abandoned.

    With one that a hand has kept there, somebody has to say what becomes of it.
    """
    runs = match.night.status == Night.Status.CLOSED and match.status in RUNNING
    if runs and not (match.stake and has_begun(match)):
        return Match.Status.ABANDONED, []
    return match.status, match.leaders


def move_on(match: Match, result: Mapping[str, Any]) -> None:
    """The match as a hand leaves it, not saved. Absent members' holes count when the match ends (rules 4.10)."""
    match.pegs = {**match.pegs, **result["pegs"]}
    status, leaders = result["match"]["status"], result["match"]["players"]
    if status != Match.Status.IN_PROGRESS and match.status != Match.Status.TIEBREAK:
        leaders = furthest(match)
        status = Match.Status.WON if len(leaders) == 1 else Match.Status.TIEBREAK
    match.status = status
    match.leaders = [player for player in leaders if player not in match.forfeited]


def restore(match: Match, set_up: Mapping[str, Any]) -> None:
    """Back to where a hand began, which is open again."""
    tied = set_up["tiebreak"]
    match.pegs = {**match.pegs, **set_up["pegs"]}
    match.status = Match.Status.TIEBREAK if tied else Match.Status.IN_PROGRESS
    match.leaders = [player for player in match.members if player in set_up["pegs"]] if tied else []
    match.save(update_fields=["pegs", "status", "leaders"])
