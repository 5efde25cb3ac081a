"""A player's own page: what they stand at, what is to be paid, their nights and every hand they were in."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.models import Player
from games.pages.reading import page
from games.reports.statement_page import statement_context
from games.reports.writing import MINUS, Writer, clock, day, tone, writer_for, writer_of
from games.selectors.names import title_of
from games.selectors.nights import in_zone
from games.selectors.parties import party_words
from games.selectors.paying import offers_to
from games.selectors.players import nights_of_player, nights_with, to_be_paid
from games.selectors.statements import statement
from games.services.actor import Actor
from games.services.invites import may_claim
from games.services.permissions import May, member_for

NIGHTS_A_PAGE = 8


@require_safe
@page
def player_page(request: HttpRequest, actor: Actor, player_id: UUID) -> HttpResponse:
    """The latest nights, or `?page=` those before them."""
    by = member_for(actor, May.SEE, club__players=player_id)
    player = Player.objects.select_related("club", "merged_into").get(pk=player_id)
    nights = Paginator(nights_with(actor, player), NIGHTS_A_PAGE).get_page(request.GET.get("page"))
    due = to_be_paid(actor, player_id)
    shown = {
        **statement_context(statement(actor, player_id)),
        "own": by.own_player == player,
        "may_claim": may_claim(by, player),
        "pays": [_due(one, player) for one in due if one["pays"]],
        "receives": [_due(one, player) for one in due if not one["pays"]],
        "offers": offers_to(by, due),
        "nights": [_night(one, player) for one in nights_of_player(player, nights)],
        "page": nights,
    }
    return render(request, "players/player.html", shown)


def _due(transfer: Mapping[str, Any], player: Player) -> dict[str, Any]:
    """What is to be paid between the player and somebody else, and payments of it that are not confirmed."""
    write = writer_of(player.club, transfer["currency"])
    other = transfer["receiver" if transfer["pays"] else "payer"]
    waiting = [one for one in transfer["payments"] if not (one["confirmed_at"] or one["reversed_at"])]
    return {
        "id": transfer["id"],
        "other": other,
        "name": party_words(other["kind"], other["name"]),
        "night": transfer["night"],
        "settlement": transfer["settlement"],
        "amount": write.money(transfer["outstanding"]) if transfer["outstanding"] else "",
        "held": write.money(transfer["held"]) if transfer["held"] else "",
        "plain": write.plain(transfer["outstanding"] - transfer["held"]),
        "waiting": [{"id": one["id"], "amount": write.money(one["amount"]), "by": one["by"]} for one in waiting],
    }


def _night(one: Mapping[str, Any], player: Player) -> dict[str, Any]:
    night, net = one["night"], one["net"]
    write = writer_for(player.club.locale, night.time_zone, night.currency)
    return {
        "night": night,
        "day": day(in_zone(night, night.opened_at), write.locale),
        "net": "" if net is None else write.signed(net),
        "tone": tone(net or 0),
        "hands": [
            {
                **hand,
                "title": title_of(hand["game"]),
                "time": clock(in_zone(night, hand["started_at"])),
                "came_to": _came_to(hand, write),
                "tone": tone(hand["net"] or 0),
            }
            for hand in one["hands"]
        ],
    }


def _came_to(hand: Mapping[str, Any], write: Writer) -> str:
    """What a hand brought the player; in a match that is played for pegs, by how many holes it moved theirs."""
    if hand["net"] is not None:
        return write.signed(hand["net"])
    move = hand["move"]
    if move is None:
        return ""
    return ngettext("%(move)s hole", "%(move)s holes", abs(move)) % {"move": f"{move:+}".replace("-", MINUS)}
