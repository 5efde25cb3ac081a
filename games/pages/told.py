"""What one was told of: disputes, corrections, rulings, an audit that failed; each leads to what it is about."""

from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.models import Notification
from games.pages.disputed_matter import hand_title
from games.pages.reading import page
from games.pages.writing import write
from games.selectors.notifications import notifications_of
from games.services import notifications
from games.services.actor import Actor

AT_ONCE = 50


@require_safe
@page
def told(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The newest; older ones stay where they belong, with their dispute, hand or audit."""
    rows = notifications_of(actor).select_related("club", "hand", "dispute__hand")[:AT_ONCE]
    return render(request, "account/told.html", {"lines": [line_of(one) for one in rows]})


@write
def see(_request: HttpRequest, actor: Actor, notification_id: UUID) -> str:
    """Seen, and on to what it is about."""
    return place_of(notifications.see(actor, notification_id))


def line_of(notification: Notification) -> dict[str, object]:
    hand = notification.dispute.hand if notification.dispute else notification.hand
    return {
        "told": notification,
        "about": hand_title(hand) if hand else "",
        "sentence": notifications.sentence_of(notification),
        "to": place_of(notification),
        "zone": ZoneInfo(notification.club.time_zone),
    }


def place_of(notification: Notification) -> str:
    if notification.dispute_id:
        return reverse("dispute-page", args=[notification.dispute_id])
    if notification.hand_id:
        return reverse("hand-page", args=[notification.hand_id])
    return reverse("admin:games_audit_change", args=[notification.audit_id])
