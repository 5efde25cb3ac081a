"""Addresses of the desk that are no lists of rows. Forms go through `@write` and a service, which asks who may."""

from collections.abc import Callable

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse

from games.audit.admin import audit_page
from games.clubs.admin import anonymise_page
from games.core.admin.admin_view import desk_page
from games.core.admin.site import CHOSEN, AtDesk
from games.disputes.admin import dispute_page
from games.play.admin import correction_pages, ruling_pages
from games.play.admin.search_page import searching

Page = Callable[..., HttpResponse]


def urls_of(site: AdminSite) -> list[URLPattern]:
    def inside(view: Page) -> Page:
        return site.admin_view(view)

    hand, dispute = "games/hand/<uuid:hand_id>/", "games/dispute/<uuid:dispute_id>/"
    return [
        path("club/", inside(choose_club), name="desk-club"),
        path("search/", inside(searching), name="search"),
        path("games/member/<uuid:member_id>/forget/", anonymise_page.forget, name="member-forget"),
        path("club/<uuid:club_id>/audit/", audit_page.start, name="audit-start"),
        path(f"{hand}correct/", inside(correction_pages.correcting), name="correct-hand"),
        path(f"{hand}correct/apply/", correction_pages.apply, name="correct-apply"),
        path(f"{hand}rule/", inside(ruling_pages.ruling), name="rule-hand"),
        path(f"{hand}rule/apply/", ruling_pages.apply, name="rule-apply"),
        path(f"{dispute}answer/", dispute_page.answer, name="dispute-answer"),
        path(f"{dispute}end/", dispute_page.end, name="dispute-end"),
        path("games/entry/<uuid:entry_id>/dispute/", dispute_page.open_on_entry, name="dispute-entry"),
    ]


@desk_page
def choose_club(request: HttpRequest, found: AtDesk) -> HttpResponse:
    """For which of one's clubs the desk works from now on."""
    chosen = request.POST.get("club", "")
    if any(str(club.pk) == chosen for club in found.clubs):
        request.session[CHOSEN] = chosen
    return HttpResponseRedirect(reverse("admin:index"))
