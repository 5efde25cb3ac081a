"""The scorekeeper's phone: one hand at a time, each tap an entry."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import engine
from games.console.drawing import NOT_DEALT, ON_CREDIT, drawing_of, noted, seated
from games.console.environment import drawn
from games.console.hand_summary import told
from games.console.pad import pad_of
from games.console.tapped_action import action_of
from games.core.actor import Actor
from games.core.display_names import cast_of, title_of
from games.core.entry_labels import said
from games.core.errors import Forbidden
from games.core.formatting import Writer, writer_at
from games.core.pages.card_names import short
from games.core.pages.form_fields import Amount, amounts_at, id_of, number_of
from games.core.pages.form_view import Fresh, entry_fields, write_and_draw
from games.core.pages.house_rule_fields import rules_of
from games.core.pages.log_texts import words_of
from games.core.pages.page_view import page
from games.models import Hand, Night
from games.nights.selectors.console import AtTable, Between, at_table, between, present_at
from games.nights.selectors.seats import Present
from games.nights.services import entry_reversal
from games.play.pages.console_context import Console, address, entering, foot_of, status_of
from games.play.pages.peg_board import board_of
from games.play.selectors.hands import explanation_of, undone_next, view_of
from games.play.selectors.matches import match_course, match_pot
from games.play.services import hands

# Our script asks for a console drawn anew, and brings what a form needs (`templates/core/entry_scripts.html`).
_NO_FIELDS = SafeString()


@require_safe
@page
def console(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    """Who followed the scorekeeper's link, and may only look on, is led to where that is done."""
    try:
        found = at_table(actor, night_id)
    except Forbidden:
        return redirect("watch", night_id)
    drawn_whole = _html(request, actor, found, entry_fields(request))
    return render(request, "play/console/page.html", {"night": found.night, "console": drawn_whole})


