"""A player's own page: their balance, what is to be paid, their nights and every hand they were in."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from games.clubs.selectors.players import nights_of_player, nights_with, to_be_paid
from games.clubs.services.invites import may_claim
from games.core.actor import Actor
from games.core.display_names import title_of
from games.core.formatting import MINUS, Writer, clock, day, tone, writer_for, writer_of
from games.core.pages.page_view import page
from games.core.permissions import May, member_for
from games.models import Night, PartyKind, Player
from games.money.selectors.party_names import party_words
from games.nights.selectors.nights import in_zone
from games.reports.documents.statement_context import statement_context
from games.reports.selectors.statements import statement
from games.settlement.selectors.payment_options import offers_to

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
        "dues": [
            {"words": words, "lines": [_due(one, player) for one in due if belongs(one)]} for words, belongs in _DUES
        ],
        "offers": offers_to(by, [transfer for one in due for transfer in one["transfers"]]),
        "nights": [_night(one, player) for one in nights_of_player(player, nights)],
        "page": nights,
    }
    return render(request, "clubs/players/player.html", shown)


_DUES: Sequence[tuple[Promise, Callable[[Mapping[str, Any]], bool]]] = (
    (gettext_lazy("To pay"), lambda due: due["own"]["kind"] == PartyKind.PLAYER and due["pays"]),
    (gettext_lazy("To receive"), lambda due: due["own"]["kind"] == PartyKind.PLAYER and not due["pays"]),
    (gettext_lazy("To pay out of the cash box"), lambda due: due["own"]["kind"] == PartyKind.BOX and due["pays"]),
    (gettext_lazy("To receive for the cash box"), lambda due: due["own"]["kind"] == PartyKind.BOX and not due["pays"]),
)


def _due(due: Mapping[str, Any], player: Player) -> dict[str, Any]:
    """Show what is to be paid between the player and another party, with the transfers it comes from."""
    write = writer_of(player.club, due["currency"])
    other = due["other"]
    return {
        "other": other,
        "name": party_words(other["kind"], other["name"]),
        "amount": write.money(due["amount"]) if due["amount"] else "",
        "held": write.money(due["held"]) if due["held"] else "",
        "netted": sum(bool(one["outstanding"]) for one in due["transfers"]) > 1,
        "transfers": [_transfer(one, other, write) for one in due["transfers"]],
    }


def _transfer(transfer: Mapping[str, Any], other: Mapping[str, Any], write: Writer) -> dict[str, Any]:
    """A transfer, and payments of it that are not confirmed. `plain` is what of it may be paid now."""
    waiting = [one for one in transfer["payments"] if not (one["confirmed_at"] or one["reversed_at"])]
    payable = min(transfer["share"], transfer["outstanding"] - transfer["held"])
    return {
        "id": transfer["id"],
        "night": transfer["night"],
        "settlement": transfer["settlement"],
        "outstanding": write.money(transfer["outstanding"]) if transfer["outstanding"] else "",
        "to_other": transfer["receiver"] == other,
        "plain": write.plain(payable) if payable > 0 else "",
        "waiting": [{"id": one["id"], "amount": write.money(one["amount"]), "by": one["by"]} for one in waiting],
    }


def _night(one: Mapping[str, Any], player: Player) -> dict[str, Any]:
    night = one["night"]
    write = writer_for(player.club.locale, night.time_zone, night.currency)
    return {
        "night": night,
        "is_open": night.status == Night.Status.OPEN,
        "day": day(in_zone(night, night.opened_at), write.locale),
        "result": write.signed(one["result"]),
        "tone": tone(one["result"]),
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
        "others": [{"words": other["words"], "amount": write.signed(other["amount"])} for other in one["others"]],
        "beside": [{"words": other["words"], "amount": write.signed(other["amount"])} for other in one["beside"]],
        "outlays": [{"words": other["words"], "amount": write.plain(other["amount"])} for other in one["outlays"]],
    }


def _came_to(hand: Mapping[str, Any], write: Writer) -> str:
    """What a hand brought the player: in money, and in a match by how many holes it moved their peg."""
    move, said = hand["move"], []
    if hand["net"] is not None:
        said.append(write.signed(hand["net"]))
    if move is not None:
        moved = f"{move:+}".replace("-", MINUS)
        said.append(ngettext("%(move)s hole", "%(move)s holes", abs(move)) % {"move": moved})
    return ", ".join(said)
