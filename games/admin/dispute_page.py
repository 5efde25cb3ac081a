"""A dispute at the desk: what it is about, who said what, and how it may end."""

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from games.admin.opening import rights_in
from games.desk import AtDesk
from games.models import Club, Dispute
from games.pages.disputed_matter import about
from games.pages.entry_words import words_of
from games.pages.fields import id_of
from games.pages.writing import write
from games.selectors.disputes import remedies_since, thread_of
from games.services import disputes
from games.services.actor import Actor


def shown(request: HttpRequest, found: AtDesk, dispute: Dispute) -> HttpResponse:
    club = dispute.club
    may, member = rights_in(found, club), found.members.get(club.pk)
    rights = disputes.rights_on(member, dispute) if member else None
    drawn = {
        "desk": found,
        "club": club,
        "may": may,
        "dispute": dispute,
        "thread": thread_of(dispute)["messages"],
        "zone": ZoneInfo(dispute.night.time_zone if dispute.night else club.time_zone),
        "overdue": dispute.is_running and dispute.due_at < timezone.now(),
        "about": _about(dispute, club),
        "rights": rights,
        "remedies": words_of(remedies_since(dispute), club) if rights and rights.end else [],
        "remedy": next(iter(words_of([dispute.remedy], club)), None) if dispute.remedy else None,
    }
    return render(request, "admin/desk/dispute.html", drawn)


@write
def answer(request: HttpRequest, actor: Actor, dispute_id: UUID) -> str:
    disputes.answer_dispute(actor, dispute_id, request.POST.get("text", ""))
    return _address(dispute_id)


@write
def end(request: HttpRequest, actor: Actor, dispute_id: UUID) -> str:
    """Upheld, where an entry is named that put it right; else rejected. Its opener withdraws it."""
    given, reason = request.POST, request.POST.get("reason", "")
    match given.get("how", ""):
        case Dispute.State.UPHELD:
            disputes.uphold_dispute(actor, dispute_id, reason, id_of(given.get("remedy", "")))
        case Dispute.State.WITHDRAWN:
            disputes.withdraw_dispute(actor, dispute_id, reason)
        case _:
            disputes.reject_dispute(actor, dispute_id, reason)
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
        to, right = f"{to}?step={told.step}" if told.step else to, reverse("admin:correct-hand", args=[dispute.hand_id])
    elif dispute.payment_id:
        to, right = reverse("admin:games_payment_change", args=[dispute.payment_id]), None
    else:
        to = reverse("admin:games_entry_change", args=[dispute.entry_id])
        right = reverse("night-money", args=[dispute.night_id])
    return {**told._asdict(), "to": to, "right": right}
