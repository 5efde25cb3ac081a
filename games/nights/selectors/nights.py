"""A night as it stands: seats, stacks, what is in the pot; its entries about money, and what was asked for."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import F, QuerySet

from games.core.actor import Actor
from games.core.permissions import May, member_for, member_of, the_night
from games.core.table_state import open_hand
from games.core.validators import decimals
from games.models import BuyInRequest, Entry, Hand, Match, Night, Seat
from games.money.selectors.night_results import Tally, tallies_at
from games.money.selectors.stacks import Stack, stacks_in
from games.money.services import night_accounts
from games.play.services import dealing, matches

_BESIDE_MONEY = (Entry.Kind.OPEN, Entry.Kind.SEAT, Entry.Kind.DISPUTE)


def night_view(actor: Actor, night_id: UUID) -> dict[str, Any]:
    """The night now; amounts in minor units.

    id, club, name, currency, decimals, chip, time_zone, status, opened_at, closed_at, date (by the clock of the
    night's time zone, as all its times are), box_holder (a member's id), box (what lies in it), pot, stakes (of
    matches), over_short (counted less expected, undecided), next_dealer, open_hand and match (ids, or null),
    last_rules, and `seats`, clockwise, who left last: id, player, name, position, status, chips (their stack now),
    set_aside (their other chips, see `Stack`), buy_ins, cash_outs, result, and to_account (what this night has
    moved on their account). Who was merged into another is that player, and has one line with them.
    """
    night = the_night(actor, night_id)
    stands = night_accounts.read(night)
    seats = list(night.seats.select_related("player").order_by(F("position").asc(nulls_last=True), "id"))
    hand = open_hand(night)
    match = matches.dealt(Match.objects.filter(night=night, status__in=matches.RUNNING)).first()
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
        "date": in_zone(night, night.opened_at).date().isoformat(),
        "opened_at": in_zone(night, night.opened_at),
        "closed_at": in_zone(night, night.closed_at) if night.closed_at else None,
        "box_holder": str(night.box_holder_id),
        "box": -stands.box,
        "pot": stands.pot,
        "stakes": sum(stands.matches.values()),
        "over_short": stands.over_short,
        "next_dealer": dealing.next_dealer(night, playing),
        "open_hand": str(hand.pk) if hand else None,
        "match": str(match.pk) if match else None,
        "last_rules": night.last_rules,
        "seats": _seats(night, seats, stands.stacks, hand),
    }


def nights_of(actor: Actor, club_id: UUID | None = None) -> QuerySet[Night]:
    """The nights of the actor's clubs, or of one of them, newest first."""
    if club_id:
        member_for(actor, May.SEE, club=club_id)
        return Night.objects.filter(club=club_id).order_by("-opened_at", "-id")
    return Night.objects.filter(**member_of("club", actor)).order_by("-opened_at", "-id")


def money_entries(actor: Actor, night_id: UUID) -> QuerySet[Entry]:
    """Buy-ins, top-ups, cash-outs, recounts and decisions of a night, oldest first."""
    member_for(actor, May.SEE, club__nights=night_id)
    return Entry.objects.filter(night=night_id, number=None).exclude(kind__in=_BESIDE_MONEY).order_by("at", "id")


def requests_of(actor: Actor, night_id: UUID) -> QuerySet[BuyInRequest]:
    """What players of a night asked for, oldest first."""
    member_for(actor, May.SEE, club__nights=night_id)
    return BuyInRequest.objects.filter(night=night_id).select_related("player").order_by("asked_at", "id")


def in_zone(night: Night, moment: datetime) -> datetime:
    """The same moment by the clock on the night's wall: a hand at 17:31 is of that day, whatever day it is in UTC."""
    return moment.astimezone(ZoneInfo(night.time_zone))


def _seats(night: Night, seats: list[Seat], booked: Mapping[str, int], hand: Hand | None) -> list[dict[str, Any]]:
    """A line for each person: who sat there under another name, too, has one line."""
    same = {str(seat.player_id): str(seat.player.merged_into_id or seat.player_id) for seat in seats}
    tallies = tallies_at(night, booked, same)
    stacks = stacks_in({player: booked.get(player, 0) for player in same}, hand)
    own = {str(seat.player_id) for seat in seats}
    lines: dict[str, dict[str, Any]] = {}
    for seat in seats:
        player = same[str(seat.player_id)]
        if player in lines or (player != str(seat.player_id) and player in own):
            continue
        tally, stack = tallies.get(player, Tally()), stacks.get(player, Stack(0, 0, 0))
        lines[player] = {
            "id": str(seat.pk),
            "player": player,
            "name": seat.player.name,
            "position": seat.position,
            "status": seat.status,
            "chips": stack.now,
            "set_aside": stack.set_aside,
            "buy_ins": tally.buy_ins,
            "cash_outs": tally.cash_outs,
            "result": tally.result,
            "to_account": tally.to_account,
        }
    return list(lines.values())
