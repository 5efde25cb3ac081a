"""What a list can be narrowed down to, and turned around by, in its query."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from api.v1.fields import IS_UUID
from api.v1.problems import Problem
from games.core import list_filters as select
from games.models import Entry

Rows = QuerySet[Any]
LONGEST = 100


@dataclass(frozen=True, slots=True)
class Filter:
    """A parameter of the query. `apply` takes the rows and the text that was given; it raises ValueError."""

    parameter: OpenApiParameter
    apply: Callable[[Rows, str], Rows]


def narrowed(rows: Rows, filters: tuple[Filter, ...], request: Request) -> Rows:
    """The rows that the query asks for. Raises Problem for a value that none of them could have."""
    for one in filters:
        text = request.query_params.get(one.parameter.name)
        if text is None:
            continue
        try:
            rows = one.apply(rows, text)
        except (ValueError, OverflowError):
            raise Problem("bad_format", f"{one.parameter.name}: {one.parameter.description}") from None
    return rows


def word(name: str, choices: list[str], description: str, *, field: str | None = None) -> Filter:
    """One of several words, or several of them, with commas between; of the field of that name unless given."""

    def apply(rows: Rows, text: str) -> Rows:
        wanted = text.split(",")
        if not set(wanted) <= set(choices):
            raise ValueError(text)
        return rows.filter(**{f"{field or name}__in": wanted})

    known = ", ".join(f"`{choice}`" for choice in choices)
    return Filter(
        _parameter(name, OpenApiTypes.STR, f"{description} One or more, with commas between, of {known}."), apply
    )


def text(name: str, field: str, description: str) -> Filter:
    def apply(rows: Rows, given: str) -> Rows:
        if len(given) > LONGEST or any(unicodedata.category(letter) in ("Cc", "Cs") for letter in given):
            raise ValueError(given)
        return rows.filter(**{field: unicodedata.normalize("NFC", given)})

    return Filter(_parameter(name, OpenApiTypes.STR, f"{description} At most {LONGEST} characters."), apply)


def flag(name: str, field: str, description: str, *, when: bool = True) -> Filter:
    """Rows whose field is what is asked for, or, with `when` false, the opposite."""

    def apply(rows: Rows, given: str) -> Rows:
        if given not in ("true", "false"):
            raise ValueError(given)
        return rows.filter(**{field: (given == "true") is when})

    return Filter(_parameter(name, OpenApiTypes.BOOL, f"{description} `true` or `false`."), apply)


def day(name: str, narrow: Callable[[Rows, date], Rows], description: str) -> Filter:
    def apply(rows: Rows, given: str) -> Rows:
        wanted = date.fromisoformat(given)
        if wanted.isoformat() != given:  # Python reads a week and a day of it too
            raise ValueError(given)
        return narrow(rows, wanted)

    return Filter(_parameter(name, OpenApiTypes.DATE, f"{description} A date such as 2026-01-15."), apply)


def player(narrow: Callable[[Rows, UUID], Rows], description: str) -> Filter:
    return _by_id("player", narrow, description)


def night(narrow: Callable[[Rows, UUID], Rows], description: str) -> Filter:
    return _by_id("night", narrow, description)


def _by_id(name: str, narrow: Callable[[Rows, UUID], Rows], description: str) -> Filter:
    def apply(rows: Rows, given: str) -> Rows:
        if not IS_UUID.fullmatch(given):
            raise ValueError(given)
        return narrow(rows, UUID(given))

    return Filter(_parameter(name, OpenApiTypes.UUID, f"{description} A {name}'s id."), apply)


def order(*names: str, **fields: str) -> Filter:
    """By one of these, with a minus in front the other way round. Rows that are equal in it are ordered by id.

    `fields` has the names that the column does not have itself, as `created_at="at"`.
    """
    columns = {name: name for name in names} | fields
    choices = {sign + name: sign + column for name, column in columns.items() for sign in ("", "-")}
    allowed = ", ".join(f"`{choice}`" for choice in choices)

    def apply(rows: Rows, given: str) -> Rows:
        if given not in choices:
            raise ValueError(given)
        return rows.order_by(choices[given], "-id" if given.startswith("-") else "id")

    return Filter(_parameter("order", OpenApiTypes.STR, f"Another order: one of {allowed}.", list(choices)), apply)


def _parameter(name: str, kind: Any, description: str, choices: list[str] | None = None) -> OpenApiParameter:
    return OpenApiParameter(name, kind, description=description, enum=choices)


SINCE = day("since", select.nights_since, "Opened on this day or later, by the clock of the night.")
UNTIL = day("until", select.nights_until, "Opened on this day or earlier, by the clock of the night.")
ENTRY_ORDER = order(created_at="at")
# Of entries that are all of one kind.
ENTRIES_OF_PLAYERS = (player(lambda entries, one: entries.filter(player=one), "Whom it concerns."), ENTRY_ORDER)
ENTRIES = (word("kind", Entry.Kind.values, "What it is about."), *ENTRIES_OF_PLAYERS)
