"""Nothing on a table lies over anything else, whatever is played, by however many, on whatever screen.

Hands are played by the engine alone, with long names and large amounts. Each of their moments is drawn by the console's
own templates and put into pages that are open in Chromium, as an answer of the server would be.
"""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, expect

from games import engine
from games.console.drawing import drawing_of
from games.console.environment import drawn
from games.console.pad import pad_of
from games.core.pages.form_view import entry_fields
from games.engine.game import Game
from games.engine.state import State
from games.models import Night
from games.nights.selectors.console import AtTable
from games.nights.selectors.seats import Present, Sitting
from games.play.pages.console_context import Console, entering, foot_of, status_of
from games.play.selectors.hands import hand_view
from games.play.services import hands
from tests.api.walker import choose
from tests.browser.conftest import Phones
from tests.browser.looking import LEAST
from tests.engine.table import hand
from tests.games.cast import Cast, Table
from tests.games.console.views import WRITE, view_of

NAMES = (
    "Ann",
    "Maximiliana von Hohenstein-Wied",
    "李",
    "Hans-Peter",
    "Jo",
    "MAXIMILIAN",
    "Wolfgang",
    "Zoë",
    "Ines",
    "Bo",
)
MOST_SPOTS = len(NAMES)
# Amounts of seven digits, in minor units.
STACK, STAKE = 9_999_900, 900_000
NOBODY = Present()
STAKES: dict[str, dict[str, Any]] = {
    "the-bluffs": {"bets": [STAKE, 2 * STAKE]},
    "council-bluffs": {"small_blind": STAKE, "big_blind": 2 * STAKE, "limit": "no_limit"},
    "buddhas-folly": {"ante": STAKE},
    "guts": {"ante": STAKE},
    "bluff-n-peg": {},
}
# A phone, a small one with its browser's bars, a desk.
REQUEST = RequestFactory().get("/")
CONSOLES = ((390, 844), (360, 640), (1280, 800))
# In CSS pixels: how far apart words are that may be tapped, and up to which height names of more stand beside them.
APART, LOW_SCREEN, MOST_NAMES_ABOVE = 7.5, 736, 8
BESIDE = ((390, 844), (1280, 800))
# A phone of long ago, that one lying, and one of today lying: there what may be tapped need not fit.
LOW = ((320, 568), (568, 320), (844, 390))
# What of the pad can be seen lies over nothing, and the rest of it can be scrolled to.
MEASURE_LOW = """(moments) => moments.flatMap(([name, html]) => {
  const drawing = new DOMParser().parseFromString(html, "text/html");
  const console = document.querySelector("#console");
  console.replaceChildren(...drawing.querySelector("#console").children);
  document.dispatchEvent(new Event("tableside:held"));
  const box = (selector) => console.querySelector(selector).getBoundingClientRect();
  const keys = console.querySelector(".keys");
  const seen = keys && ["auto", "scroll"].includes(getComputedStyle(keys).overflowY)
    ? [keys] : [...console.querySelectorAll(".keys button")].filter((one) => one.checkVisibility());
  keys?.scrollTo(0, 0);
  const first = keys && [...keys.querySelectorAll("button")].find((one) => one.checkVisibility());
  return [
    seen.some((one) => one.getBoundingClientRect().bottom > box(".undo").top + 1) && "a key lies over the undo",
    first && first.getBoundingClientRect().top < box(".keys").top - 1 && "the first key is out of reach",
    box(".undo").bottom > innerHeight + 1 && "the undo is out of the screen",
    box(".status .pot").bottom > box(".felt").top + 1 && "the table lies over the pot",
    document.documentElement.scrollWidth > innerWidth && "the page is too wide",
  ].filter(Boolean).map((wrong) => `${name}: ${wrong}`);
})"""
# The table, wherever it is drawn; where it is the console's, also the pad.
MEASURE = """(moments) => {
  const told = (one) => `${one.className} ${one.textContent.trim().replace(/\\s+/g, " ")}`;
  const box = (what) => {
    const { left, top, right, bottom } = what.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  // Words are as wide as they are written, whatever room they were given; as high as their line.
  const written = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { left, right } = range.getBoundingClientRect();
    return { ...box(one), left, right };
  };
  const part = (one, clipped) => ({ name: told(one), ...(clipped ? box(one) : written(one)) });
  const parts = (root, selector, clipped) => [...root.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => part(one, clipped));
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const over = (found) => found.flatMap((a, at) => found.slice(at + 1).filter((b) => meet(a, b))
    .map((b) => `${a.name} lies over ${b.name}`));
  const outside = (found, of) => found
    .filter((a) => a.left < of.left - 1 || a.right > of.right + 1 || a.top < of.top - 1 || a.bottom > of.bottom + 1)
    .map((a) => `${a.name} sticks out of ${of.name}`);

  function table(felt) {
    const seats = [...felt.querySelectorAll(".seat")];
    const lying = [...parts(felt, ".centre .card", true), ...parts(felt, ".centre :is(.mark, .offer p)", true),
      ...seats.map((one) => part(one, true))];
    const inside = seats.flatMap((seat) => {
      const found = [...parts(seat, ".name bdi, .button-d", true),
        ...parts(seat, ".stack, .said, .net, .bet, .hand b")];
      return [...over(found), ...outside(found, part(seat, true))];
    });
    return [...over(lying), ...outside(lying, { ...part(felt, true), name: "the table" }), ...inside];
  }

  function pad(console) {
    const screen = { name: "the screen", left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const keys = parts(console, "button, a, .chip", true);
    const words = [...console.querySelectorAll("button")].flatMap((button) =>
      outside(parts(button, "b, small"), part(button, true)));
    const scrolls = (one) => one.scrollHeight > one.clientHeight + 1;
    return [...over(keys), ...words, ...outside([...keys, part(console, true)], screen),
      ...keys.filter((a) => a.right - a.left < LEAST - 0.5 || a.bottom - a.top < LEAST - 0.5)
        .map((a) => `${a.name} is ${a.right - a.left} x ${a.bottom - a.top}`),
      ...[...console.querySelectorAll(".keys, .pad")].filter(scrolls).map((one) => `${one.className} scrolls`)];
  }

  return moments.flatMap(([name, html]) => {
    const drawing = new DOMParser().parseFromString(html, "text/html");
    const console = document.querySelector("#console");
    drawing.querySelectorAll(".felt .visually-hidden").forEach((one) => one.remove());
    // What listens to the night stays as it is.
    if (console) console.replaceChildren(...drawing.querySelector("#console").children);
    else document.querySelector(".felt").replaceWith(drawing.querySelector(".felt"));
    document.dispatchEvent(new Event("tableside:held"));
    return [...table(document.querySelector(".felt")), ...(console ? pad(console) : [])]
      .map((one) => `${name}: ${one}`);
  });
}""".replace("LEAST", str(LEAST))


