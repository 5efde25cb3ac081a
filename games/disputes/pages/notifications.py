"""What one was told of: disputes, corrections, rulings, an audit that failed; each leads to what it is about."""

from collections.abc import Collection
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.core.actor import Actor
from games.core.formatting import writer_at
from games.core.pages.page_view import page
from games.disputes.pages.dispute_subject import hand_title
from games.disputes.selectors.notifications import hand_of, moved_for, notifications_of, with_matter
from games.disputes.services import notifications
from games.models import Notification

AT_ONCE = 50


@require_safe
@page
def told(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The newest, what is new marked once; older ones stay where they belong, with their dispute, hand or audit."""
    rows = list(with_matter(notifications_of(actor))[:AT_ONCE])
    lines = lines_of(actor, rows)
    notifications.see_all(actor, [row.pk for row in rows if row.seen_at is None])
    return render(request, "disputes/notifications.html", {"lines": lines})


def lines_of(actor: Actor, rows: Collection[Notification]) -> list[dict[str, object]]:
    moved = moved_for(actor, rows)
    return [_line_of(one, moved.get(one.pk)) for one in rows]


def _line_of(notification: Notification, moved: int | None) -> dict[str, object]:
    """`moved` is what came of it for who was told, where it moved money of theirs."""
    hand = hand_of(notification)
    return {
        "moved": writer_at(hand.night).signed(moved) if hand and moved else "",
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
