"""How a match ends beside the board: members who give up, and a match that is not played to its end."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import BadValue, Conflict, NotFound
from games.core.event_log import note
from games.core.night_entries import entries_that_stand, hands_since
from games.core.permissions import May, member_for
from games.core.row_locks import lock_open_night
from games.core.table_state import dealt_in, open_hand
from games.core.validators import reason_of
from games.models import Entry, Match, Night, Player
from games.play.services import hand_posting, match_stakes, matches

ENDS = (Entry.Kind.FORFEIT, Entry.Kind.MATCH_END)


def forfeit(actor: Actor, match_id: UUID, player_id: UUID, reason: str, entry_id: UUID | None = None) -> Match:
    """A member gives up a match, and the stake stays in. When one is left, that one has won.

    Raises Conflict for who is dealt in to the open hand. Body: `{"match", "player", "reason", "before", "received"}`.
    """
    member_for(actor, May.KEEP_SCORE, club__nights__matches=match_id)
    reason = reason_of(reason)
    now = timezone.now()
    with one_transaction():
        night, match = _running(match_id)
        player = str(player_id)
        if player not in matches.still_in(match):
            raise NotFound("This player is not in the match.")
        if player in dealt_in(open_hand(night)):
            raise Conflict("This player is in the hand that is being played.")
        before = _standing(match)
        match.forfeited = [*match.forfeited, player]
        match.leaders = [leader for leader in match.leaders if leader != player]
        left = _left(match, before, player)
        if len(left) == 1:
            match.leaders, match.status = left, Match.Status.WON
        body = {"player": player, "reason": reason}
        who = Player.objects.get(pk=player_id)
        _end(actor, night, match, Entry.Kind.FORFEIT, body, before, now, who, entry_id)
    return match


def end_match(actor: Actor, match_id: UUID, how: str, reason: str, entry_id: UUID | None = None) -> Match:
    """A match that is not played on: `return` gives the stakes back, `leader` lets who is furthest forward win.

    Raises Conflict while a hand of it is open, and for `leader` where several are tied for it.
    Body: `{"match", "how", "reason", "leaders", "before", "received"}`.
    """
    member_for(actor, May.KEEP_SCORE, club__nights__matches=match_id)
    if how not in ("return", "leader"):
        raise BadValue("A match is ended by return or leader.")
    reason = reason_of(reason)
    now = timezone.now()
    with one_transaction():
        night, match = _running(match_id)
        before = _standing(match)
        if how == "leader":
            match.leaders, match.status = matches.furthest(match), Match.Status.WON
            if len(match.leaders) > 1:
                raise Conflict("Several are furthest forward: play on, or return the stakes.")
        else:
            match.leaders, match.status = [], Match.Status.ABANDONED
        body = {"how": how, "reason": reason, "leaders": match.leaders}
        _end(actor, night, match, Entry.Kind.MATCH_END, body, before, now, entry_id=entry_id)
    return match


def is_end(entry: Entry, match: Match) -> bool:
    """Whether a match ended with this entry."""
    if entry.kind not in ENDS or entry.body["match"] != str(match.pk):
        return False
    return entry.kind == Entry.Kind.MATCH_END or len(_left(match, entry.body["before"], entry.body["player"])) == 1


def outcome(end: Entry, match: Match) -> tuple[str, list[str] | None]:
    """How a match stands after the entry with which it ended, and who leads it: None where that was not noted yet."""
    if end.kind == Entry.Kind.FORFEIT:
        return Match.Status.WON, _left(match, end.body["before"], end.body["player"])
    if end.body["how"] == "return":
        return Match.Status.ABANDONED, []
    return Match.Status.WON, end.body.get("leaders") or list(end.body["received"]) or None


def go_back(night: Night, entry: Entry, now: datetime) -> list[str]:
    """The match as its hands leave it, once what this entry handed out is reversed. Raises Conflict where something
    rests on it.

    That is how it was before, unless hands were corrected since. Then it may have a winner on the board, who is given
    the match pot; they are given back.
    """
    match = Match.objects.get(pk=entry.body["match"])
    ends = entries_that_stand(night, *ENDS, after=entry, body__match=str(match.pk))
    if ends or hands_since(night, entry).filter(game=match.game).exists():
        raise Conflict("The match has moved on since.")
    match.forfeited = entry.body["before"]["forfeited"]
    last = matches.as_played(match)
    match.save(update_fields=["status", "leaders", "forfeited"])
    if match.status != Match.Status.WON or last is None:
        return []
    hand_posting.pay_out(night, match, last, now)
    return match.leaders


def abandon(night: Night) -> list[str]:
    """The night closes: a match that runs on without a stake is not played to its end. The ids of those there were."""
    running = list(night.matches.filter(status__in=matches.RUNNING))
    for match in running:
        match.status, match.leaders = Match.Status.ABANDONED, []
        match.save(update_fields=["status", "leaders"])
    return [str(match.pk) for match in running]


def resume(night: Night) -> list[str]:
    """The night goes on, and with it the matches that nobody but its closing has ended. Their ids."""
    ended = {entry.body["match"] for entry in entries_that_stand(night, Entry.Kind.MATCH_END)}
    abandoned = [match for match in night.matches.filter(status=Match.Status.ABANDONED) if str(match.pk) not in ended]
    for match in abandoned:
        matches.as_played(match)
        match.save(update_fields=["status", "leaders"])
    return [str(match.pk) for match in abandoned]


def _running(match_id: UUID) -> tuple[Night, Match]:
    """The night first: it guards its matches. Raises Conflict for a match that is over, or has not begun."""
    night = lock_open_night(matches=match_id)
    match = Match.objects.get(pk=match_id)
    if match.status not in matches.RUNNING:
        raise Conflict("This match is over.")
    if not matches.has_begun(match):
        raise Conflict("No hand of this match counts yet: call its hand a misdeal.")
    return night, match


def _left(match: Match, before: Mapping[str, Any], player: str) -> list[str]:
    """Who can still win a match when this player gives up: the members still in, or those of them who are tied."""
    tied = before["status"] == Match.Status.TIEBREAK
    gave_up = {*before["forfeited"], player}
    return [one for one in (before["leaders"] if tied else match.members) if one not in gave_up]


def _standing(match: Match) -> dict[str, Any]:
    return {"status": match.status, "leaders": match.leaders, "forfeited": match.forfeited}


def _end(
    actor: Actor,
    night: Night,
    match: Match,
    kind: Entry.Kind,
    body: Mapping[str, Any],
    before: Mapping[str, Any],
    now: datetime,
    player: Player | None = None,
    entry_id: UUID | None = None,
) -> None:
    """Save what became of the match, hand out its pot if it is over, and write it down."""
    hand = open_hand(night)
    over = match.status not in matches.RUNNING
    if over and hand and hand.match_id == match.pk:
        raise Conflict("A hand of this match is being played: finish it first.")
    match.save(update_fields=["status", "leaders", "forfeited"])
    received = match.leaders if match.status == Match.Status.WON else matches.still_in(match)
    shares = match_stakes.shares(night, match, received) if over else {}
    body = {**body, "match": str(match.pk), "before": before, "received": shares}
    entry = note(actor, night, kind, body, now, player=player, entry_id=entry_id)
    if shares:
        match_stakes.hand_out(night, match, shares, entry.pk, now, body["reason"])
