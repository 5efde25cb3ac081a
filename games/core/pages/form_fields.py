"""What people type into forms. What could mean two things is asked again, in one sentence."""

import re
from collections.abc import Iterator
from functools import cache
from uuid import UUID
from zoneinfo import available_timezones

from babel.numbers import get_currency_name, get_decimal_symbol
from django.http import QueryDict

from games.core.errors import BadAmount, BadValue
from games.core.formatting import MINUS, Writer, writer_at
from games.core.validators import CURRENCIES
from games.models import Night

# What stands between groups of three digits, somewhere: spaces, apostrophes
_BETWEEN_GROUPS = re.compile(r"[\s'\N{RIGHT SINGLE QUOTATION MARK}]")
_MOST_DIGITS = 18


class Amount:
    """A field for money, in minor units of the writer's currency: "12,50", "12.50", "12" and "1.250,00" are read.

    "1.250" is one and a quarter to some and more than a thousand to others: refused, unless the currency has no
    decimals, or the writer's country has this very sign before three of them. Raises BadAmount.
    """

    def __init__(self, write: Writer) -> None:
        self.decimals = write.decimals
        self.point = get_decimal_symbol(write.locale)
        self.example = write.plain(5 * 10**write.decimals // 4)

    def read(self, typed: str) -> int:
        text = _BETWEEN_GROUPS.sub("'", typed.strip().replace(MINUS, "-"))
        if not text:
            raise BadAmount("Say how much.")
        negative, digits = text[0] == "-", text[text[0] in "-+" :]
        whole, part = self._split(digits, typed)
        if not f"{whole}{part}".isdecimal() or len(whole) > _MOST_DIGITS:
            raise BadAmount("“{typed}” is no amount: write it like {example}.", typed=typed[:20], example=self.example)
        amount = int(whole or "0") * 10**self.decimals + int(part.ljust(self.decimals, "0") or "0")
        return -amount if negative else amount

    def _split(self, digits: str, typed: str) -> tuple[str, str]:
        """Before and after the decimal sign."""
        last = max(digits.rfind("."), digits.rfind(","))
        if last < 0:
            return _without_groups(digits, "'"), ""
        sign, whole, part = digits[last], digits[:last], digits[last + 1 :]
        groups = "," if sign == "." else "."
        if sign in whole or (not self.decimals and len(part) == 3):
            # a sign that comes twice stands between groups, as does any where there are no decimals
            return _without_groups(digits, sign), ""
        if len(part) == 3 and groups not in whole and 1 <= len(whole) <= 3 and (self.decimals, sign) != (3, self.point):
            raise BadAmount(
                "“{typed}” can be read in two ways: write it like {example}.", typed=typed[:20], example=self.example
            )
        if len(part) > self.decimals:
            raise BadAmount(
                "“{typed}” has more decimals than this money: write it like {example}.",
                typed=typed[:20],
                example=self.example,
            )
        return _without_groups(whole, groups), part


def amounts_at(night: Night) -> Amount:
    """How amounts of a night are typed."""
    return Amount(writer_at(night))


def _without_groups(whole: str, sign: str) -> str:
    """The digits, if the sign stands between groups of three; else what is no number."""
    first, *others = whole.replace("'", sign).split(sign)
    if others and not (1 <= len(first) <= 3 and all(len(group) == 3 for group in others)):
        return whole
    return "".join((first, *others))


def id_of(typed: str) -> UUID:
    """What a form names by a hidden value or a choice. Raises BadValue."""
    try:
        return UUID(typed)
    except ValueError:
        raise BadValue("Choose one from the list.") from None


def number_of(typed: str) -> int:
    """A count or a place, in digits. Raises BadValue."""
    if not (typed.isdecimal() and len(typed) <= _MOST_DIGITS):
        raise BadValue("Write a number.")
    return int(typed)


def holes_of(typed: str) -> int:
    """How far a peg moves, back with a minus. Raises BadValue."""
    text = typed.strip().replace(MINUS, "-")
    return -number_of(text[1:]) if text.startswith("-") else number_of(text.removeprefix("+"))


def by_id(sent: QueryDict, name: str) -> Iterator[tuple[UUID, str]]:
    """What was typed in the fields `name-<id>`, one for each player say; those left empty are left out."""
    for field in sent:
        of, _, which = field.partition("-")
        if of == name and (typed := str(sent[field]).strip()):
            yield id_of(which), typed


def one_line(typed: str) -> str:
    """A text as it is kept: without breaks, and one space between its words."""
    return " ".join(typed.split())


@cache
def currencies() -> list[tuple[str, str]]:
    """To choose from: code, and the name people know, in the order of the names."""
    return sorted(((code, get_currency_name(code, locale="en")) for code in CURRENCIES), key=lambda one: one[1])


@cache
def time_zones() -> list[str]:
    """To choose from: the zones that are named for places, continent by continent."""
    return sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
