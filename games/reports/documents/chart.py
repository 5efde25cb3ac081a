"""A chart as numbers: where lines, marks and words stand. The template draws it as SVG; no script is needed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

WIDTH, HEIGHT = 400, 250
LEFT, RIGHT, TOP, BOTTOM = 56, 24, 12, 28
LINE_COLOURS = ("#0b6e4f", "#b3261e", "#1f5fbf", "#a15c00", "#7b3fa0", "#00798c", "#c2185b", "#5f6368")
# Colour alone tells nothing to one man in twelve: each line has dashes of its own as well, and its number at the end.
DASHES = ("", "7 3", "2 3", "10 3 2 3", "5 2 1 2", "12 4", "1 2", "8 2 2 2 2 2")
_LABEL_GAP = 13
_MOST_POINTS = 300
_TICKS = 4


class Curve(NamedTuple):
    """Values in minor units, at places along the axis."""

    label: str
    points: Sequence[tuple[float, int]]


class Word(NamedTuple):
    x: float
    y: float
    text: str
    anchor: str = "middle"


class Line(NamedTuple):
    """`key` chooses its colour in the style sheet; colour and dash are what paper gets."""

    key: int
    colour: str
    dash: str
    path: str
    end: tuple[float, float]
    mark: Word


class Rule(NamedTuple):
    y: float
    word: Word
    is_zero: bool


@dataclass(frozen=True, slots=True)
class Chart:
    title: str
    rules: list[Rule]
    lines: list[Line]
    along: list[Word]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def chart(
    title: str, curves: Sequence[Curve], along: Sequence[tuple[float, str]], write: Callable[[int], str]
) -> Chart | None:
    """None where there is no line to be drawn. `along` are the words under the axis, by place."""
    curves = [curve._replace(points=_thinned(curve.points)) for curve in curves]
    places = [place for curve in curves for place, _ in curve.points]
    if not places or min(places) == max(places):
        return None
    values = [0, *(value for curve in curves for _, value in curve.points)]
    step = _step(max(values) - min(values))
    low, high = min(values) // step * step, -(-max(values) // step) * step or step

    def x(place: float) -> float:
        share = (place - min(places)) / (max(places) - min(places))
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(value: int) -> float:
        return round(TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    rules = [
        Rule(y(value), Word(LEFT - 6, y(value) + 4, write(value)), value == 0) for value in range(low, high + 1, step)
    ]
    lines = [_line(number, curve, x, y) for number, curve in enumerate(curves)]
    words = [_word_below(x(place), text) for place, text in along]
    return Chart(title, rules, _spread(lines), words)


def _word_below(x: float, text: str) -> Word:
    """In the middle below its place, unless it would stand out at a side."""
    anchor = "start" if x <= LEFT + 1 else "end" if x >= WIDTH - RIGHT - 1 else "middle"
    return Word(x, HEIGHT - 8, text, anchor)


def _line(number: int, curve: Curve, x: Callable[[float], float], y: Callable[[int], float]) -> Line:
    spots = [(x(place), y(value)) for place, value in curve.points]
    path = "M" + " L".join(f"{left} {top}" for left, top in spots)
    key = number % len(LINE_COLOURS)
    end = spots[-1]
    return Line(key + 1, LINE_COLOURS[key], DASHES[key], path, end, Word(end[0] + 9, end[1] + 4, str(number + 1)))


def _spread(lines: list[Line]) -> list[Line]:
    """The numbers at the ends, moved apart where they would stand on each other; never out of the picture."""
    order = sorted(range(len(lines)), key=lambda index: lines[index].mark.y)
    tops: list[float] = []
    for index in order:
        wanted = lines[index].mark.y
        tops.append(max(wanted, tops[-1] + _LABEL_GAP) if tops else wanted)
    limit = HEIGHT - BOTTOM + 4.0
    for place in range(len(tops) - 1, -1, -1):
        tops[place] = min(tops[place], limit)
        limit = tops[place] - _LABEL_GAP
    moved = dict(zip(order, tops, strict=True))
    return [line._replace(mark=line.mark._replace(y=round(moved[at], 1))) for at, line in enumerate(lines)]


def _step(span: int) -> int:
    """A round distance between rules: 1, 2 or 5 and noughts."""
    least = max(1, -(-span // _TICKS))
    unit = 1
    while unit * 10 < least:
        unit *= 10
    return next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= least)


def _thinned(points: Sequence[tuple[float, int]]) -> Sequence[tuple[float, int]]:
    """Not more than the eye can tell apart; the last one stays."""
    every = -(-len(points) // _MOST_POINTS)
    return points if every <= 1 else [*points[:-1:every], points[-1]]
