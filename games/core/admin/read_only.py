"""Lists and single rows of what a club has: to look at, nothing to change. What changes, the services change."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import DateTimeField, Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from games.core.admin.site import AtDesk, at_desk
from games.core.formatting import day, locale_at
from games.core.pages.page_view import answered

# Whoever goes further back than this narrows the list down first.
MOST_PAGES = 200
_LISTS = ("changelist", "autocomplete")


class Uncounted(Paginator):
    """Pages of a list that nobody counts: of rows beyond the page asked for it knows only whether there are any."""

    def __init__(self, rows: Any, per_page: int, number: int) -> None:
        super().__init__(rows, per_page)
        number = min(max(number, 1), MOST_PAGES)
        first = (number - 1) * per_page
        self._first, self._found = first, list(rows[first : first + per_page + 1])

    @property
    def count(self) -> int:
        """As many as are known of."""
        return self._first + len(self._found)

    def page(self, number: int | str) -> Page:
        number = min(self.validate_number(number), MOST_PAGES)
        return Page(self._found[: self.per_page], number, self)


class ReadOnly(admin.ModelAdmin):
    """Rows of the club that the desk works for; one row of any club that its viewer may see. Else: not there.

    `club` is the look-up from a row to its club. `narrows` are the fields by which an address may narrow the list:
    no others, since who filters by what is hidden has read it. `of_installation` are rows of no club.
    """

    club: ClassVar[str] = "club"
    narrows: ClassVar[tuple[str, ...]] = ()
    of_installation: ClassVar[bool] = False
    list_per_page: ClassVar[int] = 50
    # None: "show all" of what nobody has counted would be all there is.
    list_max_show_all: ClassVar[int] = 0
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    sortable_by = ()
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        found = at_desk(request)
        return found is not None and (found.actor.user.is_superuser or not self.of_installation)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup.removesuffix("__exact").removesuffix("__id") in self.narrows

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows, found = super().get_queryset(request), at_desk(request)
        if not _is_list(request):
            # a row that no list has, such as a deal that was undone, can still be looked at by its address
            rows = self.model._base_manager.all()
        if found is None:
            return rows.none()
        if self.of_installation:
            return rows if found.actor.user.is_superuser else rows.none()
        if _is_list(request):
            return rows.filter(**{self.club: self.named(found.club)}) if found.club else rows.none()
        return rows.filter(**{f"{self.club}__in": [self.named(club) for club in found.clubs]})

    def named(self, club: Any) -> Any:
        """What `club` leads to: the club itself, where it does not say otherwise."""
        return club.pk

    def get_list_display(self, request: HttpRequest) -> Any:
        return [self._written(name, request) for name in super().get_list_display(request)]

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return [self._written(name, request) for name in super().get_fields(request, obj)]

    def _written(self, name: Any, request: HttpRequest) -> Any:
        """A field or column; a moment as the club for which the desk works writes it, by its clock, to the second."""
        field = next((one for one in self.opts.fields if one.name == name), None)
        if not isinstance(field, DateTimeField):
            return name
        found, nothing = at_desk(request), self.get_empty_value_display()

        @admin.display(description=field.verbose_name)
        def moment(row: Model) -> str:
            at = getattr(row, field.name)
            if at is None:
                return nothing
            at = timezone.localtime(at)
            return f"{day(at, locale_at(found.club)) if found and found.club else day(at)}, {at:%H:%M:%S}"

        moment.__name__ = field.name
        return moment

    def get_paginator(self, request: HttpRequest, queryset: Any, per_page: int, *_args: Any, **_how: Any) -> Paginator:
        number = request.GET.get("p") or request.GET.get("page") or "1"
        return Uncounted(queryset, per_page, int(number) if number.isascii() and number.isdecimal() else 1)

    def _get_obj_does_not_exist_redirect(self, request: HttpRequest, opts: Any, object_id: str) -> HttpResponse:
        """Another club's row is answered as one that is not there."""
        raise Http404


class WithPage(ReadOnly):
    """One row is a page of our own, which `shown` draws."""

    shown: Callable[[HttpRequest, AtDesk, Any], HttpResponse]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if request.method == "POST":
            raise PermissionDenied
        row, found = self.get_object(request, object_id), at_desk(request)
        if row is None or found is None:
            raise Http404
        return answered(lambda: self.shown(request, found, row))


def _is_list(request: HttpRequest) -> bool:
    name = request.resolver_match.url_name if request.resolver_match else ""
    return (name or "").endswith(_LISTS)
