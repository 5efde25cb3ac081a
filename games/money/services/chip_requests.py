"""Chips that a player asks for, and what the scorekeeper says to it."""

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext

from games.core.actor import Actor
from games.core.amounts import whole_chips
from games.core.atomic import one_transaction
from games.core.errors import Conflict, Forbidden, NotFound
from games.core.event_log import note
from games.core.ids import free_id
from games.core.permissions import May, allowed, member_for
from games.core.row_locks import lock_open_night
from games.core.validators import reason_of, way_of
from games.models import BuyInRequest, Entry, Member, Night, Seat
from games.models.words import word
from games.money.services import chips

Status = BuyInRequest.Status


def ask_for_chips(
    actor: Actor,
    night_id: UUID,
    player_id: UUID,
    amount: int,
    way: str | None = None,
    request_id: UUID | None = None,
) -> BuyInRequest:
    """A seated player asks for themselves; the scorekeeper may for anyone. Raises Conflict while one waits already."""
    by = member_for(actor, May.ASK_FOR_CHIPS, club__nights=night_id)
    _only_own(by, player_id)
    way = way_of(way or by.club.default_way)
    now = timezone.now()
    with one_transaction():
        night = lock_open_night(pk=night_id)
        whole_chips(night, amount, least=1)
        seat = night.seats.exclude(status=Seat.Status.LEFT).filter(player=player_id).select_related("player").first()
        if seat is None:
            raise NotFound("This player has no seat at this table.")
        if night.requests.filter(player=player_id, status=Status.ASKED).exists():
            raise Conflict("This player has asked already.")
        request = BuyInRequest.objects.create(
            id=free_id(BuyInRequest, request_id, night.club_id),
            night=night,
            player=seat.player,
            amount=amount,
            way=way,
            asked_at=now,
            asked_by=actor.user,
        )
        _note(actor, night, request, amount=amount, way=way)
    return request


def grant(actor: Actor, request_id: UUID, entry_id: UUID | None = None) -> BuyInRequest:
    """The chips are bought in as asked for. Raises Conflict for a request that is decided already."""
    member_for(actor, May.KEEP_SCORE, club__nights__requests=request_id)
    with one_transaction():
        night, request = _waiting(request_id)
        bought = chips.buy_in(actor, night.pk, request.player_id, request.amount, request.way, entry_id)
        request.entry = bought
        _decide(actor, night, request, Status.GRANTED, entry=str(bought.pk))
    return request


def refuse(actor: Actor, request_id: UUID, reason: str) -> BuyInRequest:
    """No chips, and why."""
    member_for(actor, May.KEEP_SCORE, club__nights__requests=request_id)
    reason = reason_of(reason)
    with one_transaction():
        night, request = _waiting(request_id)
        request.reason = reason
        _decide(actor, night, request, Status.REFUSED, reason=reason)
    return request


def withdraw(actor: Actor, request_id: UUID) -> BuyInRequest:
    """The player wants none any more."""
    by = member_for(actor, May.ASK_FOR_CHIPS, club__nights__requests=request_id)
    with one_transaction():
        night, request = _waiting(request_id)
        _only_own(by, request.player_id)
        _decide(actor, night, request, Status.WITHDRAWN)
    return request


def close_for(actor: Actor, night: Night, player_id: UUID) -> None:
    """Who leaves the table wants none any more. The night is locked."""
    for request in night.requests.filter(player=player_id, status=Status.ASKED).select_related("player"):
        request.reason = gettext("The player left the table.")
        _decide(actor, night, request, Status.WITHDRAWN, reason=request.reason)


def _only_own(by: Member, player_id: UUID) -> None:
    if not (by.own_id == str(player_id) or allowed(by, May.KEEP_SCORE)):
        raise Forbidden("A player asks only for themselves.")


def _waiting(request_id: UUID) -> tuple[Night, BuyInRequest]:
    night = lock_open_night(requests=request_id)
    request = BuyInRequest.objects.select_related("player").get(pk=request_id)
    if request.status != Status.ASKED:
        raise Conflict("This request was {status} already.", status=word(request.status))
    return night, request


def _decide(actor: Actor, night: Night, request: BuyInRequest, status: str, **more: str) -> None:
    request.status, request.decided_at, request.decided_by = status, timezone.now(), actor.user
    request.save()
    _note(actor, night, request, **more)


def _note(actor: Actor, night: Night, request: BuyInRequest, **more: object) -> None:
    body = {"request": str(request.pk), "player": str(request.player_id), "status": request.status, **more}
    note(actor, night, Entry.Kind.REQUEST, body, timezone.now(), player=request.player)
