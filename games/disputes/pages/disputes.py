"""A dispute on a phone: what it is about, who said what, and how it ends; on its own page and on that of its hand."""

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.core.actor import Actor
from games.core.formatting import clock, day, locale_at
from games.core.pages.form_fields import id_of, one_line
from games.core.pages.form_view import page_of, write
from games.core.pages.log_texts import words_of
from games.core.pages.page_view import page, rights_of
from games.core.permissions import May, member_for
from games.disputes.pages.dispute_subject import about
from games.disputes.selectors.disputes import remedies_since, the_dispute, thread_of, threads_of_hand
from games.disputes.services import disputes, notifications
from games.models import Club, Dispute, Entry, Hand
from games.play.selectors.night_events import last_told_of


@require_safe
@page
def dispute(request: HttpRequest, actor: Actor, dispute_id: UUID) -> HttpResponse:
    told = last_told_of(dispute_id)  # before all else: what comes while this is read is read again
    found = the_dispute(actor, dispute_id)
    member, club = member_for(actor, May.SEE, club=found.club_id), found.club
    notifications.see_about(actor, found)
    shown = {"may": rights_of(member), "about": about(found, club), "to": place_of(found), "told": told}
    return render(request, "disputes/dispute.html", shown | thread(found, club, disputes.rights_on(member, found)))


def thread(dispute: Dispute, club: Club, rights: disputes.Rights | None) -> dict[str, Any]:
    """What a page of a dispute needs of it, here and at the desk: what was said, and by what it may be ended."""
    remedies = remedies_since(dispute) if rights and rights.end else []
    return {
        "club": club,
        "dispute": dispute,
        "rights": rights,
        "thread": thread_of(dispute)["messages"],
        "zone": ZoneInfo(dispute.night.time_zone if dispute.night else club.time_zone),
        "remedies": words_of(remedies, club),
        "likely": _likely(dispute, remedies),
        "remedy": next(iter(words_of([dispute.remedy], club)), None) if dispute.remedy else None,
    }


def _likely(dispute: Dispute, remedies: list[Entry]) -> UUID | None:
    """What is chosen until another is: what corrected the very hand last, or what alone there is to choose."""
    of_hand = [one.pk for one in remedies if dispute.hand_id and one.hand_id == dispute.hand_id]
    return of_hand[0] if of_hand else remedies[0].pk if len(remedies) == 1 else None


@write
def end(request: HttpRequest, actor: Actor, dispute_id: UUID) -> str:
    return address_of(end_as_said(actor, dispute_id, request.POST))


def end_as_said(actor: Actor, dispute_id: UUID, given: QueryDict) -> Dispute:
    """Upheld, where an entry is named that put it right; else rejected. Its opener withdraws it."""
    reason = given.get("reason", "")
    match given.get("how"):
        case Dispute.State.UPHELD:
            return disputes.uphold_dispute(actor, dispute_id, reason, id_of(given.get("remedy", "")))
        case Dispute.State.WITHDRAWN:
            return disputes.withdraw_dispute(actor, dispute_id, reason)
        case _:
            return disputes.reject_dispute(actor, dispute_id, reason)


@write
def answer(request: HttpRequest, actor: Actor, dispute_id: UUID) -> str:
    return _back(request, disputes.answer_dispute(actor, dispute_id, one_line(request.POST.get("text", ""))))


@write
def withdraw(request: HttpRequest, actor: Actor, dispute_id: UUID) -> str:
    return _back(request, disputes.withdraw_dispute(actor, dispute_id, one_line(request.POST.get("text", ""))))


def threads_on(actor: Actor, hand: Hand) -> list[dict[str, Any]]:
    """The disputes about a hand: whether each `runs` still, and what this member may do about it (`rights`)."""
    found = threads_of_hand(actor, hand)
    if not found:
        return []
    by = member_for(actor, May.SEE, club__nights__hands=hand.pk)
    zone = ZoneInfo(hand.night.time_zone)
    for dispute, shown in found:
        shown |= {"runs": dispute.is_running, "rights": disputes.rights_on(by, dispute)}
        for message in shown["messages"]:
            at = message["at"].astimezone(zone)
            message["said_at"] = f"{day(at, locale_at(hand.night.club))}, {clock(at)}"
    return [shown for _dispute, shown in found]


def address_of(dispute: Dispute) -> str:
    """Of its own page."""
    return reverse("dispute-page", args=[dispute.pk])


def _back(request: HttpRequest, dispute: Dispute) -> str:
    if dispute.hand_id:
        return page_of(request) or reverse("hand-page", args=[dispute.hand_id])
    return address_of(dispute)


def place_of(found: Dispute) -> str:
    """Where what it is about is to be looked at."""
    if found.hand_id:
        return reverse("hand-page", args=[found.hand_id])
    if found.payment:
        return reverse("stored-settlement", args=[found.payment.transfer.settlement_id])
    return reverse("night-money", args=[found.night_id])
