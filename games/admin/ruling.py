"""A ruling from the desk: what each has won or lost of a hand, looked at first, then set with a reason."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse

from games.admin.opening import desk_page, hand_at_desk, rights_in
from games.admin.setting_up import net_of
from games.desk import AtDesk
from games.models import Hand
from games.pages.explaining import explained
from games.pages.fields import Amount, number_of
from games.pages.writing import write
from games.reports.writing import Writer, writer_for
from games.selectors.hands import explanation_of, hand_rulings, the_hand
from games.selectors.names import cast_of
from games.selectors.postings import title_of
from games.services import rulings
from games.services.actor import Actor
from games.services.awards import award_of, standing_ruling
from games.services.errors import NotFound, ServiceError


@desk_page
def ruling(request: HttpRequest, found: AtDesk, hand_id: UUID) -> HttpResponse:
    """What stands, what was typed instead, and what that would move."""
    hand = hand_at_desk(found, hand_id)
    if "net" not in (hand.result or {}):
        raise NotFound("A ruling is on what a hand has won and lost in money.")
    write, names = _writer(hand), cast_of(hand, None).names
    before = standing_ruling(hand) or award_of(hand)
    shown: dict[str, Any] = {
        "desk": found,
        "hand": hand,
        "club": hand.night.club,
        "may": rights_in(found, hand.night.club),
        "title": title_of(hand.game),
        "write": write,
        "rulings": hand_rulings(hand),
        "award": explained(explanation_of(hand, names), write) if hand.set_up else None,
        "typed": request.GET,
        "rows": [(player, name, _typed(request.GET, player, before.net, write)) for player, name in names.items()],
        "carry": request.GET.get("carry") or (write.plain(before.carry) if before.carry is not None else None),
    }
    if "look" in request.GET:
        shown |= _looked_at(found.actor, hand, request.GET, names, write)
    return render(request, "admin/desk/rule.html", shown)


@write
def apply(request: HttpRequest, actor: Actor, hand_id: UUID) -> str:
    given, hand = request.POST, the_hand(actor, hand_id)
    net, carry = _asked(given, _writer(hand))
    rulings.rule(actor, hand_id, net, given.get("reason", ""), number_of(given.get("version", "")), carry)
    return reverse("admin:games_hand_change", args=[hand_id])


def _asked(given: QueryDict, write: Writer) -> tuple[dict[UUID, int], int | None]:
    """Nets by player, and what is carried where that was typed. Raises BadValue, BadAmount."""
    carry = Amount(write).read(given.get("carry", "")) if given.get("carry") else None
    return {UUID(player): amount for player, amount in net_of(given, write).items()}, carry


def _looked_at(actor: Actor, hand: Hand, given: QueryDict, names: dict[str, str], write: Writer) -> dict[str, Any]:
    try:
        net, carry = _asked(given, write)
        preview = rulings.preview_ruling(actor, hand.pk, net, carry, hand.version).document()
    except ServiceError as error:
        return {"wrong": error.detail}
    return {
        "changes": [
            (
                names.get(player, player),
                write.signed(change["before"]),
                write.signed(change["after"]),
                write.signed(change["after"] - change["before"]),
            )
            for player, change in preview["net"].items()
        ],
        "in_chips": bool(preview["moves"]["chips"]),
        "in_money": bool(preview["moves"]["balances"]),
        "pot": write.signed(preview["moves"]["pot"]) if preview["moves"]["pot"] else "",
    }


def _typed(given: QueryDict, player: str, net: Any, write: Writer) -> str:
    return str(given.get(f"net-{player}") or write.signed(net.get(player, 0)))


def _writer(hand: Hand) -> Writer:
    night = hand.night
    return writer_for(night.club.locale, night.time_zone, night.currency)
