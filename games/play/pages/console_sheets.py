"""What slides over the scorekeeper's table: players and their chips, rarely used things, and what is dealt next."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import engine
from games.core.actor import Actor
from games.core.display_names import title_of
from games.core.formatting import writer_at
from games.core.pages.house_rule_fields import controls
from games.core.pages.page_view import is_swap, page
from games.engine.house_rules import for_chip
from games.models import BuyInRequest, Hand
from games.money.selectors.stacks import stack_of
from games.nights.selectors.console import AtTable, at_table, between
from games.nights.selectors.nights import night_view, requests_of
from games.nights.selectors.seats import guests_at, usual_buy_ins
from games.play.services.dealing import upcoming
from games.play.services.matches import has_begun, running
from games.settlement.selectors.dispute_notices import disputed
from games.settlement.services.open_disputes import disputes_on


@require_safe
@page
def menu(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    found = at_table(actor, night_id)
    hand = found.hand if found.hand and found.hand.status == Hand.Status.OPEN else None
    view, guests = night_view(actor, night_id), guests_at(found.night)
    shown = {
        "hand": hand,
        "title": title_of(hand.game) if hand else "",
        "seats": [
            {
                **seat,
                "stack": stack_of(seat["player"], seat["chips"] + seat["set_aside"], hand),
                "is_guest": seat["player"] in guests,
            }
            for seat in view["seats"]
            if seat["status"] != "left"
        ],
        # a hand that is played for it has it in its own pot
        "carried": view["pot"] if not hand or "carry" not in engine.GAMES[hand.game].setup_keys else 0,
        "presets": usual_buy_ins(found.night),
        "requests": requests_of(actor, night_id).filter(status=BuyInRequest.Status.ASKED),
        "disputes": disputed(disputes_on([night_id])),
        "may": {"keep_score": True},
        "unfolded": request.GET.get("player", ""),
    }
    return _sheet(request, "play/console/menu.html", found, shown)


@require_safe
@page
def games(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    """Another game: one tap deals it, with the house rules it had last."""
    found = at_table(actor, night_id)
    after = _next(found)
    games = [{"game": game, "told": _told(found, game.name, after["seated"])} for game in engine.GAMES.values()]
    return _sheet(request, "play/console/games.html", found, {"games": games, **after})


def _told(found: AtTable, game: str, names: Mapping[str, str]) -> str:
    """Who deals a game next, and who would be left out of it or play on credit."""
    following = upcoming(found.night, game)
    if following is None:
        return ""
    parts = [_("{name} deals").format(name=names.get(following.dealer, ""))]
    parts += [_("{name} is not dealt in").format(name=names[player]) for player in following.left_out]
    parts += [_("{name} plays on credit").format(name=names[player]) for player in following.on_credit]
    return " · ".join(parts)


@require_safe
@page
def rules(request: HttpRequest, actor: Actor, night_id: UUID, game: str) -> HttpResponse:
    """The house rules of a game, before it is dealt."""
    found = at_table(actor, night_id)
    if game not in engine.GAMES:
        raise Http404(game)
    known = engine.GAMES[game]
    match = running(found.night, game)
    announced = for_chip(known.house_rules, found.night.last_rules.get(game, {}), found.night.chip)
    shown = {
        "game": known,
        "controls": controls(known, announced, writer_at(found.night)),
        "has_stake": "pegs" in known.setup_keys and not (match and has_begun(match)),
    }
    return _sheet(request, "play/console/rules.html", found, shown | _next(found))


def _next(found: AtTable) -> dict[str, Any]:
    after = between(found)
    return {"seated": after.seated, "dealer": after.dealer}


def _sheet(request: HttpRequest, template: str, found: AtTable, shown: dict[str, Any]) -> HttpResponse:
    """Over the console where our script asked for it; else a page of its own."""
    around = "play/console/over.html" if is_swap(request) else "play/console/alone.html"
    return render(request, around, {"night": found.night, "write": writer_at(found.night), "sheet": template, **shown})