@require_safe
@page
def part(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    return HttpResponse(_html(request, actor, at_table(actor, night_id)))


def _drawn(
    request: HttpRequest, actor: Actor, *, first: bool, fresh: Hand | None, night_id: UUID, **_url: Any
) -> HttpResponse:
    """The console as it stands now; where another phone was first, it says what came last, and what was dropped."""
    found = at_table(actor, night_id, fresh)
    if first:
        return HttpResponse(_html(request, actor, found))
    dropped = _dropped(request, found)
    # our script collects them where several wait: each answer replaces the one before
    return HttpResponse(_html(request, actor, found, dropped=dropped), headers={"Tableside-Dropped": quote(dropped)})


@write_and_draw(_drawn)
def enter(request: HttpRequest, actor: Actor, night_id: UUID, hand_id: UUID) -> Fresh:
    """What happened at the table: one action, or several, as the hand file writes them."""
    sent = request.POST

    def amount(typed: str) -> int:
        return amounts_at(at_table(actor, night_id).night).read(typed)

    actions = [action_of(text, sent, amount) for text in sent.getlist("action")]
    hand = hands.act(actor, hand_id, actions, number_of(sent.get("version", "")))
    return Fresh(reverse("console", args=[night_id]), hand)


@write_and_draw(_drawn)
def take_back(request: HttpRequest, actor: Actor, night_id: UUID, hand_id: UUID) -> Fresh:
    hand = hands.undo(actor, hand_id, number_of(request.POST.get("version", "")))
    return Fresh(reverse("console", args=[night_id]), hand)


@write_and_draw(_drawn)
def undo_entry(_request: HttpRequest, actor: Actor, night_id: UUID, entry_id: UUID) -> str:
    """Undo an entry made between two hands: chips or a seat."""
    entry_reversal.undo_last(actor, night_id, entry_id)
    return reverse("console", args=[night_id])


@write_and_draw(_drawn)
def deal(request: HttpRequest, actor: Actor, night_id: UUID) -> Fresh:
    """The next hand. Where no house rules come along, those of the game's last hand hold."""
    sent, found = request.POST, at_table(actor, night_id)
    game, write = sent.get("game", ""), writer_at(found.night)
    known = engine.GAMES.get(game)
    rules = rules_of(known, sent, write) if known and sent.get("announced") else None
    dealer = id_of(sent["dealer"]) if sent.get("dealer") else None
    stake = Amount(write).read(sent["stake"]) if sent.get("stake") else None
    hand = hands.start_hand(actor, night_id, game, rules, dealer, stake=stake)
    return Fresh(reverse("console", args=[night_id]), hand)


def _html(
    request: HttpRequest, actor: Actor, found: AtTable, entry: SafeString = _NO_FIELDS, *, dropped: str | None = None
) -> SafeString:
    """`entry` is what a form needs that a browser sends by itself, `dropped` what was not recorded, in words."""
    hand, write = found.hand, writer_at(found.night)
    is_open = hand is not None and hand.status == Hand.Status.OPEN
    after = None if is_open else between(found)
    present = after.present if after else present_at(found)
    shown: dict[str, Any] = _played(actor, hand, present, write) if hand else {"hand": None}
    if after:
        shown |= _between(actor, found, after, shown["hand"], shown.get("drawing"), write)
    view = shown["hand"]
    void = shown["pad"].void if hand else None
    foot = foot_of(found.night, view, "" if dropped is None else _came_first(view, dropped), void)
    what = Console(
        told=found.told,
        night=found.night.pk,
        again=address("console-part", found.night.pk),
        status=status_of(view, shown["drawing"], found),
        felt=shown["drawing"],
        entering=entering(found.night, view, shown["pad"], foot) if is_open else None,
        between=SafeString()
        if is_open
        else render_to_string("play/console/between.html", shown | {"foot": foot}, request),
    )
    return drawn("console/console.html", what, entry=entry)


def _came_first(hand: dict[str, Any] | None, dropped: str) -> str:
    """Say that another phone was first: name its entry, which an undo takes back, and the entry that was dropped."""
    last = hand["undo"] if hand else None
    before = _("Another phone was first: {last}.").format(last=last) if last else _("Another phone was first.")
    return f"{before} " + _("Not recorded: {entry}.").format(entry=dropped)


def _dropped(request: HttpRequest, found: AtTable) -> str:
    """What the request would have entered, in words."""
    texts = request.POST.getlist("action")
    if not texts:
        return _("undo")
    names = cast_of(found.hand, None).names if found.hand else {}
    amount, write = amounts_at(found.night).read, writer_at(found.night)
    return ", ".join(_entered(action_of(text, request.POST, amount), names, write) for text in texts)


def _entered(body: dict[str, Any], names: Mapping[str, str], write: Writer) -> str:
    try:
        return f"{names.get(str(body.get('player')), '')} {said(body, write.plain, short)}".strip()
    except (KeyError, TypeError, ValueError, AttributeError):  # no action that a pad sends
        return _("an entry")


def _played(actor: Actor, hand: Hand, present: Present, write: Writer) -> dict[str, Any]:
    """The hand, and its table with all who are there.

    The phone lies open on the table: of what is declared in secret it shows no more than an onlooker sees, to whoever
    keeps score, even their own word.
    """
    cast = cast_of(hand, actor.user)
    view = view_of(hand, cast._replace(viewer=None))
    return {
        "hand": view | {"title": title_of(hand.game), "undo": _undo(hand, view, write)},
        "drawing": drawing_of(view, write, cast.viewer, present),
        "pad": pad_of(view, write),
    }


def _undo(hand: Hand, view: Any, write: Writer) -> str | None:
    """What an undo would take back, such as "Bob raised to 0,50"; a result that was entered goes as a whole."""
    if hand.set_up is None:
        return _("the result of this hand") if hand.status == Hand.Status.COMPLETE else None
    body = undone_next(hand, None)
    if body is None:
        return view["undo"]
    return f"{view['players'].get(body.get('player'), '')} {said(body, write.plain, short)}".strip()


def _between(
    actor: Actor, found: AtTable, after: Between, view: Any, view_drawing: Any, write: Writer
) -> dict[str, Any]:
    """How the last hand ended, what was bought since, and what is dealt next."""
    night, hand = found.night, found.hand
    shown: dict[str, Any] = {
        "night": night,
        "write": write,
        "games": [{"game": game} for game in engine.GAMES.values()],
    }
    shown |= {"seated": after.seated, "dealer": after.dealer}
    shown |= {"deals": after.seated.get(after.dealer or ""), "carried": after.stands.pot, "bought": after.bought}
    if night.status == Night.Status.OPEN and (mistake := entry_reversal.last_entry(night)):
        shown["mistake"] = words_of([mistake], night.club)[0]
    if hand and hand.status == Hand.Status.COMPLETE:
        layout = view["table"].get("table", {}).get("layout") if view["table"] else None
        shown["told"] = told(explanation_of(hand, view["players"]), write, layout, match_pot(hand))
        shown["board"] = board_of(match_course(actor, hand.match_id)) if hand.match_id else None
    shown["again"] = engine.GAMES.get(hand.game) if hand else None
    if not hand or hand.set_up is None:  # nothing lies there from a hand that nobody entered
        shown["drawing"] = seated(after.present, after.dealer, write)
    drawing = shown.get("drawing") or view_drawing
    for players, note in ((after.left_out, NOT_DEALT), (after.on_credit, ON_CREDIT)):
        drawing = noted(drawing, players, note, lambda player: _rebuy(night, player))
    shown["drawing"] = drawing
    names = [after.seated[player] for player in after.left_out if player in after.seated]
    credit = [after.seated[player] for player in after.on_credit if player in after.seated]
    shown |= {"left_out": names, "on_credit": credit}
    return shown


def _rebuy(night: Night, player: str) -> str:
    """The menu, with this player's line unfolded."""
    return f"{address('console-menu', night.pk)}?player={player}"
