"""A night as it stands: seats, stacks, what is in the pot, and who would pay whom."""

from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

from games.models import Entry, Match, Night, Seat
from games.selectors.names import names_of
from games.services import dealing, money
from games.services.actor import Actor
from games.services.matches import RUNNING
from games.services.permissions import May, member_for
from games.services.table import open_hand
from games.services.text import decimals
from ledger.settlement import settle


def night_view(actor: Actor, night_id: UUID) -> dict[str, Any]:
    """The night now; amounts in minor units.

    id, club, name, currency, decimals, chip, time_zone, status, opened_at, closed_at, box_holder (a member's id),
    box (what lies in it), pot, difference, next_dealer, open_hand and match (ids, or null), last_rules, and
    `seats`, clockwise, who left last: id, player, name, position, status, stack (by the book, before the open
    hand), balance (of this night, chips left out).
    """
    night = _night(actor, night_id)
    stands, nets = money.read(night), money.nets(night)
    seats = list(night.seats.select_related("player").order_by(F("position").asc(nulls_last=True), "id"))
    hand = open_hand(night)
    match = Match.objects.filter(night=night, status__in=RUNNING).first()
    playing = [str(seat.player_id) for seat in seats if seat.status == Seat.Status.IN]
    return {
        "id": str(night.pk),
        "club": str(night.club_id),
        "name": night.name,
        "currency": night.currency,
        "decimals": decimals(night.currency),
        "chip": night.chip,
        "time_zone": night.time_zone,
        "status": night.status,
        "opened_at": night.opened_at,
        "closed_at": night.closed_at,
        "box_holder": str(night.box_holder_id),
        "box": -stands.box,
        "pot": stands.pot,
        "difference": stands.difference,
        "next_dealer": dealing.next_dealer(night, playing),
        "open_hand": str(hand.pk) if hand else None,
        "match": str(match.pk) if match else None,
        "last_rules": night.last_rules,
        "seats": [_seat(seat, stands.stacks, nets) for seat in seats],
    }


def settlement_view(actor: Actor, night_id: UUID) -> dict[str, Any]:
    """Who pays whom: `parties` and `transfers`, the cash box being a party under the night's id.

    A party has id, name, kind (`player` or `box`) and net (positive: is paid), a transfer payer, receiver and
    amount. While `open` still has chips, pot or difference, nothing is final and there are no transfers; `final`
    is whether the night is closed.
    """
    night = _night(actor, night_id)
    stands, nets = money.read(night), money.nets(night)
    waiting = {
        "chips": sum(stands.stacks.values()),
        "pot": stands.pot,
        "difference": stands.difference,
    }
    names = names_of(nets)
    parties: list[dict[str, Any]] = [
        {"id": player, "name": names[player], "kind": "player", "net": net}
        for player, net in sorted(nets.items(), key=lambda item: (names[item[0]], item[0]))
    ]
    if stands.box:
        holder = night.box_holder.user.name
        parties.append({"id": str(night.pk), "name": holder, "kind": "box", "net": stands.box})
    settled = not any(waiting.values()) and not any(stands.stacks.values())
    transfers = settle({str(party["id"]): party["net"] for party in parties}) if settled else []
    return {
        "final": night.status == Night.Status.CLOSED,
        "open": waiting,
        "parties": parties,
        "transfers": [{"payer": one.payer, "receiver": one.payee, "amount": one.amount} for one in transfers],
    }


def nights_of(actor: Actor, club_id: UUID | None = None) -> QuerySet[Night]:
    """The nights of the actor's clubs, or of one of them, newest first."""
    if club_id:
        member_for(actor, May.SEE, club=club_id)
        return Night.objects.filter(club=club_id).order_by("-opened_at", "-id")
    return Night.objects.filter(club__members__user=actor.user).order_by("-opened_at", "-id")


def money_entries(actor: Actor, night_id: UUID) -> QuerySet[Entry]:
    """Buy-ins, top-ups, cash-outs, recounts and decisions of a night, oldest first."""
    member_for(actor, May.SEE, club__nights=night_id)
    return Entry.objects.filter(night=night_id, number=None).order_by("at", "id")


def _night(actor: Actor, night_id: UUID) -> Night:
    member_for(actor, May.SEE, club__nights=night_id)
    return Night.objects.select_related("club", "box_holder__user").get(pk=night_id)


def _seat(seat: Seat, stacks: dict[str, int], nets: dict[str, int]) -> dict[str, Any]:
    player = str(seat.player_id)
    return {
        "id": str(seat.pk),
        "player": player,
        "name": seat.player.name,
        "position": seat.position,
        "status": seat.status,
        "stack": stacks.get(player, 0),
        "balance": nets.get(player, 0),
    }
