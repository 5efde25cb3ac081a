"""The rules of a game on a page for everybody; of a hand, with the house rules it is played by."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import engine
from games.core.actor import Actor
from games.core.errors import NotFound
from games.core.formatting import MINUS, Writer, writer_at
from games.core.pages.form_fields import id_of
from games.core.pages.house_rule_fields import choice_words
from games.core.pages.page_view import answered
from games.engine.house_rules import HouseRule
from games.models import Hand, User
from games.play.pages.rule_texts import COMMON, PAGES, rule_text
from games.play.selectors.hands import the_hand


class HouseRuleLine(NamedTuple):
    """A house rule in words, and how it is played."""

    rule: str
    words: str
    value: str


@require_safe
def rules_page(request: HttpRequest, game: str) -> HttpResponse:
    """Of a game, or what all have in common; with `?hand=`, as that hand of one's club is played."""
    if game not in PAGES:
        raise Http404(game)
    return answered(lambda: render(request, "play/rules/page.html", _shown(request, game)))


def _shown(request: HttpRequest, game: str) -> dict[str, Any]:
    hand = _asked_for(request, game)
    shown: dict[str, Any] = {
        "page": game,
        "text": rule_text(game),
        "games": engine.GAMES.values(),
        "common": COMMON,
        "hand": hand,
    }
    if hand and hand.set_up:
        write = writer_at(hand.night)
        shown["house_rules"] = [*_lines(hand, write)]
    return shown


def _asked_for(request: HttpRequest, game: str) -> Hand | None:
    """A hand of that game, of a club of who is signed in. Raises NotFound, BadValue."""
    if "hand" not in request.GET:
        return None
    if not isinstance(request.user, User):
        raise NotFound("Sign in to see this hand.")
    hand = the_hand(Actor(request.user), id_of(request.GET["hand"]))
    if hand.game != game:
        raise NotFound("This hand is of another game.")
    return hand


def _lines(hand: Hand, write: Writer) -> Any:
    setup = engine.load_stored(hand.set_up)
    for rule in engine.GAMES[hand.game].house_rules:
        yield HouseRuleLine(rule.rule, _(rule.words), _value(rule, setup.rules[rule.name], write))


def _value(rule: HouseRule, value: Any, write: Writer) -> str:
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if rule.kind == "amount":
        return write.plain(value)
    if rule.kind == "amounts":
        return " · ".join(write.plain(amount) for amount in value)
    return choice_words(value) if rule.kind == "choice" else str(value).replace("-", MINUS)
