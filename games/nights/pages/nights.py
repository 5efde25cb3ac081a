"""A night beside its hands: who sits with what, what waits for an answer, and how it ends."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.core.actor import Actor
from games.core.display_names import names_at, title_of
from games.core.formatting import Writer, tone, writer_for
from games.core.pages.log_texts_money import entry_words
from games.core.pages.page_links import address_on_the_network
from games.core.pages.page_view import is_swap, page, rights_of
from games.core.permissions import May, member_for, the_night
from games.core.qr_code import qr_image
from games.models import BuyInRequest, Hand, Match, Night, Seat
from games.money.selectors.night_results import hands_moved
from games.nights.selectors import chip_counts, seats
from games.nights.selectors.nights import in_zone, night_view, requests_of
from games.play.selectors.hands import hands_of
from games.play.selectors.matches import matches_of
from games.play.selectors.night_events import last_told
from games.play.services.matches import RUNNING, still_in
from games.reports.documents.night_context import left_words
from games.settlement.selectors.dispute_notices import disputed
from games.settlement.services.open_disputes import disputes_on

LAST_HANDS = 8


@require_safe
@page
def night(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    """The page, or what changes of it while one looks on."""
    told = last_told(night_id)  # before all else: what comes while this is read is read again
    shown = opened(actor, night_id)
    hands = hands_of(actor, night_id).order_by("-number")
    some = list(hands if "hands" in request.GET else hands[: LAST_HANDS + 1])
    of = Night.objects.select_related("club", "box_holder__user").get(pk=night_id)
    whole = "hands" in request.GET or len(some) <= LAST_HANDS
    shown |= {
        "told": told,
        "disputes": disputed(disputes_on([night_id])),
        "requests": requests_of(actor, night_id).filter(status=BuyInRequest.Status.ASKED),
        "hands": _hand_lines(of, some if whole else some[:LAST_HANDS], shown),
        "more_hands": not whole,
        "box_holder": of.box_holder.user.name,
        "left": [] if shown["open"] else _left(shown["night"], shown["write"]),
    }
    return render(request, "nights/night.html" if is_swap(request) else "nights/page.html", shown)


@require_safe
@page
def seat(request: HttpRequest, actor: Actor, seat_id: UUID) -> HttpResponse:
    """One player at the table, and all that the scorekeeper may do for them."""
    of = seats.seat_of(actor, seat_id)
    shown = opened(actor, of.night_id)
    lines = shown["night"]["seats"]
    places = [line["position"] for line in lines if line["position"] is not None]
    shown |= {
        "seat": next(line for line in lines if line["id"] == str(seat_id)),
        "presets": seats.usual_buy_ins(of.night),
        "antes": seats.antes_owed_by(of),
        "is_guest": of.player.member_id is None,
        "places": [
            {"position": place, "number": place + 1, "who": _at(lines, place)}
            for place in range(max(places, default=0) + 2)
        ],
    }
    return render(request, "nights/seat.html", shown)


@require_safe
@page
def seating(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    """Who may sit down: players of the club, members who have never played, somebody new."""
    shown = opened(actor, night_id, May.KEEP_SCORE)
    of = the_night(actor, night_id)
    shown |= {
        "players": seats.may_sit_down(actor, night_id),
        "members": seats.never_played(actor, night_id),
        "presets": seats.usual_buy_ins(of),
        "usual": next(iter(seats.last_buy_ins(of)), None),
    }
    return render(request, "nights/seating.html", shown)


@require_safe
@page
def count(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    """What is left to do before the night closes, in the order in which it is done."""
    shown = opened(actor, night_id, May.CLOSE_NIGHT)
    view, names = shown["night"], names_at(night_id)
    shown |= {
        "disputes": disputed(disputes_on([night_id])),
        "to_count": [line for line in view["seats"] if line["chips"]],
        "book": sum(line["chips"] for line in view["seats"]),
        "off": chip_counts.off_the_book(actor, night_id),
        "matches": [_running(match, names) for match in matches_of(actor, night_id).filter(status__in=RUNNING)],
        "ready": _is_cleared(view),
    }
    return render(request, "nights/count.html", shown)


@require_safe
@page
def recount(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    return render(request, "nights/recount.html", opened(actor, night_id, May.KEEP_SCORE))


@require_safe
@page
def result(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    """A hand that nobody entered."""
    return render(request, "nights/result.html", opened(actor, night_id, May.KEEP_SCORE))


@require_safe
@page
def expense(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    return render(request, "nights/expense.html", opened(actor, night_id, May.KEEP_SCORE))


@require_safe
@page
def money(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    """What was bought, counted and decided, so that a mistake can be taken back."""
    shown = opened(actor, night_id)
    names = names_at(night_id)
    shown["may_dispute"] = shown["may"]["keep_score"] or shown["own"] in names
    shown["entries"] = [
        {**one, "words": entry_words(one["entry"], names, shown["write"])}
        for one in chip_counts.mistakes_possible(actor, night_id)
    ]
    return render(request, "nights/money.html", shown)


@require_safe
@page
def qr(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    """The night's address, to be scanned by the players' phones."""
    shown = opened(actor, night_id)
    url = address_on_the_network(request, reverse("night-page", args=[night_id]))
    return render(request, "nights/qr.html", {**shown, "url": url, "code": qr_image(url)})


def opened(actor: Actor, night_id: UUID, needed: May = May.SEE) -> dict[str, Any]:
    """What every page of a night shows: the night, the club, how amounts are written, what its viewer may do."""
    member = member_for(actor, needed, club__nights=night_id)
    view = night_view(actor, night_id)
    writer = writer_for(member.club.locale, view["time_zone"], view["currency"])
    return {
        "night": view,
        "club": member.club,
        "may": rights_of(member),
        "own": member.own_id,
        "write": writer,
        "open": view["closed_at"] is None,
        "example": writer.plain(0),
        "here": [line for line in view["seats"] if line["status"] != Seat.Status.LEFT],
    }


def _on_table(view: dict[str, Any]) -> list[int]:
    """What each player has on the table of a night, by the book."""
    return [seat["chips"] + seat["set_aside"] for seat in view["seats"]]


def _is_cleared(view: dict[str, Any]) -> bool:
    """Whether nothing is left on the table of a night."""
    return not (view["pot"] or view["stakes"] or view["over_short"] or any(_on_table(view)))


def _left(view: dict[str, Any], write: Writer) -> list[str]:
    """Write out what is left on the table of a night."""
    if _is_cleared(view):
        return []
    sums = {name: view[name] for name in ("pot", "stakes", "over_short")}
    return left_words({"chips": sum(_on_table(view)), **sums}, write)


def _running(match: Match, names: Mapping[str, str]) -> dict[str, Any]:
    """A match that could be ended here, and who in it could give up."""
    return {"match": match, "members": [{"id": player, "name": names[player]} for player in still_in(match)]}


def _at(lines: list[dict[str, Any]], position: int) -> str:
    return next((line["name"] for line in lines if line["position"] == position), "")


def _hand_lines(night: Night, hands: Sequence[Hand], shown: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Hands as rows: who won what in each comes first of what there is to say."""
    moved = hands_moved(night, hands)
    names = {seat["player"]: seat["name"] for seat in shown["night"]["seats"]}
    if any(player not in names for amounts in moved.values() for player in amounts):
        names = names_at(night.pk)  # somebody was merged since
    return [_hand_line(hand, moved.get(str(hand.pk), {}), names, shown["write"]) for hand in hands]


def _hand_line(hand: Hand, moved: Mapping[str, int], names: Mapping[str, str], write: Writer) -> dict[str, Any]:
    won = sorted(((amount, names[player]) for player, amount in moved.items() if amount > 0), reverse=True)
    return {
        "hand": hand,
        "title": title_of(hand.game),
        "at": in_zone(hand.night, hand.started_at),
        "won": [{"name": name, "amount": write.signed(amount), "tone": tone(amount)} for amount, name in won],
    }
