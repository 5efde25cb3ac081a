"""A ruling from the desk: what each has won or lost, or how far each peg moves; looked at first, then set."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.actor import Actor
from games.core.admin.admin_view import desk_page, hand_at_desk, rights_in
from games.core.admin.site import AtDesk
from games.core.display_names import cast_of, title_of
from games.core.errors import NotFound, ServiceError
from games.core.formatting import Writer, writer_at
from games.core.pages.form_fields import Amount, by_id, holes_of, id_of, number_of
from games.core.pages.form_view import write
from games.core.permissions import May, member_for
from games.models import Hand
from games.money.services.awards import standing_award, standing_moves_of
from games.play.admin.deal_form import net_of
from games.play.admin.preview_texts import ruling_told
from games.play.pages.explanation import explained
from games.play.pages.peg_board import signed_holes
from games.play.selectors.hands import explanation_of, hand_rulings, the_hand
from games.play.selectors.matches import later_of_match
from games.play.services import rulings
from games.play.services.corrections import LaterHandIllegal


@desk_page
def ruling(request: HttpRequest, found: AtDesk, hand_id: UUID) -> HttpResponse:
    """What stands, what was typed instead, and what that would move. Only for who may rule: nobody else may look so."""
    hand = hand_at_desk(found, hand_id)
    member_for(found.actor, May.RULE, club=hand.night.club_id)
    if not hand.result:
        raise NotFound("A ruling is on what a hand has moved.")
    write, names = writer_at(hand.night), cast_of(hand, None).names
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
        **_form(hand, request.GET, names, write),
    }
    if "look" in request.GET:
        shown |= _looked_at(found.actor, hand, request.GET, names, write)
    return render(request, "play/admin/rule.html", shown)


@write
def apply(request: HttpRequest, actor: Actor, hand_id: UUID) -> str:
    given, hand = request.POST, the_hand(actor, hand_id)
    asked = _asked(hand, given, writer_at(hand.night))
    rulings.rule(actor, hand_id, asked, given.get("reason", ""), number_of(given.get("version", "")))
    messages.success(request, _("The ruling stands."))
    return reverse("admin:games_hand_change", args=[hand_id])


def _form(hand: Hand, given: QueryDict, names: dict[str, str], write: Writer) -> dict[str, Any]:
    """A field for each player: what stands, or what was typed instead; and one for the carried pot."""
    if hand.match_id:
        moves = standing_moves_of(hand)
        stands, field, carry = {player: signed_holes(moves.get(player, 0)) for player in names}, "move", None
    else:
        award = standing_award(hand)
        stands, field = {player: write.signed(award.net.get(player, 0)) for player in names}, "net"
        carry = None if award.carry is None else given.get("carry") or write.plain(award.carry)
    fields = ((f"{field}-{player}", name, stands[player]) for player, name in names.items())
    return {"rows": [(field, name, given.get(field) or stood) for field, name, stood in fields], "carry": carry}


def _asked(hand: Hand, given: QueryDict, write: Writer) -> rulings.Asked:
    """What was typed. Raises BadValue, BadAmount."""
    if hand.match_id:
        called_off = [id_of(hand) for hand in given.getlist("call_off")]
        moves = {player: holes_of(typed) for player, typed in by_id(given, "move")}
        return rulings.Asked(peg_moves=moves, call_off=called_off)
    carry = Amount(write).read(given.get("carry", "")) if given.get("carry") else None
    return rulings.Asked({UUID(player): amount for player, amount in net_of(given, write).items()}, carry)


def _looked_at(actor: Actor, hand: Hand, given: QueryDict, names: dict[str, str], write: Writer) -> dict[str, Any]:
    """Hands that would be called off with it are named; what is sent then calls off these and no others."""
    try:
        asked = replace(_asked(hand, given, write), call_off=later_of_match(hand))
        looked = rulings.preview_ruling(actor, hand.pk, asked, hand.version)
    except LaterHandIllegal as error:
        return {"wrong": error.detail, "in_the_way": error.place}
    except ServiceError as error:
        return {"wrong": error.detail}
    return {"told": ruling_told(looked.document(), names, write), "is_change": looked.is_change}
