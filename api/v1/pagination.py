"""Lists page by page, in the order their selector gives them."""

import re
from datetime import UTC
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import DateTimeField, Field, QuerySet
from django.utils.dateparse import parse_datetime
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from api.v1.problems import Problem

_PLACE = re.compile(r"[0-9]{1,9}")
_WHOLE = re.compile(r"[1-9][0-9]{0,2}")
USUAL_ROWS, MOST_ROWS = 50, 200
LONGEST_CURSOR = 1000
BAD_CURSOR = "This cursor did not come from a page of this list."
# What is read out of an empty cursor, and out of most nonsense.
_FIRST_PAGE = Cursor(offset=0, reverse=False, position=None)


class Pages(CursorPagination):
    page_size = USUAL_ROWS
    page_size_query_param = "page_size"
    max_page_size = MOST_ROWS

    def get_page_size(self, request: Request) -> int:
        """As asked for. Raises Problem for a size that no page has."""
        given = request.query_params.get(self.page_size_query_param)
        if given is None:
            return self.page_size
        if not _WHOLE.fullmatch(given) or int(given) > self.max_page_size:
            raise Problem("bad_format", f"page_size is a whole number from 1 to {self.max_page_size}.")
        return int(given)

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        return tuple(queryset.query.order_by or queryset.model._meta.ordering)

    def decode_cursor(self, request: Request) -> Cursor | None:
        if len(request.query_params.get(self.cursor_query_param, "")) > LONGEST_CURSOR:
            raise ValueError("no cursor is so long")
        cursor: Cursor | None = super().decode_cursor(request)
        if cursor == _FIRST_PAGE:
            raise ValueError("the first page has no cursor, so nobody was given this one")
        if cursor is not None and cursor.position is not None:
            _check_position(self.column, str(cursor.position))
        return cursor

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        self.column = _column(queryset, self.get_ordering(request, queryset, view)[0])
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValidationError, ValueError, OverflowError, DataError):
            # A cursor that somebody wrote by hand: its position is no value of the column it stands for.
            raise Problem("bad_format", BAD_CURSOR) from None


class ListPages(Pages):
    """Pages of a list that a selector has put together. A cursor names the place in it."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        self.column, self.base_url = None, request.build_absolute_uri()
        self.size, self.count = self.get_page_size(request), len(queryset)
        try:
            self.start = self._start(self.decode_cursor(request))
        except (NotFound, ValueError):
            raise Problem("bad_format", BAD_CURSOR) from None
        return list(queryset[self.start : self.start + self.size])

    def get_next_link(self) -> str | None:
        end = self.start + self.size
        return self._link(end) if end < self.count else None

    def get_previous_link(self) -> str | None:
        return self._link(max(self.start - self.size, 0)) if self.start else None

    def _link(self, place: int) -> str:
        link: str = self.encode_cursor(Cursor(offset=0, reverse=False, position=place))
        return link

    def _start(self, cursor: Cursor | None) -> int:
        if cursor is None:
            return 0
        if cursor.reverse or cursor.offset or not _PLACE.fullmatch(str(cursor.position)):
            raise ValueError("this cursor names no place in a list")
        return int(str(cursor.position))


def _check_position(column: "Field[Any, Any] | None", position: str) -> None:
    """Raises for what can be no value of the column, before the database is asked: its refusal ends a transaction."""
    if "\0" in position:
        raise ValueError("no text has this character")
    if isinstance(column, DateTimeField):
        moment = parse_datetime(position)
        if moment is None or moment.tzinfo is None:
            raise ValueError("this is no moment")
        moment.astimezone(UTC)
    elif column is not None:
        column.run_validators(column.to_python(position))


def _column(queryset: QuerySet[Any], order: str) -> "Field[Any, Any] | None":
    """What a list is ordered by first; None where that is worked out."""
    name = order.lstrip("-")
    return next((field for field in queryset.model._meta.fields if field.name == name), None)
