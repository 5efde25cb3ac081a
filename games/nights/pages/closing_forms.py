"""What is written about a night as a whole: other hands, costs, what is undecided, closing."""

from uuid import UUID

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from games.core.actor import Actor
from games.core.errors import BadAmount
from games.core.pages.form_fields import Amount, amounts_at, by_id, id_of
from games.core.pages.form_view import write
from games.core.pages.return_to import back_from
from games.core.permissions import the_night
from games.models import PartyKind
from games.money.services import expenses
from games.nights.services import nights
from games.play.services import match_ends, missed_hands


@write
def record_result(request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    """A hand that nobody entered: each player's amount, and whether it was won or lost."""
    field, given = amounts_at(the_night(actor, night_id)), request.POST
    net = {player: _net(field, given, player, typed) for player, typed in by_id(given, "amount")}
    missed_hands.record_result(actor, night_id, given.get("word", ""), net)
    return back_from(request, night_id)


@write
def record_expense(request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    """In the parts that were typed, or in equal parts of those who are ticked; of nobody, as the club says."""
    field, given = amounts_at(the_night(actor, night_id)), request.POST
    amount = field.read(given.get("amount", ""))
    parts = {player: field.read(typed) for player, typed in by_id(given, "part")}
    club = field.read(given["club"]) if given.get("club", "").strip() else 0
    equally = []
    if not (parts or club):
        ticked = given.getlist("equally")
        equally = [id_of(player) for player in ticked if player != PartyKind.CLUB]
        club = amount // len(ticked) if PartyKind.CLUB in ticked else 0
    payer = _payer(given.get("paid_by", ""))
    expenses.record_expense(actor, night_id, given.get("word", ""), amount, payer, equally, parts, club)
    return back_from(request, night_id)


@write
def decide_pot(request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    nights.decide_pot(actor, night_id, request.POST.get("how", ""), request.POST.get("reason", ""))
    return _count(night_id)


@write
def decide_difference(request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    """By those who are ticked, in equal parts; or by the club, which is one of the boxes."""
    given = request.POST
    players = [id_of(player) for player in given.getlist("player")]
    nights.decide_difference(actor, night_id, players, given.get("reason", ""), by_club="club" in given)
    return _count(night_id)


@write
def end_match(request: HttpRequest, actor: Actor, match_id: UUID) -> str:
    given = request.POST
    return _count(match_ends.end_match(actor, match_id, given.get("how", ""), given.get("reason", "")).night_id)


@write
def forfeit(request: HttpRequest, actor: Actor, match_id: UUID) -> str:
    given = request.POST
    player = id_of(given.get("player", ""))
    return back_from(request, match_ends.forfeit(actor, match_id, player, given.get("reason", "")).night_id)


@write
def close(_request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    nights.close_night(actor, night_id)
    return reverse("settlement-page", args=[night_id])


@write
def reopen(request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    nights.reopen_night(actor, night_id, request.POST.get("reason", ""))
    return back_from(request, night_id)


def _net(field: Amount, given: QueryDict, player: UUID, typed: str) -> int:
    amount = field.read(typed)
    if amount < 0:
        raise BadAmount("Say whether it was won or lost, and how much without a sign.")
    return amount if given.get(f"side-{player}") == "won" else -amount


def _payer(said: str) -> tuple[str, UUID | None]:
    """The cash box, the club, or a player by id."""
    return (said, None) if said in (PartyKind.BOX, PartyKind.CLUB) else (PartyKind.PLAYER, id_of(said))


def _count(night_id: UUID) -> str:
    return reverse("night-count", args=[night_id])
