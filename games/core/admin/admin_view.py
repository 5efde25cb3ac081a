"""What every page of the desk that is no list does with whoever opens it."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse

from games.core.admin.site import AtDesk, at_desk
from games.core.errors import NotFound
from games.core.pages.page_view import answered, rights_of
from games.models import Club, Hand, Member

Page = Callable[..., HttpResponse]


def desk_page(view: Page) -> Page:
    """A view `(request, found, **url)` for who has come to the desk (`AdminSite.admin_view` lets nobody else in)."""

    @wraps(view)
    def opened(request: HttpRequest, **url: Any) -> HttpResponse:
        found = at_desk(request)
        if found is None:
            raise Http404
        return answered(lambda: view(request, found, **url))

    return opened


def hand_at_desk(found: AtDesk, hand_id: UUID) -> Hand:
    """A hand that may be seen there, with its night and club. Raises NotFound."""
    hand = Hand.with_undone.select_related("night__club").filter(pk=hand_id).first()
    if hand is None or not found.sees(hand.night.club_id):
        raise NotFound("There is no such hand.")
    return hand


def rights_in(found: AtDesk, club: Club) -> dict[str, bool]:
    """What may be offered there; nothing to whoever only runs the installation."""
    member: Member | None = found.members.get(club.pk)
    return rights_of(member) if member else {}
