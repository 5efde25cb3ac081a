"""A hand entry by entry, and what it came to; also for people without an account, where the club allows it."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from games.console.drawing import drawing_of
from games.core.actor import Actor
from games.core.display_names import title_of
from games.core.errors import BadValue, NotFound
from games.core.formatting import writer_at
from games.core.pages.hand_log import line_here, lines_of
from games.core.pages.page_links import address_on_the_network
from games.core.pages.page_view import is_swap, page, rights_of
from games.core.pages.step_links import Steps, asked_for
from games.core.permissions import May, member_for
from games.disputes.pages.disputes import threads_on
from games.disputes.services import notifications
from games.models import Hand, User
from games.money.selectors.journal import hand_money
from games.play.pages.explanation import explained
from games.play.pages.peg_board import signed_holes
from games.play.selectors.hand_replay import replay
from games.play.selectors.hands import explanation_of, the_hand
from games.play.services.share_links import hand_by_link, proof_for


@require_safe
@page
def hand_page(request: HttpRequest, actor: Actor, hand_id: UUID) -> HttpResponse:
    """As the hand stands, or `?step=` so many of its actions on."""
    hand = the_hand(actor, hand_id)
    shown = replayed(request, hand, actor.user)
    if is_swap(request):
        return render(request, "play/hands/step.html", shown)
    if hand.night.club.hands_by_link and hand.status in (Hand.Status.COMPLETE, Hand.Status.VOID):
        path = reverse("hand-by-link", args=[hand_id, proof_for(actor, hand_id)])
        shown["link"] = address_on_the_network(request, path)
    notifications.see_about(actor, hand)
    shown["may"] = rights_of(member_for(actor, May.SEE, club=hand.night.club_id))
    beside = {"money": hand_money(hand), "disputes": threads_on(actor, hand)}
    return render(request, "play/hands/hand.html", shown | beside)


@require_safe
def by_link(request: HttpRequest, hand_id: UUID, proof: str) -> HttpResponse:
    """The same hand for whoever has its link: nothing of the club, nor of who entered what."""
    try:
        shown = replayed(request, hand_by_link(hand_id, proof), None)
    except NotFound:
        response = render(request, "play/hands/link_gone.html", status=404)
    except BadValue:
        raise Http404 from None
    else:
        response = render(request, "play/hands/step.html" if is_swap(request) else "play/hands/by_link.html", shown)
    add_never_cache_headers(response)
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    return response


def replayed(request: HttpRequest, hand: Hand, user: User | None) -> dict[str, Any]:
    """What `play/hands/replay.html` shows: the table at a step, what was entered then, and the whole log."""
    night = hand.night
    write = writer_at(night)
    told = replay(hand, user, asked_for(request.GET, "step"))
    lines = lines_of(told, write, night.time_zone)
    view = told["view"]
    over = hand.status == Hand.Status.COMPLETE
    return {
        "hand": hand,
        "title": title_of(hand.game),
        "night": night,
        "write": write,
        "for_members": user is not None,
        "drawing": drawing_of(view, write, told["viewer"]),
        "award": explained(explanation_of(hand, view["players"]), write) if over else None,
        "ruling": _ruling(view),
        "was_in_it": told["viewer"] is not None,
        "lines": lines,
        "line": line_here(lines),
        "steps": Steps(told["at"], told["last"], "step", "replay"),
    }


def _ruling(view: dict[str, Any]) -> dict[str, Any] | None:
    """The ruling that stands, if there is one: who has what by it (`net`), or how pegs move; who won most first."""
    if not view["rulings"]:
        return None
    last = view["rulings"][-1]
    moves = [(name, signed_holes(holes)) for name, holes in _most_first(last["peg_moves"], view["players"])]
    return {**last, "net": _most_first(last["net"], view["players"]), "peg_moves": moves}


def _most_first(amounts: dict[str, int], names: dict[str, str]) -> list[tuple[str, int]]:
    most = sorted(amounts.items(), key=lambda item: -item[1])
    return [(names[player], amount) for player, amount in most]
