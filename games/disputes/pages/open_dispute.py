"""Something's wrong: a dispute is opened, about a hand or one action of it, an entry about money, or a payment."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.core.actor import Actor
from games.core.display_names import names_of, title_of
from games.core.errors import Conflict, Forbidden, NotFound
from games.core.formatting import writer_at
from games.core.pages.form_fields import id_of, one_line
from games.core.pages.form_view import write
from games.core.pages.hand_log import lines_of
from games.core.pages.page_view import page
from games.core.permissions import May, allowed, member_for
from games.disputes.pages.dispute_subject import About, of_entry, of_payment
from games.disputes.pages.disputes import address_of
from games.disputes.services import stakeholders
from games.disputes.services.disputes import open_dispute
from games.disputes.services.stakeholders import Matter
from games.models import Entry, Member
from games.play.selectors.hand_replay import replay
from games.play.selectors.hands import the_hand


@require_safe
@page
def dispute_hand(request: HttpRequest, actor: Actor, hand_id: UUID) -> HttpResponse:
    """What is it about? The hand as a whole, or an entry, the last one first.

    `?step=` is where the hand was looked at: offered beside the whole of it; `?entry=` was meant, and is chosen.
    """
    hand = the_hand(actor, hand_id)
    night = hand.night
    told = replay(hand, actor.user)
    lines = lines_of(told, writer_at(night), night.time_zone)
    kinds = {entered["id"]: entered["kind"] for entered in told["log"]}
    may_be = [line for line in reversed(lines) if kinds[line.id] == Entry.Kind.ACTION and not line.gone]
    chosen, step = request.GET.get("entry", ""), request.GET.get("step", "")
    first = next((line for line in may_be if chosen == line.id or (step and step == str(line.step))), None)
    shown = {
        "hand": hand,
        "title": title_of(hand.game),
        "first": first,
        "chosen": first is not None and first.id == chosen,
        "lines": [line for line in may_be if line is not first],
        "for_members": True,
    }
    return render(request, "play/hands/dispute.html", shown)


@write
def open_on_hand(request: HttpRequest, actor: Actor, hand_id: UUID) -> str:
    entry, text = request.POST.get("entry", ""), one_line(request.POST.get("text", ""))
    if entry:
        opened = open_dispute(actor, text, entry_id=id_of(entry))
    else:
        opened = open_dispute(actor, text, hand_id=hand_id)
    return address_of(opened)


@require_safe
@page
def dispute_entry(request: HttpRequest, actor: Actor, entry_id: UUID) -> HttpResponse:
    """About an entry of a night's money; an action of a hand is disputed on a page of its own."""
    member = member_for(actor, May.DISPUTE, club__entries=entry_id)
    try:
        matter = stakeholders.matter_of(entry_id=entry_id)
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
    matter = stakeholders.matter_of(payment_id=payment_id)
    assert matter.payment
    told, to = of_payment(matter.payment, member.club), reverse("payment-dispute-open", args=[payment_id])
    return _form(request, member, matter, told, to)


@write
def open_on_entry(request: HttpRequest, actor: Actor, entry_id: UUID) -> str:
    return address_of(open_dispute(actor, entry_id=entry_id, **_given(request)))


@write
def open_on_payment(request: HttpRequest, actor: Actor, payment_id: UUID) -> str:
    return address_of(open_dispute(actor, payment_id=payment_id, **_given(request)))


def _form(request: HttpRequest, member: Member, matter: Matter, told: About, to: str) -> HttpResponse:
    """Whom it does not concern, and who may not say so for a player, opens none."""
    keeps_score, own = allowed(member, May.KEEP_SCORE), stakeholders.is_concerned(member, matter)
    if not (keeps_score or own):
        raise Forbidden("A dispute is opened by a player whom it concerns.")
    players = names_of(stakeholders.players(matter)) if keeps_score else {}
    shown = {"club": member.club, "about": told, "to": to, "own": own, "players": players}
    return render(request, "disputes/open.html", shown)


def _given(request: HttpRequest) -> dict[str, Any]:
    """What is said, and for which player, where that is another."""
    player = request.POST.get("player", "")
    return {"text": one_line(request.POST.get("text", "")), "player_id": id_of(player) if player else None}
