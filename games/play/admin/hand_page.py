"""A hand at the desk: stepped through, explained, who entered what, and all that was ever posted for it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.core.admin.admin_view import rights_in
from games.core.admin.site import AtDesk
from games.core.pages.page_view import is_swap
from games.disputes.services import notifications
from games.models import Dispute, Hand
from games.money.selectors.journal import hand_money, posted_for
from games.play.pages.hands import replayed
from games.play.selectors.hands import hand_corrections, hand_rulings


def shown(request: HttpRequest, found: AtDesk, hand: Hand) -> HttpResponse:
    """As it stands, or `?step=` so many actions on. Our script gets the part that a step changes."""
    drawn = {**replayed(request, hand, found.actor.user), "was_in_it": False}
    if is_swap(request):
        return render(request, "play/hands/step.html", drawn)
    notifications.see_about(found.actor, hand)
    return render(request, "play/admin/hand.html", {**drawn, **_beside(found, hand)})


def _beside(found: AtDesk, hand: Hand) -> dict[str, Any]:
    club = hand.night.club
    disputes = Dispute.objects.filter(hand=hand).select_related("player", "opened_by").order_by("opened_at", "id")
    corrections, rulings = hand_corrections(hand), hand_rulings(hand)
    return {
        "desk": found,
        "club": club,
        "may": rights_in(found, club),
        "money": hand_money(hand),
        "posted": posted_for(hand),
        "corrections": corrections,
        "rulings": rulings,
        "last_changed": max((one["at"] for one in [*corrections, *rulings]), default=hand.started_at),
        "has_award": bool(hand.rulings) or hand.status == Hand.Status.COMPLETE,
        "disputes": disputes,
        "is_open": hand.status == Hand.Status.OPEN,
    }
