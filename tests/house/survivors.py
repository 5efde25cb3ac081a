"""Changes that no test notices, and why that may be so: where, a piece of the line as it was tried, the reason."""

import re
from typing import NamedTuple


class Reason(NamedTuple):
    """`where` and `tried` are patterns: of the function's name, and of the line as it was tried."""

    where: str
    tried: str
    why: str


REASONS = (
    Reason(
        "",
        r"\bzip\(.*(strict=(None|False)|, )\)",
        "`strict=True` is an assertion: both sides have a value for each seat, or for each direction",
    ),
    Reason(
        r"Judge\.winners",
        r"best\.value for best in bests\.values\(\) if best\), \)",
        "no game has yet a direction in which nobody's hand makes anything",
    ),
    Reason(
        r"PotGame\.(both_rule|shares_undeclared)",
        "return",
        "every game is asked, and it counts only where a pot can be won in two ways, which says it anew",
    ),
    Reason(
        r"Betting\._amounts",
        r"return Amounts\(choices, ",
        "where there are sizes, nobody reads the bounds and the step beside them",
    ),
    Reason(
        r"Betting\.take",
        r"(offer\.amount|action\.to) or 1",
        "a call has its amount and a bet its size; the `or` is there for the types",
    ),
    Reason(r"Betting\.begin", r"\(-2,\)", "any number below zero says that a seat has not acted"),
    Reason(r"betting\._ask", r"turn \+ 2 \+ seats", "the first seat would be looked at a second time"),
    Reason(
        r"betting\.owed|pots\.side_pots",
        r"missing < 0|>= reach|reach > highest|put_in >= below",
        "of two equal amounts either is the larger; a difference of nothing adds nothing",
    ),
)


def why(where: str, tried: str) -> str | None:
    """The reason that fits, None where a test is missing."""
    fitting = (one.why for one in REASONS if re.search(one.where, where) and re.search(one.tried, tried))
    return next(fitting, None)
