"""A dispute at the desk: what it is about, who said what, and how it may end."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from games.core.actor import Actor
from games.core.admin.admin_view import rights_in
from games.core.admin.site import AtDesk
from games.core.pages.form_fields import id_of
from games.core.pages.form_view import write
from games.disputes.pages.dispute_subject import about
from games.disputes.pages.disputes import end_as_said, place_of, thread
from games.disputes.services import disputes, notifications
from games.models import Club, Dispute


def shown(request: HttpRequest, found: AtDesk, dispute: Dispute) -> HttpResponse:
    club = dispute.club
    notifications.see_about(found.actor, dispute)
    may, member = rights_in(found, club), found.members.get(club.pk)
    rights = disputes.rights_on(member, dispute) if member else None
    drawn = {
        "desk": found,
        "may": may,
        "overdue": dispute.is_running and dispute.due_at < timezone.now(),
        "about": _about(dispute, club),
    }
    return render(request, "disputes/admin/dispute.html", drawn | thread(dispute, club, rights))


@write
def answer(request: HttpRequest, actor: Actor, dispute_id: UUID) -> str:
    disputes.answer_dispute(actor, dispute_id, request.POST.get("text", ""))
    return _address(dispute_id)


@write
def end(request: HttpRequest, actor: Actor, dispute_id: UUID) -> str:
    end_as_said(actor, dispute_id, request.POST)
    return _address(dispute_id)


@write
def open_on_entry(request: HttpRequest, actor: Actor, entry_id: UUID) -> str:
    """For a player who says so at the desk, or who has no account."""
    given = request.POST
    player = id_of(given["player"]) if given.get("player") else None
    dispute = disputes.open_dispute(actor, given.get("text", ""), entry_id=entry_id, player_id=player)
    return _address(dispute.pk)


def _address(dispute_id: UUID) -> str:
    return reverse("admin:games_dispute_change", args=[dispute_id])


def _about(dispute: Dispute, club: Club) -> dict[str, Any]:
    """What it is about in words, where to look at it, who entered it, and where it may be put right."""
    told = about(dispute, club)
    if dispute.hand_id:
        to = reverse("admin:games_hand_change", args=[dispute.hand_id])
        to = f"{to}?step={told.step}" if told.step else to
    elif dispute.payment_id:
        to = reverse("admin:games_payment_change", args=[dispute.payment_id])
    else:
        to = reverse("admin:games_entry_change", args=[dispute.entry_id])
    return {**told._asdict(), "to": to, "right": place_of(dispute)}
