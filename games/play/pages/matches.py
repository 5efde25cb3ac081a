"""The peg board of a match, hand by hand."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.core.actor import Actor
from games.core.formatting import writer_at
from games.core.pages.page_view import is_swap, page
from games.core.pages.step_links import Steps, asked_for
from games.models import Match
from games.play.pages.peg_board import board_of
from games.play.selectors.matches import match_course


@require_safe
@page
def match_page(request: HttpRequest, actor: Actor, match_id: UUID) -> HttpResponse:
    """As the match stands, or `?hand=` so many of its hands on."""
    course = match_course(actor, match_id)
    hands, match = course["hands"], course["match"]
    club = match.night.club
    asked = asked_for(request.GET, "hand")
    at = len(hands) if asked is None else min(asked, len(hands))
    shown = {
        "match": match,
        "night": match.night,
        "club": club,
        "write": writer_at(match.night),
        "hand": hands[at - 1] if at else None,
        "board": board_of(course, at),
        "words": standing_words(course, at),
        "forfeited": [course["players"][player] for player in match.forfeited],
        "steps": Steps(at, len(hands), "hand", "course"),
    }
    return render(request, "play/matches/course.html" if is_swap(request) else "play/matches/match.html", shown)


def standing_words(course: dict[str, Any], at: int) -> str:
    """How the match stands after so many hands; after all of them, as it was left, whatever ended it."""
    match, hands = course["match"], course["hands"]
    last = hands[at - 1] if at else None
    whole = at == len(hands)
    status = match.status if whole else last["status"] if last else Match.Status.IN_PROGRESS
    leaders = match.leaders if whole else last["leaders"] if last else []
    if not at and status == Match.Status.IN_PROGRESS:
        return _("No hand is over yet.")
    return status_words(status, [course["players"][player] for player in leaders])


def status_words(status: str, leaders: list[str]) -> str:
    """How a match stands, with the names of who leads it."""
    names = _(" and ").join(leaders)
    match status:
        case Match.Status.WON:
            return _("%(name)s has won the match.") % {"name": names}
        case Match.Status.TIEBREAK:
            return _("%(names)s are tied: one more hand for them alone.") % {"names": names}
        case Match.Status.ABANDONED:
            return _("The match was not played to its end.")
    return _("The match goes on.")
