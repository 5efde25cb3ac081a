"""Something's wrong: a player disputes a hand, or one entry of it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.models import Entry
from games.pages.fields import id_of
from games.pages.log import lines_of
from games.pages.reading import page
from games.pages.writing import write
from games.reports.writing import writer_for
from games.selectors.hands import the_hand
from games.selectors.postings import title_of
from games.selectors.replays import replay
from games.services.actor import Actor
from games.services.disputes import open_dispute


@require_safe
@page
def dispute_hand(request: HttpRequest, actor: Actor, hand_id: UUID) -> HttpResponse:
    """What is it about? The hand as a whole, or an entry, the last one first; `?entry=` is chosen already."""
    hand = the_hand(actor, hand_id)
    night = hand.night
    told = replay(hand, actor.user)
    lines = lines_of(told, writer_for(night.club.locale, night.time_zone, night.currency), night.time_zone)
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
    entry, text = request.POST.get("entry", ""), request.POST.get("text", "")
    if entry:
        open_dispute(actor, text, entry_id=id_of(entry))
    else:
        open_dispute(actor, text, hand_id=hand_id)
    return reverse("hand-page", args=[hand_id])
