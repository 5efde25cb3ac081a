"""What an evening costs beside the game: pizza, the room, a rake. Who paid it, and who bears which part."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.utils import timezone

from games.core.actor import Actor
from games.core.amounts import LARGEST, is_whole, share
from games.core.atomic import one_transaction
from games.core.errors import BadAmount, BadValue, Conflict, NotFound
from games.core.event_log import note
from games.core.night_entries import odd_cent_turn
from games.core.permissions import May, member_for
from games.core.row_locks import lock_open_night
from games.core.validators import name_of
from games.models import Bearers, Entry, Night, PartyKind, Seat
from games.money.services import night_accounts
from games.money.services.parties import Party, were_there


def record_expense(
    actor: Actor,
    night_id: UUID,
    word: str,
    amount: int,
    paid_by: tuple[str, UUID | None],
    equally: Sequence[UUID] = (),
    parts: Mapping[UUID, int] | None = None,
    club: int = 0,
    entry_id: UUID | None = None,
) -> Entry:
    """An expense in minor units: the payer is owed it, those who bear it owe their parts.

    `paid_by` is a kind of party and, for a player, their id. A rake is paid by the club: it is what the club is
    owed. The club bears `club`, players the `parts` named, or the rest `equally`, in minor units. The odd ones fall to
    the first named on the first night, to the next on the next night, and so on (`odd_cent_turn`). Where nobody is
    said to bear anything, the club's `expenses_by` do.
    Body: `{"word", "amount", "paid_by", "shares", "club", "odd"}`, `odd` being who bears one more.
    """
    member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    word = name_of(word)
    if not is_whole(amount) or not 1 <= amount <= LARGEST:
        raise BadAmount("An expense is a whole number of minor units from 1 to {most}.", most=LARGEST)
    now = timezone.now()
    with one_transaction():
        night = lock_open_night(pk=night_id)
        if not (equally or parts or club):
            equally, club = _as_the_club_says(night, amount)
        shares, odd = _shares(amount, equally, parts or {}, club, odd_cent_turn(night))
        payer = _payer(night, *paid_by)
        _check_players(night, {*shares, *([payer.id] if payer.kind == PartyKind.PLAYER else [])})
        body = {"word": word, "amount": amount, "paid_by": payer._asdict(), "shares": shares, "club": club, "odd": odd}
        entry = note(actor, night, Entry.Kind.EXPENSE, body, now, entry_id=entry_id)
        moves = _paid(night_accounts.Moves(), payer, amount).club(-club)
        for player, part in shares.items():
            moves.balance(player, -part)
        night_accounts.post(night, "adjustment", moves, entry.pk, now, word)
    return entry


def _as_the_club_says(night: Night, amount: int) -> tuple[list[UUID], int]:
    """Who bears it equally, and what the club does, where nobody said so. Raises Conflict with nobody there."""
    if night.club.expenses_by == Bearers.CLUB:
        return [], amount
    seats = night.seats.order_by("player__name", "player")
    if night.club.expenses_by == Bearers.SEATED:
        seats = seats.exclude(status=Seat.Status.LEFT)
    players = dict.fromkeys(seats.values_list("player__merged_into", "player"))
    bearers = list(dict.fromkeys(survivor or player for survivor, player in players))
    if not bearers:
        raise Conflict("Nobody is there to bear it.")
    return bearers, 0


def _shares(
    amount: int, equally: Sequence[UUID], parts: Mapping[UUID, int], club: int, turn: int
) -> tuple[dict[str, int], list[str]]:
    """What each player bears, and who of them bears one minor unit more than others: from place `turn` on."""
    if equally and parts:
        raise BadValue("An expense is shared equally or in parts, not both.")
    if not all(is_whole(part) and 0 <= part <= amount for part in (club, *parts.values())):
        raise BadAmount("A part is a whole number of minor units, at most the expense.")
    shares = {str(player): part for player, part in parts.items() if part}
    odd: list[str] = []
    if equally:
        players = [str(player) for player in dict.fromkeys(equally)]
        each = share(amount - club, len(players), first=turn)
        shares = {player: part for player, part in zip(players, each, strict=True) if part}
        odd = [player for player, part in zip(players, each, strict=True) if part > min(each)]
    if sum(shares.values()) + club != amount:
        raise BadAmount("The parts do not add up to the expense.")
    return shares, odd


def _payer(night: Night, kind: str, player: UUID | None) -> Party:
    if kind not in PartyKind.values or (kind == PartyKind.PLAYER) != (player is not None):
        raise BadValue("An expense is paid by a player who is named, by the box or by the club.")
    ids = {PartyKind.PLAYER: player, PartyKind.BOX: night.pk, PartyKind.CLUB: night.club_id}
    return Party(kind, str(ids[PartyKind(kind)]))


def _check_players(night: Night, players: set[str]) -> None:
    if not were_there(night, players):
        raise NotFound("Who pays and who bears an expense are players of this night.")


def _paid(moves: night_accounts.Moves, payer: Party, amount: int) -> night_accounts.Moves:
    if payer.kind == PartyKind.BOX:
        return moves.box(amount)
    return moves.club(amount) if payer.kind == PartyKind.CLUB else moves.balance(payer.id, amount)
