"""The peg board as numbers: where holes, pegs and words stand. `templates/play/matches/board.html` draws it as SVG."""

from collections.abc import Mapping
from math import ceil
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.core.formatting import MINUS
from games.engine.games.bluff_n_peg import LAST_CHANCE_HOLES, WINNER_POINTS
from games.engine.stages.play import MOST_DOUBLES

WIDTH, HEIGHT = 360, 480
LEFT, TOP, BOTTOM = 78, 34, 16
# Holes nearer to each other than this run into a line.
_LEAST_GAP = 5.5
_WORD_GAP = 15
_LONGEST_NAME = 6
# A shape a player, about its middle: colour alone tells nothing to one man in twelve.
SHAPES = (
    "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0Z",
    "M-7 -7H7V7H-7Z",
    "M0 -10L10 0L0 10L-10 0Z",
    "M0 -9L9 7H-9Z",
    "M-5 -9H5L10 0L5 9H-5L-10 0Z",
    "M0 9L9 -7H-9Z",
)


class Peg(NamedTuple):
    """One player's: where it stands, and where it stood before the hand if that is another hole (`was`)."""

    key: int
    shape: str
    name: str
    short: str
    hole: str
    move: str
    zone: str
    x: float
    y: float
    was: float | None


class Mark(NamedTuple):
    """A hole that has a word beside it; `base` is the line that the word stands on."""

    y: float
    base: float
    text: str
    is_end: bool


class Board(NamedTuple):
    """`summary` is the whole in words. `multipliers` is the bluffing zone: of each hole its two numbers, and its peg.

    The holes are dots on a line from `back` to `front`, `gap` apart; `chance` is the last-chance area from above.
    """

    summary: str
    pegs: list[Peg]
    marks: list[Mark]
    multipliers: list[tuple[int, int, bool]]
    back: float
    front: float
    gap: float
    chance: tuple[float, float]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    lane: int = WIDTH - LEFT
    word_x: int = LEFT - 8
    head: int = TOP - 18


def board_of(course: Mapping[str, Any], at: int | None = None) -> Board:
    """The board of a match (`match_course`) after its first `at` hands; after all, unless given."""
    hands = course["hands"][:at]
    rules = course["rules"]
    last = hands[-1] if hands else None
    pegs = last["pegs"] if last else dict.fromkeys(course["players"], rules["start"])
    before = last["before"] if last else pegs
    bottom = rules["last_chance_hole"] - LAST_CHANCE_HOLES
    scale = Scale(bottom, max(rules["winner_hole"], *pegs.values(), *before.values()))
    drawn = [
        _peg(place, player, course, last, (before[player], pegs[player]), scale)
        for place, player in enumerate(course["players"])
    ]
    return Board(
        summary=", ".join(f"{peg.name}: {peg.hole}" for peg in drawn),
        pegs=drawn,
        marks=_marks(rules, scale),
        multipliers=_multipliers(last["multiplier"] if last else 1),
        back=scale.y(bottom),
        front=scale.y(scale.front),
        gap=scale.drawn_gap,
        chance=scale.area(rules["last_chance_hole"], bottom + 1),
    )


class Scale:
    """Holes from the back to the front, as heights; of a very long board not every hole is drawn."""

    def __init__(self, back: int, front: int) -> None:
        self.back, self.front = back, front
        self.gap = (HEIGHT - TOP - BOTTOM) / (front - back)

    @property
    def drawn_gap(self) -> float:
        return round(self.gap * ceil(_LEAST_GAP / self.gap), 3)

    def y(self, hole: int) -> float:
        return round(TOP + (self.front - hole) * self.gap, 1)

    def area(self, first: int, last: int) -> tuple[float, float]:
        """Top and height of an area that has these holes and all between them."""
        top, bottom = self.y(first) - self.gap / 2, self.y(last) + self.gap / 2
        return round(top, 1), round(bottom - top, 1)


def zone_of(hole: int, rules: Mapping[str, Any]) -> str:
    """A word for where a peg stands, where that means something (rules 4.8)."""
    if hole >= rules["winner_hole"]:
        return _("winner hole")
    if hole > rules["last_chance_hole"]:
        return ""
    return _("last chance") if hole > rules["last_chance_hole"] - LAST_CHANCE_HOLES else _("out the back")


def _peg(
    place: int,
    player: str,
    course: Mapping[str, Any],
    last: Mapping[str, Any] | None,
    holes: tuple[int, int],
    scale: Scale,
) -> Peg:
    name, (was, hole) = course["players"][player], holes
    column = (WIDTH - LEFT) / len(course["players"])
    return Peg(
        key=place + 1,
        shape=SHAPES[place % len(SHAPES)],
        name=name,
        short=_short(name),
        hole=hole_text(hole),
        move=_move(last["moves"].get(player)) if last else "",
        zone=zone_of(hole, course["rules"]),
        x=round(LEFT + (place + 0.5) * column, 1),
        y=scale.y(hole),
        was=scale.y(was) if was != hole else None,
    )


def _short(name: str) -> str:
    """What of a name stands above a column: the first word of it, as far as there is room."""
    first = name if len(name) <= _LONGEST_NAME else name.split()[0]
    return first if len(first) <= _LONGEST_NAME else f"{first[: _LONGEST_NAME - 1]}…"


def _move(holes: int | None) -> str:
    """Holes moved; of who was not dealt in, nothing."""
    return "" if holes is None else signed_holes(holes)


def signed_holes(moved: int) -> str:
    return f"+{moved}" if moved > 0 else hole_text(moved)


def hole_text(hole: int) -> str:
    """With a sign that is as wide as a plus."""
    return f"{MINUS}{-hole}" if hole < 0 else str(hole)


def _marks(rules: Mapping[str, Any], scale: Scale) -> list[Mark]:
    """The holes that mean something, then tens where there is room between them."""
    ends = {
        rules["winner_hole"]: _("Winner"),
        rules["start"]: _("Start"),
        rules["last_chance_hole"]: _("Last"),
    }
    marks = [_mark(scale.y(hole), f"{text} {hole_text(hole)}", is_end=True) for hole, text in ends.items()]
    marks.append(_mark(scale.y(scale.back), _("Out"), is_end=True))
    step = 10
    while step * scale.gap < _WORD_GAP:
        step *= 10
    for hole in range(-(-scale.back // step) * step, scale.front + 1, step):
        if all(abs(mark.y - scale.y(hole)) >= _WORD_GAP for mark in marks):
            marks.append(_mark(scale.y(hole), hole_text(hole), is_end=False))
    return marks


def _mark(y: float, text: str, *, is_end: bool) -> Mark:
    return Mark(y, round(y + 4, 1), text, is_end)


def _multipliers(reached: int) -> list[tuple[int, int, bool]]:
    holes = [2**doubles for doubles in range(MOST_DOUBLES + 1)]
    return [(times, times * WINNER_POINTS, times == reached) for times in holes]
