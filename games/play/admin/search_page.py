"""Looking for a hand or for money, by player, card, night and amount."""

import re
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.dateparse import parse_datetime

from games.core.admin.admin_view import desk_page
from games.core.admin.site import AtDesk
from games.core.display_names import title_of
from games.core.errors import BadValue, NotFound, ServiceError
from games.core.formatting import writer_of
from games.core.pages.form_fields import Amount
from games.core.pages.log_texts import words_of
from games.models import Club
from games.play.selectors.search import Found, Wanted, search

_CARD = re.compile(r"(10|[2-9TJQKA])([shdc♠♥♦♣])|(JK)", re.IGNORECASE)
_SUITS = str.maketrans("♠♥♦♣", "shdc")
LONGEST = 80


@desk_page
def searching(request: HttpRequest, found: AtDesk) -> HttpResponse:
    if found.club is None:
        raise NotFound("There is no club yet.")
    given, club = request.GET, found.club
    shown: dict[str, Any] = {"desk": found, "club": club, "given": given, "zone": ZoneInfo(club.time_zone)}
    try:
        wanted = _wanted(given, club)
        if wanted.is_anything:
            shown |= _told(search(club, wanted), given, club)
    except ServiceError as error:
        shown["wrong"] = error.detail
    return render(request, "play/admin/search.html", shown)


def _wanted(given: QueryDict, club: Club) -> Wanted:
    """What a form looks for. Raises BadValue, BadAmount."""
    texts = {name: given.get(name, "").strip() for name in ("player", "card", "night", "amount", "before")}
    if any(len(text) > LONGEST or "\0" in text for text in texts.values()):
        raise BadValue("This is too long to look for.")
    write = writer_of(club, club.currency)
    return Wanted(
        player=texts["player"],
        card=_card(texts["card"]),
        night=texts["night"],
        amount=abs(Amount(write).read(texts["amount"])) if texts["amount"] else None,
        before=_moment(texts["before"]),
    )


def _card(typed: str) -> str:
    """Such as Qs, as the hand file writes it; 10♠ is read as well."""
    if not typed:
        return ""
    read = _CARD.fullmatch(typed)
    if not read:
        raise BadValue("Write a card like Qs or 10h.")
    if read[3]:
        return "JK"
    return read[1].upper().replace("10", "T") + read[2].lower().translate(_SUITS)


def _moment(text: str) -> Any:
    try:
        moment = parse_datetime(text) if text else None
    except ValueError:
        moment = None
    if text and (moment is None or moment.tzinfo is None):
        raise BadValue("Go on from the link of the last search.")
    return moment


def _told(found: Found, given: QueryDict, club: Club) -> dict[str, Any]:
    onward = given.copy()
    if found.older:
        onward["before"] = found.older.isoformat()
    return {
        "nights": found.nights,
        "more": found.more,
        "hands": [{"hand": hand, "title": title_of(hand.game)} for hand in found.hands],
        "entries": words_of(found.entries, club),
        "older": onward.urlencode() if found.older else "",
    }
