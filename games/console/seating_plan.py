"""Where people sit round a table on a screen: at its two ends, and in rows down its sides."""

from collections.abc import Sequence

from games.nights.selectors.seats import Sitting

# Clockwise from the bottom; the rows of a side are counted from the top. The ends are kept for odd numbers and for
# whoever the sides leave over, so that what lies in the middle has all the room between.
_SPOTS = {
    1: "bottom",
    2: "bottom top",
    3: "bottom left-1 right-1",
    4: "left-2 left-1 right-1 right-2",
    5: "bottom left-2 left-1 right-1 right-2",
    6: "bottom left-2 left-1 top right-1 right-2",
    7: "bottom left-3 left-2 left-1 right-1 right-2 right-3",
    8: "bottom left-3 left-2 left-1 top right-1 right-2 right-3",
    9: "bottom left-4 left-3 left-2 left-1 right-1 right-2 right-3 right-4",
    10: "bottom left-4 left-3 left-2 left-1 top right-1 right-2 right-3 right-4",
}

_MOST = max(_SPOTS)


def around(dealt: Sequence[str], circle: Sequence[Sitting]) -> list[str]:
    """Who was dealt in, clockwise, and between them the others at the table, while there is a spot for everybody."""
    found, at = list(dealt), -1
    for one in circle:
        if one.player in found:
            at = found.index(one.player)
        else:
            at += 1
            found.insert(at, one.player)
    return found if len(found) <= _MOST else list(dealt)


def seated_now(circle: Sequence[Sitting]) -> list[str]:
    """Who has a place at the table, clockwise; of more than there are spots, those who are dealt in."""
    return around([one.player for one in circle if not one.out], circle)


def spots(players: Sequence[str]) -> dict[str, str]:
    """The spot of each, clockwise from the bottom. More than can be dealt in have no spots: they are listed."""
    words = _SPOTS.get(len(players), "").split() or [""] * len(players)
    return dict(zip(players, words, strict=True))