class Moment(NamedTuple):
    """A state of a hand, named for whoever reads what is wrong with it; `html` is the console as it is drawn then."""

    name: str
    html: str


def moments(game: Game) -> Iterator[Moment]:
    """Of a hand for each number of players: how it begins, how each of its phases ends, and the end.

    Where one more than play has a spot, and no more, there is also somebody who sits out.
    """
    for count in range(game.least_players, game.most_players + 1):
        seen: dict[str, State] = {}
        for state in played(game, count):
            seen.setdefault("deal", state)
            seen[state.phase] = state
        for phase, state in seen.items():
            yield Moment(f"{count} play, {phase}", console_of(game, state))
            if count == min(game.most_players, MOST_SPOTS - 1):
                yield Moment(f"{count} play and one sits out, {phase}", console_of(game, state, some_out(state)))


def some_out(state: State) -> Present:
    """One was not dealt in, another sits out once the hand is over, and has no chips then."""
    first, *others = state.setup.names
    circle = (
        Sitting(first, NAMES[0], False),
        Sitting("out", NAMES[1], True),
        *(Sitting(one, one, False) for one in others),
    )
    return Present((*circle[:-1], circle[-1]._replace(out=True)), {one.player: STACK for one in circle[:-1]})


def played(game: Game, count: int, fold: float = 0.05) -> Iterator[State]:
    """A hand as chance would have it, but to its showdown; it is the same each time."""
    chance = Random(f"{game.name} {count}")
    stacks = [STACK] * count if game.has_money else ()
    state = engine.start(engine.load_setup(hand(game.name, *stacks, players=count, rules=STAKES[game.name])))
    yield state
    while state.status == "in_progress":
        offers = [offer.document(state.setup) for offer in engine.legal(state)]
        action = choose(chance, [offer for offer in offers if offer["type"] != "void"], fold=fold, muck=0.1)
        state = engine.apply(state, engine.load_action(state.setup, action))
        yield state


