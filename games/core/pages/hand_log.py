"""What was entered into a hand, line by line: in words, by whom, when and from where."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games.core.display_names import title_of
from games.core.entry_labels import said
from games.core.formatting import Writer
from games.core.pages.card_names import short
from games.models import Entry

Document = Mapping[str, Any]
Kind = Entry.Kind


class Line(NamedTuple):
    """`before` who, and `words` after: "taken back:" Ann "raised to 3,00". `step` is where it leads, None nowhere.

    `gone` is what does not stand any more, `here` where one is. `time` and `phone_time` are by the clock of the night.
    """

    id: str
    before: str
    who: str
    words: str
    reason: str
    step: int | None
    gone: bool
    here: bool
    by: str
    device: str
    at: datetime
    time: str
    phone_time: str


def lines_of(told: Document, write: Writer, zone: str) -> list[Line]:
    """The log of a hand as `replay` tells it."""
    return [_line(entered, told, write, ZoneInfo(zone)) for entered in told["log"]]


def line_here(lines: Sequence[Line]) -> Line | None:
    """What has led to the step that is shown; of a hand whose result only was entered, that."""
    return next((line for line in lines if line.here), lines[-1] if lines and lines[-1].step is None else None)


def _line(entered: Document, told: Document, write: Writer, zone: ZoneInfo) -> Line:
    names = told["view"]["players"]
    before, who, words = _words(entered, names, write)
    phone_at = entered["phone_at"]
    return Line(
        id=entered["id"],
        before=before,
        who=who,
        words=words,
        reason=str(entered["body"].get("reason", "")),
        step=entered["step"],
        gone=entered["gone"],
        here=entered["step"] == told["at"],
        by=entered["by"],
        device=entered["device"] or _("browser"),
        at=entered["at"].astimezone(zone),
        time=_time(entered["at"], zone),
        phone_time=_time(phone_at, zone) if phone_at else "",
    )


def _time(moment: datetime, zone: ZoneInfo) -> str:
    """To the second: what was entered first is often what is asked."""
    return f"{moment.astimezone(zone):%H:%M:%S}"


def _words(entered: Document, names: Mapping[str, str], write: Writer) -> tuple[str, str, str]:
    body = entered["body"]
    match entered["kind"]:
        case Kind.DEAL:
            return "", names.get(body["dealer"], ""), _("deals %(game)s") % {"game": title_of(body["game"])}
        case Kind.UNDO if body.get("takes_back") == 0:
            return "", "", _("The deal was undone")
        case Kind.UNDO if entered["taken_back"]:
            return _("Taken back:"), *_action(entered["taken_back"], names, write)
        case Kind.UNDO:
            return "", "", _("The result was taken back")
        case Kind.RESULT:
            return "", "", _("The result was entered")
        case Kind.CORRECTION:
            return "", "", _("Corrected")
        case Kind.RULING:
            return "", "", _("Ruled by the arbiter")
    return "", *_action(body, names, write)


def _action(body: Document, names: Mapping[str, str], write: Writer) -> tuple[str, str]:
    return names.get(str(body.get("player")), ""), said(body, write.plain, short)
