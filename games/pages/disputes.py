"""A dispute on a phone: what it is about, who said what, and how it ends; and one opened about money."""

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.models import Club, Dispute, Member
from games.pages.disputed_matter import About, about, of_entry, of_payment
from games.pages.entry_words import words_of
from games.pages.fields import id_of
from games.pages.reading import page, rights_of
from games.pages.writing import write
from games.selectors.disputes import remedies_since, the_dispute, thread_of
from games.selectors.names import names_of
from games.services import concerned, disputes
from games.services.actor import Actor
from games.services.concerned import Matter
from games.services.errors import Conflict, Forbidden, NotFound
from games.services.permissions import May, allowed, member_for


@require_safe
@page
def dispute(request: HttpRequest, actor: Actor, dispute_id: UUID) -> HttpResponse:
    found = the_dispute(actor, dispute_id)
    member, club = member_for(actor, May.SEE, club=found.club_id), found.club
    shown = {"may": rights_of(member), "about": about(found, club), "to": _place_of(found)}
    return render(request, "disputes/dispute.html", shown | thread(found, club, disputes.rights_on(member, found)))


def thread(dispute: Dispute, club: Club, rights: disputes.Rights | None) -> dict[str, Any]:
    """What a page of a dispute needs of it, here and at the desk: what was said, and by what it may be ended."""
    return {
        "club": club,
        "dispute": dispute,
        "rights": rights,
        "thread": thread_of(dispute)["messages"],
        "zone": ZoneInfo(dispute.night.time_zone if dispute.night else club.time_zone),
        "remedies": words_of(remedies_since(dispute), club) if rights and rights.end else [],
        "remedy": next(iter(words_of([dispute.remedy], club)), None) if dispute.remedy else None,
    }


@write
def end(request: HttpRequest, actor: Actor, dispute_id: UUID) -> str:
    end_as_said(actor, dispute_id, request.POST)
    return _address(dispute_id)


def end_as_said(actor: Actor, dispute_id: UUID, given: QueryDict) -> None:
    """Upheld, where an entry is named that put it right; else rejected. Its opener withdraws it."""
    reason = given.get("reason", "")
    match given.get("how"):
        case Dispute.State.UPHELD:
            disputes.uphold_dispute(actor, dispute_id, reason, id_of(given.get("remedy", "")))
        case Dispute.State.WITHDRAWN:
            disputes.withdraw_dispute(actor, dispute_id, reason)
        case _:
            disputes.reject_dispute(actor, dispute_id, reason)


@require_safe
@page
def dispute_entry(request: HttpRequest, actor: Actor, entry_id: UUID) -> HttpResponse:
    """About an entry of a night's money; an action of a hand is disputed on a page of its own."""
    member = member_for(actor, May.DISPUTE, club__entries=entry_id)
    try:
        matter = concerned.matter_of(entry_id=entry_id)
    except Conflict as error:
        raise NotFound(error.detail) from None
    assert matter.entry
    if matter.hand:
        return redirect(f"{reverse('dispute-hand', args=[matter.hand.pk])}?entry={entry_id}")
    told, to = of_entry(matter.entry, member.club), reverse("entry-dispute-open", args=[entry_id])
    return _form(request, member, matter, told, to)


@require_safe
@page
def dispute_payment(request: HttpRequest, actor: Actor, payment_id: UUID) -> HttpResponse:
    member = member_for(actor, May.DISPUTE, club__settlements__transfers__payments=payment_id)
    matter = concerned.matter_of(payment_id=payment_id)
    assert matter.payment
    told, to = of_payment(matter.payment, member.club), reverse("payment-dispute-open", args=[payment_id])
    return _form(request, member, matter, told, to)


@write
def open_on_entry(request: HttpRequest, actor: Actor, entry_id: UUID) -> str:
    return _address(disputes.open_dispute(actor, entry_id=entry_id, **_given(request)).pk)


@write
def open_on_payment(request: HttpRequest, actor: Actor, payment_id: UUID) -> str:
    return _address(disputes.open_dispute(actor, payment_id=payment_id, **_given(request)).pk)


def _form(request: HttpRequest, member: Member, matter: Matter, told: About, to: str) -> HttpResponse:
    """Whom it does not concern, and who may not say so for a player, opens none."""
    keeps_score, own = allowed(member, May.KEEP_SCORE), concerned.is_concerned(member, matter)
    if not (keeps_score or own):
        raise Forbidden("A dispute is opened by a player whom it concerns.")
    players = names_of(concerned.players(matter)) if keeps_score else {}
    shown = {"club": member.club, "about": told, "to": to, "own": own, "players": players}
    return render(request, "disputes/open.html", shown)


def _given(request: HttpRequest) -> dict[str, Any]:
    """What is said, on one line as texts are kept, and for which player, where that is another."""
    player = request.POST.get("player", "")
    return {"text": " ".join(request.POST.get("text", "").split()), "player_id": id_of(player) if player else None}


def _address(dispute_id: UUID) -> str:
    return reverse("dispute-page", args=[dispute_id])


def _place_of(found: Dispute) -> str:
    """Where what it is about is to be looked at."""
    if found.hand_id:
        return reverse("hand-page", args=[found.hand_id])
    if found.payment:
        return reverse("stored-settlement", args=[found.payment.transfer.settlement_id])
    return reverse("night-money", args=[found.night_id])
