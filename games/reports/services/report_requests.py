"""Asking for a report that takes a while: a night's, or a player's statement, as a file."""

from datetime import date
from uuid import UUID

from games.core import task_queue
from games.core.actor import Actor
from games.core.errors import BadValue
from games.core.permissions import May, member_for
from games.models import Task

FORMATS = ("pdf", "csv", "json")


def ask_for_night_report(actor: Actor, night_id: UUID, form: str, task_id: UUID | None = None) -> Task:
    club = member_for(actor, May.SEE, club__nights=night_id).club
    args = {"night": str(night_id), "format": format_of(form)}
    return task_queue.write(actor, club, Task.Kind.NIGHT_REPORT, args, task_id)


def ask_for_statement(
    actor: Actor,
    player_id: UUID,
    form: str,
    since: date | None = None,
    until: date | None = None,
    task_id: UUID | None = None,
) -> Task:
    """Of all that was posted from one day to another, both included."""
    club = member_for(actor, May.SEE, club__players=player_id).club
    check_period(since, until)
    args = {
        "player": str(player_id),
        "format": format_of(form),
        "since": since.isoformat() if since else None,
        "until": until.isoformat() if until else None,
    }
    return task_queue.write(actor, club, Task.Kind.STATEMENT, args, task_id)


def format_of(text: str) -> str:
    if text not in FORMATS:
        raise BadValue("A report is made as {formats}.", formats=", ".join(FORMATS))
    return text


def day_of(text: str) -> date | None:
    """A day as 2026-11-26, and in none of the other ways that Python reads; none where nothing is said."""
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise BadValue("A day is written as 2026-11-26.")
    return day


def check_period(since: date | None, until: date | None) -> None:
    if since and until and until < since:
        raise BadValue("The last day comes before the first.")
