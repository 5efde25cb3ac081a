"""Lists page by page, in the order their selector gives them."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from api.v1.problems import Problem


class Pages(CursorPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        return tuple(queryset.query.order_by or queryset.model._meta.ordering)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValidationError, ValueError):
            # A cursor that somebody wrote by hand: its position is no value of the column it stands for.
            raise Problem("bad_format", "This cursor is none of ours.") from None
