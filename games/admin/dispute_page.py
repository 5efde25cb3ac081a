"""A dispute at the desk: what it is about, who said what, and how it may end."""

from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.admin.entry_words import words_of
from games.admin.opening import rights_in
from games.desk import AtDesk
from games.models import Club, Dispute, Entry
from games.pages.fields import id_of
from games.pages.writing import write
from games.selectors.disputes import remedies_since, thread_of
from games.selectors.postings import title_of
from games.selectors.replays import replay
from games.services import disputes
from games.services.actor import Actor


def shown(request: HttpRequest, found: AtDesk, dispute: Dispute) -> HttpResponse:
    club = dispute.club
    may = rights_in(found, club)
    drawn = {
        "desk": found,
        "club": club,
        "may": may,
        "dispute": dispute,
        "thread": thread_of(dispute)["messages"],
        "zone": ZoneInfo(dispute.night.time_zone if dispute.night else club.time_zone),
        "overdue": dispute.is_running and dispute.due_at < timezone.now(),
        "about": _about(dispute, club),
        "is_opener": _is_opener(found, dispute),
        "remedies": words_of(remedies_since(dispute), club) if dispute.is_running and may.get("end_dispute") else [],
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


def _is_opener(found: AtDesk, dispute: Dispute) -> bool:
    member = found.members.get(dispute.club_id)
    if member is None:
        return False
    own = hasattr(member, "player") and member.player.pk == dispute.player_id
    return own or dispute.opened_by_id == member.user_id


def _about(dispute: Dispute, club: Club) -> dict[str, Any]:
    """What it is about in words, where to look at it, who entered it, and where it may be put right."""
    if dispute.hand:
        return _about_hand(dispute)
    if dispute.payment:
        to = reverse("admin:games_payment_change", args=[dispute.payment_id])
        made = dispute.payment
        return {"words": str(made), "to": to, "by": made.by.name, "device": "", "at": made.made_at, "right": None}
    assert dispute.entry
    (told,) = words_of([dispute.entry], club)
    return {
        "words": told.words,
        "to": reverse("admin:games_entry_change", args=[dispute.entry_id]),
        **_entered(dispute.entry),
        "right": reverse("night-money", args=[dispute.night_id]),
    }


def _about_hand(dispute: Dispute) -> dict[str, Any]:
    hand = dispute.hand
    assert hand
    to = reverse("admin:games_hand_change", args=[hand.pk])
    title = _("Hand %(number)s: %(game)s") % {"number": hand.number, "game": title_of(hand.game)}
    about = {"words": title, "right": reverse("admin:correct-hand", args=[hand.pk])}
    if not dispute.entry:
        return {**about, "to": to, "by": "", "device": "", "at": None}
    log = replay(hand, None)["log"]
    step = next((line["step"] for line in log if line["id"] == str(dispute.entry_id)), None)
    (told,) = words_of([dispute.entry], dispute.club)
    about["words"] = f"{title} · {told.words}"
    return {**about, "to": f"{to}?step={step}" if step else to, **_entered(dispute.entry)}


def _entered(entry: Entry) -> dict[str, Any]:
    at: datetime = entry.at
    return {"by": entry.by.name, "device": entry.device.name if entry.device else "", "at": at}
