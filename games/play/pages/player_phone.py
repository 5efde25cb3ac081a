"""A player's phone at the table: what lies there, their own stack, what they declare, chips they ask for."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.console.drawing import drawing_of
from games.console.hand_summary import Told, told
from games.console.pad import declaring, pad_of
from games.core.actor import Actor
from games.core.errors import Conflict, NotFound
from games.core.formatting import Writer, writer_at
from games.core.pages.form_fields import amounts_at, number_of
from games.core.pages.form_view import write_and_draw
from games.core.pages.page_view import is_swap, page
from games.core.permissions import May, allowed
from games.models import BuyInRequest, Hand
from games.money.services import chip_requests
from games.nights.selectors.player_phone import Watched, watched
from games.play.selectors.hands import explanation_of, hand_view
from games.play.selectors.matches import match_pot
from games.play.services import hands


@require_safe
@page
def watch(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    return render(request, "play/player_phone/page.html", _shown(actor, night_id))


@require_safe
@page
def part(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    """What changes while one looks on; opened as a page it is the page."""
    shown = _shown(actor, night_id)
    return render(request, "play/player_phone/watch.html", shown) if is_swap(request) else redirect("watch", night_id)


def _drawn(request: HttpRequest, actor: Actor, *, first: bool, night_id: UUID, **_url: Any) -> HttpResponse:
    """The same; where somebody else was first, it says so."""
    shown = _shown(actor, night_id)
    if not first:
        shown["said"] = _("The table changed meanwhile. What you entered was not recorded: enter it again.")
    return render(request, "play/player_phone/watch.html", shown)


@write_and_draw(_drawn)
def declare(request: HttpRequest, actor: Actor, night_id: UUID, hand_id: UUID) -> str:
    """One's own word, in secret."""
    own = watched(actor, night_id).by.own_id
    action = {"type": "declare", "player": own, "as": request.POST.get("as", "")}
    hands.act(actor, hand_id, [action], number_of(request.POST.get("version", "")))
    return reverse("watch", args=[night_id])


@write_and_draw(_drawn)
def take_back(request: HttpRequest, actor: Actor, night_id: UUID, hand_id: UUID) -> str:
    """One's own declaration, while others are still to come. Who keeps score would take back whatever came last."""
    if allowed(watched(actor, night_id).by, May.KEEP_SCORE):
        raise Conflict("Who keeps score takes back entries where they keep it.")
    hands.undo(actor, hand_id, number_of(request.POST.get("version", "")))
    return reverse("watch", args=[night_id])


@write_and_draw(_drawn)
def ask_for_chips(request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    seen = watched(actor, night_id)
    if seen.seat is None:
        raise NotFound("You have no seat at this table.")
    amount = amounts_at(seen.night).read(request.POST.get("amount", ""))
    chip_requests.ask_for_chips(actor, night_id, seen.seat.player_id, amount)
    return reverse("watch", args=[night_id])


@write_and_draw(_drawn)
def withdraw(_request: HttpRequest, actor: Actor, night_id: UUID, request_id: UUID) -> str:
    """The chips are not wanted any more."""
    chip_requests.withdraw(actor, request_id)
    return reverse("watch", args=[night_id])


def _shown(actor: Actor, night_id: UUID) -> dict[str, Any]:
    seen = watched(actor, night_id)
    night, write = seen.night, writer_at(seen.night)
    return {
        "night": night,
        "told": seen.told,
        "write": write,
        "seat": seen.seat,
        "stack": seen.stack,
        "request_made": _current(seen.request, seen.hand),
        "hand": None,
        **(_of_hand(actor, seen, seen.hand, write) if seen.hand else {}),
    }


def _of_hand(actor: Actor, seen: Watched, hand: Hand, write: Writer) -> dict[str, Any]:
    view, own = hand_view(actor, hand), seen.by.own_id
    mine = next((player for player in view["table"].get("players", ()) if player["player"] == own), None)
    declared = _declared(view, mine, seen)
    drawing = drawing_of(_covered(view, own) if declared else view, write, own, seen.present)
    return {
        "hand": view,
        "match": hand.match_id,
        "drawing": drawing,
        "hole": next((seat.hole for seat in drawing.seats if seat.own), None),
        "says": pad_of(view, write).says,
        "result": _result(hand, view, write),
        "in_hand": own in view["players"],
        "declaring": declaring(view, own) if own and _is_secret(view) else None,
        "declared": declared,
    }


def _covered(view: Mapping[str, Any], own: str | None) -> dict[str, Any]:
    """The same hand with one's own secret word covered: on the table it shows only that one has declared."""
    players = [one | {"declared": True} if one["player"] == own else one for one in view["table"]["players"]]
    return {**view, "table": {**view["table"], "players": players}}


def _result(hand: Hand, view: Mapping[str, Any], write: Writer) -> Told | None:
    """What a finished hand came to, in a few words."""
    if hand.status != Hand.Status.COMPLETE:
        return None
    layout = view["table"].get("table", {}).get("layout")
    return told(explanation_of(hand, view["players"]), write, layout, match_pot(hand))


def _is_secret(view: Mapping[str, Any]) -> bool:
    """Whether all are asked at once for a word that nobody hears before all are in: in turn, the table hears it."""
    return view["phase"] == "declare" and view["free_since"] is not None


def _declared(view: Mapping[str, Any], mine: Mapping[str, Any] | None, seen: Watched) -> dict[str, Any] | None:
    """One's own word while it is secret, and whether it may be taken back here."""
    if mine is None or not isinstance(mine["declared"], str) or not _is_secret(view):
        return None
    return {"word": mine["declared"], "may_take_back": not allowed(seen.by, May.KEEP_SCORE)}


def _current(request: BuyInRequest | None, hand: Hand | None) -> BuyInRequest | None:
    """What was asked for last, unless the player wants none any more, or a hand was dealt with what they got."""
    if request is None or request.status == BuyInRequest.Status.WITHDRAWN:
        return None
    is_in_play = hand and request.entry and hand.number > request.entry.body["after_hand"]
    return None if is_in_play else request
