"""Nights: opened, decided, closed."""

from uuid import UUID

from django.utils import timezone

from games.core.actor import Actor
from games.core.amounts import LARGEST, share
from games.core.atomic import one_transaction
from games.core.errors import BadAmount, BadValue, Conflict, NotFound
from games.core.event_log import note, note_of_club
from games.core.ids import free_id
from games.core.night_entries import odd_cent_turn
from games.core.permissions import May, member_for
from games.core.row_locks import lock_night, lock_open_night
from games.core.table_state import no_open_hand, seated, who_left
from games.core.validators import currency_of, name_of, reason_of, time_zone_of
from games.models import Club, Entry, Member, Night
from games.money.services import night_accounts
from games.money.services.carried_pot import paid_in, returned_to, split_among
from games.money.services.parties import were_there
from games.play.services import match_ends
from games.play.services.dealing import from_dealers_left, rules_of_the_club


def open_night(
    actor: Actor,
    club_id: UUID,
    name: str,
    chip: int,
    currency: str | None = None,
    time_zone: str | None = None,
    box_holder_id: UUID | None = None,
    night_id: UUID | None = None,
) -> Night:
    """A new night; currency and time zone are the club's unless given, the cash box is held by the opener.

    `chip` is the smallest chip in minor units, `box_holder_id` a member. Games begin with the house rules of the club's
    last night with this chip. Body: `{"name", "currency", "chip", "time_zone", "box_holder"}`.
    """
    by = member_for(actor, May.KEEP_SCORE, club=club_id)
    if type(chip) is not int or not 1 <= chip <= LARGEST:
        raise BadAmount("The smallest chip is a whole number of minor units, at least 1.")
    club: Club = by.club
    currency = currency_of(currency or club.currency)
    with one_transaction():
        night = Night.objects.create(
            id=free_id(Night, night_id, club.pk),
            club=club,
            name=name_of(name),
            currency=currency,
            chip=chip,
            last_rules=rules_of_the_club(Night.objects.filter(club=club), currency, chip),
            time_zone=time_zone_of(time_zone or club.time_zone),
            box_holder=_member(club, box_holder_id) if box_holder_id else by,
            opened_at=timezone.now(),
        )
        body = {name: getattr(night, name) for name in ("name", "currency", "chip", "time_zone")}
        body["box_holder"] = str(night.box_holder_id)
        note_of_club(actor, club.pk, Entry.Kind.OPEN, body, night.opened_at, night_id=night.pk)
    return night


def decide_pot(actor: Actor, night_id: UUID, how: str, reason: str) -> Night:
    """The carried pot goes back to the players' chips: `split` among who is seated, or `return` to who paid it in.

    Who has left the table gets it on the balance. Raises Conflict while a hand is open, or with nothing in the pot.
    Body: `{"how", "reason", "shares", "balances"}`, shares being chips.
    """
    member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    if how not in ("split", "return"):
        raise BadValue("The pot is decided by split or return.")
    reason = reason_of(reason)
    now = timezone.now()
    with one_transaction():
        night = lock_open_night(pk=night_id)
        no_open_hand(night)
        pot = night_accounts.read(night).pot
        if not pot:
            raise Conflict("There is nothing in the pot.")
        shares = _split(night, pot) if how == "split" else _returned(night, pot)
        balances = {player: shares.pop(player) for player in who_left(night, shares)}
        body = {"how": how, "reason": reason, "shares": shares, "balances": balances}
        entry = note(actor, night, Entry.Kind.POT, body, now)
        moves = night_accounts.Moves().pot(-pot)
        for player, amount in shares.items():
            moves.chips(player, amount)
        for player, amount in balances.items():
            moves.balance(player, amount)
        night_accounts.post(night, "adjustment", moves, entry.pk, now, reason)
    return night


