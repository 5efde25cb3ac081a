"""The scorekeeper's phone: one hand at a time, each tap an entry."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import engine
from games.models import Hand, Night
from games.pages.board import board_of
from games.pages.cards import short
from games.pages.console_parts import entering, foot_of, status_of
from games.pages.fields import Amount, id_of, number_of
from games.pages.reading import page
from games.pages.rules import rules_of
from games.pages.table.drawing import drawing_of, seated
from games.pages.table.entered import action_of
from games.pages.table.pad import pad_of
from games.pages.table.telling import told
from games.pages.writing import Fresh, write_and_draw
from games.reports.writing import Writer, writer_for
from games.selectors.console import AtTable, at_table, between
from games.selectors.hands import explanation_of, undone_next, view_of
from games.selectors.labels import said
from games.selectors.matches import match_course
from games.selectors.names import cast_of
from games.selectors.postings import title_of
from games.services import hands
from games.services.actor import Actor
from games.services.errors import Forbidden


@require_safe
@page
def console(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    """Who followed the scorekeeper's link, and may only look on, is led to where that is done."""
    try:
        return render(request, "console/page.html", _shown(actor, night_id))
    except Forbidden:
        return redirect("watch", night_id)


@require_safe
@page
def part(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    return render(request, "console/console.html", _shown(actor, night_id))


def _drawn(
    request: HttpRequest, actor: Actor, *, first: bool, fresh: Hand | None, night_id: UUID, **_url: Any
) -> HttpResponse:
    """The console as it stands now; where another phone was first, it says what came last."""
    shown = _shown(actor, night_id, fresh, first=first)
    status = HTTPStatus.OK if first else HTTPStatus.PRECONDITION_FAILED
    return render(request, "console/console.html", shown, status=status)


@write_and_draw(_drawn)
def enter(request: HttpRequest, actor: Actor, night_id: UUID, hand_id: UUID) -> Fresh:
    """What happened at the table: one action, or several, as the hand file writes them."""
    sent = request.POST

    def amount(typed: str) -> int:
        return Amount(_writer(at_table(actor, night_id))).read(typed)

    actions = [action_of(text, sent, amount) for text in sent.getlist("action")]
    hand = hands.act(actor, hand_id, actions, number_of(sent.get("version", "")))
    return Fresh(reverse("console", args=[night_id]), hand)


@write_and_draw(_drawn)
def take_back(request: HttpRequest, actor: Actor, night_id: UUID, hand_id: UUID) -> Fresh:
    hand = hands.undo(actor, hand_id, number_of(request.POST.get("version", "")))
    return Fresh(reverse("console", args=[night_id]), hand)


@write_and_draw(_drawn)
def deal(request: HttpRequest, actor: Actor, night_id: UUID) -> Fresh:
    """The next hand. Where no house rules come along, those of the game's last hand tonight hold."""
    sent, found = request.POST, at_table(actor, night_id)
    game, write = sent.get("game", ""), _writer(found)
    known = engine.GAMES.get(game)
    rules = rules_of(known, sent, write) if known and sent.get("announced") else None
    dealer = id_of(sent["dealer"]) if sent.get("dealer") else None
    stake = Amount(write).read(sent["stake"]) if sent.get("stake") else None
    hand = hands.start_hand(actor, night_id, game, rules, dealer, stake=stake)
    return Fresh(reverse("console", args=[night_id]), hand)


def _shown(actor: Actor, night_id: UUID, fresh: Hand | None = None, *, first: bool = True) -> dict[str, Any]:
    found = at_table(actor, night_id, fresh)
    night, hand, write = found.night, found.hand, _writer(found)
    shown: dict[str, Any] = {"night": night, "since": found.told, "hand": None, "write": write}
    if hand:
        shown |= _played(actor, hand, write)
    if not hand or hand.status != Hand.Status.OPEN:
        shown |= _between(night, hand, shown["hand"], write)
    if hand and hand.match_id and hand.status == Hand.Status.COMPLETE:
        shown["board"] = board_of(match_course(actor, hand.match_id))
    return shown | _round_the_table(shown, found, first)


def _round_the_table(shown: dict[str, Any], found: AtTable, first: bool) -> dict[str, Any]:
    """What stands above and below the table."""
    night, hand = shown["night"], shown["hand"]
    foot = foot_of(night, hand, "" if first else _came_first(hand))
    parts: dict[str, Any] = {"status": status_of(hand, shown["drawing"], found), "foot": foot}
    if hand and hand["status"] == "open":
        parts["entering"] = entering(night, hand, shown["pad"], foot)
    return parts


def _came_first(hand: dict[str, Any] | None) -> str:
    """What is said where another phone was first: what came last, which an undo would take back."""
    if hand and hand["undo"]:
        return _("Another phone was first: {last}.").format(last=hand["undo"])
    return _("Another phone was first.")


def _played(actor: Actor, hand: Hand, write: Writer) -> dict[str, Any]:
    cast = cast_of(hand, actor.user)
    view, viewer = view_of(hand, cast), cast.viewer
    return {
        "hand": view | {"title": title_of(hand.game), "undo": _undo(hand, view, viewer, write)},
        "match": hand.match_id,
        "drawing": drawing_of(view, write, viewer),
        "pad": pad_of(view, write),
    }


def _undo(hand: Hand, view: Any, viewer: str | None, write: Writer) -> str | None:
    """What an undo would take back, such as "Bob raised to 0,50"; a result that was entered goes as a whole."""
    if hand.set_up is None:
        return _("the result of this hand") if hand.status == Hand.Status.COMPLETE else None
    body = undone_next(hand, viewer)
    if body is None:
        return None
    return f"{view['players'].get(body.get('player'), '')} {said(body, write.plain, short)}".strip()


def _between(night: Night, hand: Hand | None, view: Any, write: Writer) -> dict[str, Any]:
    """How the last hand ended, and what is dealt next."""
    after = between(night)
    shown: dict[str, Any] = {"seated": after.seated, "dealer": after.dealer, "games": engine.GAMES.values()}
    shown |= {"deals": after.seated.get(after.dealer or ""), "carried": after.stands.pot}
    if hand and hand.status == Hand.Status.COMPLETE:
        layout = view["table"].get("table", {}).get("layout") if view["table"] else None
        shown["told"] = told(explanation_of(hand, view["players"]), write, layout)
    shown["again"] = engine.GAMES.get(hand.game) if hand else None
    if not hand:
        shown["drawing"] = seated(after.seated, after.stands.stacks, after.dealer, write)
    return shown


def _writer(found: AtTable) -> Writer:
    return writer_for(found.night.club.locale, found.night.time_zone, found.night.currency)
