"""Links back and forth through a hand or a match. `templates/core/steps.html` draws them, `steps.js` plays."""

from typing import NamedTuple

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.errors import BadValue

_MOST_DIGITS = 9


class Link(NamedTuple):
    """`to` is the query that leads there, None where one is there already."""

    way: str
    sign: str
    words: str | Promise
    to: str | None


class Steps(NamedTuple):
    """At one step of 0 to `last`; the links put what they lead to in place of the element with the id `target`.

    `along` is what else stands in the address, with an & behind it.
    """

    at: int
    last: int
    name: str
    target: str
    along: str = ""

    @property
    def links(self) -> list[Link]:
        ways = (
            ("first", "⏮", _("First step"), 0),
            ("back", "◀", _("Step back"), self.at - 1),
            ("next", "▶", _("Step on"), self.at + 1),
            ("last", "⏭", _("Last step"), self.last),
        )
        return [
            Link(way, sign, words, f"?{self.along}{self.name}={to}" if 0 <= to <= self.last and to != self.at else None)
            for way, sign, words, to in ways
        ]


def asked_for(given: QueryDict, name: str) -> int | None:
    """The step that an address names, None where it names none. Raises BadValue for what is no number."""
    text = given.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise BadValue("A step is a number.")
    return int(text)