def decide_difference(
    actor: Actor, night_id: UUID, player_ids: list[UUID], reason: str, by_club: bool = False
) -> Night:
    """What counts and book differ by falls to these players in equal parts: chips too few to keep, too many to bear.

    Or, with nobody named, to the club. Who decides it, the club says. Body: `{"shares", "club", "reason"}`.
    """
    member_for(actor, May.DECIDE_DIFFERENCE, club__nights=night_id)
    if by_club == bool(player_ids):
        raise BadValue("A difference is borne by players, or by the club.")
    reason = reason_of(reason)
    now = timezone.now()
    with one_transaction():
        night = lock_open_night(pk=night_id)
        no_open_hand(night)
        players = [str(pk) for pk in dict.fromkeys(player_ids)]
        if not were_there(night, players):
            raise NotFound("Those who bear the difference are players of this night.")
        difference = night_accounts.read(night).difference
        if not difference:
            raise Conflict("Counts and book agree: there is no difference.")
        each = share(difference, len(players), first=odd_cent_turn(night)) if players else []
        shares = dict(zip(players, each, strict=True))
        kept = difference if by_club else 0
        body = {"shares": shares, "club": kept, "reason": reason}
        entry = note(actor, night, Entry.Kind.DIFFERENCE, body, now)
        moves = night_accounts.Moves().difference(-difference).club(kept)
        for player, amount in shares.items():
            moves.balance(player, amount)
        night_accounts.post(night, "adjustment", moves, entry.pk, now, reason)
    return night


def close_night(actor: Actor, night_id: UUID) -> Night:
    """No more hands, no more money at the table. A match that still runs, without a stake, is abandoned.

    Raises Conflict while a hand is open, chips are on the table, or pot, difference or the stakes of a match are
    undecided. Body: `{"abandoned": [match]}`.
    """
    member_for(actor, May.CLOSE_NIGHT, club__nights=night_id)
    now = timezone.now()
    with one_transaction():
        night = lock_open_night(pk=night_id)
        no_open_hand(night)
        stands = night_accounts.read(night)
        if stands.pot:
            raise Conflict("The carried pot is undecided: play for it, split it, or return it.", pot=stands.pot)
        if any(stands.matches.values()):
            raise Conflict("A match with a stake is not over: play on, or end it.", matches=stands.matches)
        if any(stands.stacks.values()):
            raise Conflict("Chips are on the table: cash everyone out.", stacks=stands.stacks)
        if stands.difference:
            raise Conflict("Counts and book differ: recount, or say who bears it.", over_short=stands.over_short)
        night.status = Night.Status.CLOSED
        night.closed_at = now
        night.save(update_fields=["status", "closed_at"])
        note(actor, night, Entry.Kind.CLOSE, {"abandoned": match_ends.abandon(night)}, now)
    return night


def reopen_night(actor: Actor, night_id: UUID, reason: str) -> Night:
    """A closed night goes on: something was forgotten. What was settled stands; only what changes is settled anew.

    A match that was abandoned with its closing runs again. Body: `{"closed_at", "reason", "resumed": [match]}`.
    """
    member_for(actor, May.REOPEN_NIGHT, club__nights=night_id)
    reason = reason_of(reason)
    now = timezone.now()
    with one_transaction():
        night = lock_night(pk=night_id)
        if night.status == Night.Status.OPEN:
            raise Conflict("This night is open.")
        closed_at, night.closed_at = night.closed_at, None
        night.status = Night.Status.OPEN
        night.save(update_fields=["status", "closed_at"])
        closed = closed_at.isoformat() if closed_at else None
        body = {"closed_at": closed, "reason": reason, "resumed": match_ends.resume(night)}
        note(actor, night, Entry.Kind.REOPEN, body, now)
    return night


def _member(club: Club, member_id: UUID) -> Member:
    member = Member.objects.filter(pk=member_id, club=club, left_at=None).first()
    if member is None:
        raise NotFound("There is no such member in this club.")
    return member


def _split(night: Night, pot: int) -> dict[str, int]:
    """Equal shares of whole chips for everyone seated; odd chips from the left of the dealer."""
    order = from_dealers_left(night, [str(seat.player_id) for seat in seated(night)])
    if not order:
        raise Conflict("Nobody is seated to split the pot among: return it.")
    return split_among(pot, order, night.chip)


def _returned(night: Night, pot: int) -> dict[str, int]:
    paid = paid_in(night)
    if not paid:
        raise Conflict("Nobody is known to have paid into the pot: split it.")
    return returned_to(pot, paid, night.chip)
