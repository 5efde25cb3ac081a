"""Something's wrong: a player disputes a hand, or one entry of it; what both sides say stands on the hand's page."""

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.models import Dispute, Entry, Hand
from games.pages.fields import id_of
from games.pages.log import lines_of
from games.pages.reading import page
from games.pages.writing import page_of, write
from games.reports.writing import clock, day, locale_at, writer_at
from games.selectors.disputes import disputes_of_hand
from games.selectors.hands import the_hand
from games.selectors.names import title_of
from games.selectors.replays import replay
from games.services.actor import Actor
from games.services.disputes import answer_dispute, open_dispute, withdraw_dispute
from games.services.permissions import May, allowed, member_for


@require_safe
@page
def dispute_hand(request: HttpRequest, actor: Actor, hand_id: UUID) -> HttpResponse:
    """What is it about? The hand as a whole, or an entry, the last one first; `?entry=` is chosen already."""
    hand = the_hand(actor, hand_id)
    night = hand.night
    told = replay(hand, actor.user)
    lines = lines_of(told, writer_at(night), night.time_zone)
    kinds = {entered["id"]: entered["kind"] for entered in told["log"]}
    shown = {
        "hand": hand,
        "title": title_of(hand.game),
        "lines": [line for line in reversed(lines) if kinds[line.id] == Entry.Kind.ACTION and not line.gone],
        "chosen": request.GET.get("entry", ""),
        "for_members": True,
    }
    return render(request, "hands/dispute.html", shown)


@write
def open_on_hand(request: HttpRequest, actor: Actor, hand_id: UUID) -> str:
    entry, text = request.POST.get("entry", ""), _said(request)
    if entry:
        opened = open_dispute(actor, text, entry_id=id_of(entry))
    else:
        opened = open_dispute(actor, text, hand_id=hand_id)
    return reverse("dispute-page", args=[opened.pk])


@write
def answer(request: HttpRequest, actor: Actor, dispute_id: UUID) -> str:
    return _back(request, answer_dispute(actor, dispute_id, _said(request)))


@write
def withdraw(request: HttpRequest, actor: Actor, dispute_id: UUID) -> str:
    return _back(request, withdraw_dispute(actor, dispute_id, _said(request)))


def threads_on(actor: Actor, hand: Hand, was_in_it: bool) -> list[dict[str, Any]]:
    """The disputes about a hand: whether each `runs` still, and what this member may do about it."""
    found = disputes_of_hand(actor, hand.pk)
    if not found:
        return []
    by = member_for(actor, May.SEE, club__nights__hands=hand.pk)
    zone = ZoneInfo(hand.night.time_zone)
    for one in found:
        one["runs"] = one["state"] in Dispute.RUNNING
        opened = one["player"] is not None and by.own_id == one["player"]
        one["may_withdraw"] = one["runs"] and (opened or one["opened_by"] == actor.user.name)
        one["may_answer"] = one["runs"] and (was_in_it or by.is_arbiter or allowed(by, May.KEEP_SCORE))
        for message in one["messages"]:
            at = message["at"].astimezone(zone)
            message["said_at"] = f"{day(at, locale_at(hand.night.club))}, {clock(at)}"
    return found


def _said(request: HttpRequest) -> str:
    """What was typed, on one line, as texts are kept."""
    return " ".join(request.POST.get("text", "").split())


def _back(request: HttpRequest, dispute: Dispute) -> str:
    if dispute.hand_id:
        return page_of(request) or reverse("hand-page", args=[dispute.hand_id])
    return reverse("dispute-page", args=[dispute.pk])
