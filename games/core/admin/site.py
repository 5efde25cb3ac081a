"""The desk: Django's admin, open to a club's admins and its arbiter, for the things of their club.

One works for one club at a time. Who runs the installation comes in too, and may look at every club; what is written,
the services write, and they know members only.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from games.clubs.selectors.admin_overview import clubs_at_desk
from games.core.actor import Actor
from games.core.permissions import May, memberships
from games.models import Club, Member, User

CHOSEN = "desk-club"
_KEPT = "_at_desk"


@dataclass(frozen=True, slots=True)
class AtDesk:
    """Who has come to the desk: of which `clubs` they may see everything, and for which `club` they work now.

    `members` are their memberships by club. Of who runs the installation there may be none.
    """

    actor: Actor
    clubs: tuple[Club, ...]
    club: Club | None
    members: dict[UUID, Member]

    @property
    def own_club(self) -> Club | None:
        """The club one works for, where one is in it: its own page is theirs to open."""
        return self.club if self.club and self.club.pk in self.members else None

    def sees(self, club_id: UUID) -> bool:
        return any(club.pk == club_id for club in self.clubs)


def at_desk(request: HttpRequest) -> AtDesk | None:
    """Who may come to the desk, and nobody else: worked out once a request."""
    if not hasattr(request, _KEPT):
        setattr(request, _KEPT, _come(request))
    found: AtDesk | None = getattr(request, _KEPT)
    return found


def _come(request: HttpRequest) -> AtDesk | None:
    user = request.user
    if not isinstance(user, User) or not user.is_active:
        return None
    actor = Actor(user)
    members = {member.club_id: member for member in memberships(actor, May.COME_TO_DESK)}
    if not members and not user.is_superuser:
        return None
    clubs = tuple(clubs_at_desk(None if user.is_superuser else members))
    chosen = request.session.get(CHOSEN)
    club = next((club for club in clubs if str(club.pk) == chosen), clubs[0] if clubs else None)
    return AtDesk(actor, clubs, club, members)


# The addresses of pages that are no list of rows, once the site is given; what the first page shows.
Pages = Callable[[AdminSite], list[URLPattern]]
FirstPage = Callable[[AtDesk | None], dict[str, Any]]


class Desk(AdminSite):
    """The site: who may come in, where they sign in. What there is to see it is told, as of each model's list."""

    site_title = _("Desk")
    site_header = _("Desk")
    index_title = _("What waits")
    empty_value_display = "–"
    _pages: Pages
    _first_page: FirstPage

    def open_pages(self, pages: Pages, first_page: FirstPage) -> None:
        """What stands there beside the lists."""
        self._pages, self._first_page = pages, first_page

    def has_permission(self, request: HttpRequest) -> bool:
        return at_desk(request) is not None

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """By the clock of the club."""
        opened = super().admin_view(view, cacheable)

        @wraps(opened)
        def by_its_clock(request: HttpRequest, *args: Any, **url: Any) -> HttpResponse:
            found = at_desk(request)
            if found is None or found.club is None:
                return opened(request, *args, **url)
            with timezone.override(found.club.time_zone):
                response = opened(request, *args, **url)
                return response.render() if hasattr(response, "render") else response

        return by_its_clock

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return {**super().each_context(request), "desk": at_desk(request)}

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """As everywhere else; who is signed in and has no business here is told so."""
        if request.user.is_authenticated and not self.has_permission(request):
            raise PermissionDenied(_("To the desk come a club's owners and admins, and its arbiter."))
        back = request.GET.get("next", "")
        ours = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()})
        if request.user.is_authenticated:
            return redirect(back if ours else "admin:index")
        return redirect_to_login(back if ours else request.get_full_path(), settings.LOGIN_URL)

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """On the page of one's account, which also signs other devices out."""
        return redirect("account")

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        return super().index(request, {**self._first_page(at_desk(request)), **(extra_context or {})})

    def get_urls(self) -> list[Any]:
        return [*self._pages(self), *super().get_urls()]
