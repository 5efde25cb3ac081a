"""Two players that are one person become one. What was played stays as it was; what is owed is summed."""

from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import Conflict, NotFound
from games.core.event_log import note_of_club
from games.core.permissions import May, member_for
from games.core.row_locks import lock_club, lock_nights
from games.core.row_signals import stated_anew
from games.core.table_state import dealt_in
from games.core.validators import reason_of
from games.models import BuyInRequest, Entry, Hand, Match, Night, Player, Seat
from games.money.services import night_accounts, parties
from games.play.services.matches import RUNNING
from games.play.services.secret_declarations import check_nothing_secret
from games.settlement.services import offsets


def merge_players(actor: Actor, player_id: UUID, into_id: UUID, reason: str) -> Player:
    """The first player turns out to be the second, who is given back: with the account, and all balances.

    The first keeps name, seats and hands of the past, and sits at no table any more. Raises Conflict where the two
    were dealt in to one hand, both have accounts, or the first still has something on at an open night; and where its
    account would see what the second has declared in secret.
    """
    by = member_for(actor, May.MERGE_PLAYERS, club__players=player_id)
    reason = reason_of(reason)
    with one_transaction():
        still_open = Q(club=by.club, status=Night.Status.OPEN)
        nights = lock_nights(Night.objects.filter(still_open | offsets.nights_to_lock(by.club)))
        club, now = lock_club(by.club_id), timezone.now()
        player = Player.objects.select_related("member").get(pk=player_id)
        survivor = Player.objects.filter(pk=into_id, club=club).first()
        if survivor is None or survivor == player:
            raise NotFound("There is no such other player in this club.")
        _check_two(player, survivor)
        for night in nights:
            if night.status == Night.Status.OPEN:
                _check_gone(night, player)
        if player.member_id:
            check_nothing_secret(survivor)
        member, player.member = player.member, None
        player.merged_into = survivor
        player.save(update_fields=["member", "merged_into"])
        before = list(player.merged.values_list("pk", flat=True))
        player.merged.update(merged_into=survivor)
        stated_anew(Player, before)
        if member:
            survivor.member = member
            survivor.save(update_fields=["member"])
        parties.sum_up(club, player, survivor, now, reason)
        body = {"player": str(player.pk), "into": str(survivor.pk), "reason": reason}
        note_of_club(actor, club.pk, Entry.Kind.MERGE, body, now, player=player)
        offsets.offset_opposites(actor, club, nights, now)
    return survivor


def _check_two(player: Player, survivor: Player) -> None:
    if player.merged_into_id or survivor.merged_into_id:
        raise Conflict("One of them was merged already.")
    if player.member_id and survivor.member_id:
        raise Conflict("Both have accounts of their own: they are two people.")
    names = {str(player.pk), str(survivor.pk)}
    both = Night.objects.filter(seats__player=player).filter(seats__player=survivor)
    if any(names <= dealt_in(hand) for hand in Hand.objects.filter(night__in=both)):
        raise Conflict("Both were dealt in to the same hand: they are two people.")


def _check_gone(night: Night, player: Player) -> None:
    """Raises Conflict where the player has a place, chips, a request or a peg at an open night."""
    seated = night.seats.filter(player=player).exclude(status=Seat.Status.LEFT).exists()
    asks = night.requests.filter(player=player, status=BuyInRequest.Status.ASKED).exists()
    pegs = any(str(player.pk) in match.members for match in Match.objects.filter(night=night, status__in=RUNNING))
    if seated or asks or pegs or night_accounts.read(night).stacks.get(str(player.pk)):
        raise Conflict("This player is at the table of an open night: have them leave first.")