def console_of(game: Game, state: State, now: Present = NOBODY) -> str:
    view = view_of(state, "A")
    view["players"] = dict(zip(view["players"], NAMES, strict=False))
    no_id = UUID(int=0)
    told = {"id": no_id, "game": game.name, "title": game.title, "number": 123, "version": 1, "undo": "A " * 40}
    night, hand = Night(pk=no_id, status=Night.Status.CLOSED), view | told
    drawing = drawing_of(view, WRITE, "A", now)
    foot = foot_of(night, hand, "")
    shown = {"night": night, "hand": hand, "write": WRITE, "foot": foot}
    is_open = view["status"] == "open"
    what = Console(
        told=0,
        night=night.pk,
        again="/",
        status=status_of(hand, drawing, AtTable(night, None, told=0, asked=0, disputed=0, seated=0)),
        felt=drawing,
        entering=entering(night, hand, pad_of(view, WRITE), foot) if is_open else None,
        between=render_to_string("play/console/between.html", shown, REQUEST),
    )
    return drawn("console/console.html", what, entry=entry_fields(REQUEST))


def wrong_on(
    page: Page, screens: tuple[tuple[int, int], ...], found: list[Moment], measure: str = MEASURE
) -> list[str]:
    wrong = []
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width} x {height}, {one}" for one in page.evaluate(measure, found)]
    return wrong


@pytest.mark.parametrize("game", engine.GAMES.values(), ids=lambda game: game.name)
def test_nothing_lies_over_anything_else(phones: Phones, cast: Cast, table: Table, game: Game) -> None:
    shown = table.deal("council-bluffs")
    found = list(moments(game))
    sue, ann = phones(cast.sue.user), phones(cast.ann.user)
    wrong = wrong_on(sue.open(f"/nights/{table.night.pk}/play/"), CONSOLES, found)
    for path in (f"/nights/{table.night.pk}/watch/", f"/hands/{shown.pk}/"):
        wrong += wrong_on(ann.open(path), BESIDE, found)
    assert not wrong, "\n".join(wrong)


def test_on_a_low_screen_what_does_not_fit_is_scrolled_to(phones: Phones, cast: Cast, table: Table) -> None:
    table.deal("council-bluffs")
    found = [moment for game in engine.GAMES.values() for moment in moments(game)]
    wrong = wrong_on(phones(cast.sue.user).open(f"/nights/{table.night.pk}/play/"), LOW, found, MEASURE_LOW)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("name", "count"), [("the-bluffs", 6), ("the-bluffs", 8), ("the-bluffs", 9), ("guts", 10)])
def test_when_everybody_declares_the_words_stand_apart(
    phones: Phones, cast: Cast, table: Table, name: str, count: int
) -> None:
    """Each as wide as a thumb; where the screen has the room eight pixels from the next, under a name in one line."""
    table.deal("council-bluffs")
    game = engine.GAMES[name]
    all_of_them = next(state for state in played(game, count, fold=0) if state.phase == "declare")
    page = phones(cast.sue.user).open(f"/nights/{table.night.pk}/play/")
    for width, height in CONSOLES[:2]:
        assert wrong_on(page, ((width, height),), [Moment(name, console_of(game, all_of_them))]) == []
        rows = page.locator(".words li").all()
        assert len(rows) == count
        for row in rows if count <= MOST_NAMES_ABOVE or height > LOW_SCREEN else ():
            boxes = [one for one in (button.bounding_box() for button in row.locator("button").all()) if one]
            assert min(right["x"] - left["x"] - left["width"] for left, right in pairwise(boxes)) >= APART
            who, words = row.locator("bdi").bounding_box(), row.locator("[role=group]").bounding_box()
            assert who and words and who["height"] < 20 and who["y"] + who["height"] <= words["y"] + 1


def test_many_side_pots_lie_beside_the_menu(phones: Phones, cast: Cast, table: Table) -> None:
    """Ten players go all in, each with more than the one before."""
    for number in range(7):
        table.sit(f"Guest {number}", 3000 + 100_000 * number)
    hand = table.deal("council-bluffs", {"limit": "no_limit"})
    while (view := hand_view(cast.sue, hand))["phase"] == "betting":
        highest = [{**offer, "to": offer["to"]["max"]} for offer in view["legal"] if "max" in offer.get("to", {})]
        calls = [{"type": "call", "player": offer["player"]} for offer in view["legal"] if offer["type"] == "call"]
        hand = hands.act(cast.sue, hand.pk, (highest or calls)[:1], hand.version)
    page = phones(cast.sue.user).open(f"/nights/{table.night.pk}/play/")
    page.set_viewport_size({"width": 390, "height": 844})
    pot, menu = page.locator(".status .pot"), page.locator(".status .menu")
    assert pot.locator("small").count() > 3
    boxes = pot.bounding_box(), menu.bounding_box()
    assert boxes[0] and boxes[1] and boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    pot.locator("small").last.scroll_into_view_if_needed()
    expect(pot.locator("small").last).to_be_in_viewport(ratio=1)
