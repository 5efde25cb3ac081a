"""An entry about a night's money that was a mistake: reversed, and both stay."""

from uuid import UUID

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext

from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import Conflict, Stale
from games.core.event_log import note
from games.core.night_entries import entries_that_stand
from games.core.permissions import May, member_for
from games.core.row_locks import lock_open_night
from games.core.table_state import no_open_hand, who_left
from games.core.validators import reason_of
from games.engine.wording import named
from games.models import Entry, Night
from games.money.services import effects, money_moves, night_accounts
from games.nights.services import seats
from games.play.services import match_ends, owed_antes

Kind = Entry.Kind

_BESIDE_THE_TABLE = frozenset({Kind.EXPENSE, Kind.DIFFERENCE})
_AT_THE_TABLE = frozenset(
    {Kind.BUY_IN, Kind.TOP_UP, Kind.CASH_OUT, Kind.RECOUNT, Kind.POT, Kind.ANTES, *match_ends.ENDS}
)
_COUNTS = (Kind.CASH_OUT, Kind.RECOUNT)
# What a scorekeeper may have entered by mistake
KINDS = _BESIDE_THE_TABLE | _AT_THE_TABLE


def take_back(actor: Actor, entry_id: UUID, reason: str, new_id: UUID | None = None) -> Entry:
    """Reverse what an entry posted: a buy-in, cash-out, count, expense, decision about pot or match, antes on leaving.

    Raises Conflict for any other kind, for one taken back already, while a hand is open (but for what does not touch
    the table), where the chips were counted since or are not there any more, and where they would lie before nobody,
    who has left.
    Body: `{"takes_back", "kind", "players", "reason"}`, the players being those whose chips it moved.
    """
    member_for(actor, May.KEEP_SCORE, club__nights__entries=entry_id)
    reason = reason_of(reason)
    now = timezone.now()
    with one_transaction():
        night = lock_open_night(entries=entry_id)
        entry = Entry.objects.select_related("player").get(pk=entry_id)
        if entry.kind not in KINDS:
            raise Conflict("An entry of this kind is not taken back.")
        if night.entries.filter(kind=Kind.TAKE_BACK, body__takes_back=str(entry.pk)).exists():
            raise Conflict("This entry was taken back already.")
        if entry.kind in _AT_THE_TABLE:
            no_open_hand(night)
        _check_not_counted_since(night, entry)
        if entry.kind == Kind.ANTES:
            owed_antes.check_nothing_rests_on(night, entry)
        night_accounts.reverse(night, [effects.journal_kind(entry.kind)], entry.pk, now, reason)
        # what corrections of earlier hands moved into the difference because this count stood
        night_accounts.reverse_open(night, "adjustment", f"{entry.pk}:", now, reason)
        won = match_ends.go_back(night, entry, now) if entry.kind in match_ends.ENDS else []
        stands = night_accounts.read(night)
        if stands.is_below_zero:
            raise Conflict("The chips have been played with since: recount instead.")
        players = sorted({*_players(entry), *won})
        if gone := who_left(night, [player for player in players if stands.stacks.get(player)]):
            raise Conflict(
                "{players} left the table since: seat them again, then take it back.",
                players=named([*gone.values()], gettext),
            )
        body = {"takes_back": str(entry.pk), "kind": entry.kind, "players": players, "reason": reason}
        return note(actor, night, Kind.TAKE_BACK, body, now, player=entry.player, entry_id=new_id)


def _check_not_counted_since(night: Night, entry: Entry) -> None:
    """Raises Conflict where chips that an entry moved were counted later: the count saw them as they then were."""
    moved = _players(entry)
    later = entries_that_stand(night, *_COUNTS, after=entry) if moved else []
    counted = [player for count in later for player in effects.counted(count.kind, count.body) if player in moved]
    if counted:
        seats = night.seats.filter(player__in=map(UUID, counted)).order_by("player__name")
        names = ", ".join(seats.values_list("player__name", flat=True))
        raise Conflict("The chips of {players} were counted since: take that count back first.", players=names)


def last_entry(night: Night) -> Entry | None:
    """What an undo at the table takes back between two hands: the last entry since the last hand that stands.

    None where nothing was entered since, or only what cannot be taken back.
    """
    last = night.entries.filter(hand__in=night.hands.order_by("-number")[:1], number__isnull=False)
    since = last.aggregate(last=Max("told"))["last"] or 0
    kinds = KINDS | {Kind.SEAT, Kind.TAKE_BACK}
    undone: set[str] = set()
    for entry in night.entries.filter(kind__in=kinds, told__gt=since).select_related("player").order_by("-told"):
        if takes_back := entry.body.get("takes_back"):
            undone.add(takes_back)
        elif str(entry.pk) not in undone:
            return entry
    return None


def undo_last(actor: Actor, night_id: UUID, entry_id: UUID) -> None:
    """Take back the last entry made between two hands, money and seat alike; nobody has to say why.

    Raises Stale where another entry is the last one by now, and Conflict as `take_back` does.
    """
    member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    with one_transaction():
        night = lock_open_night(pk=night_id)
        no_open_hand(night)
        entry = last_entry(night)
        if entry is None or entry.pk != entry_id:
            raise Stale("Something else was entered since: look at it again.")
        if entry.kind != Kind.SEAT:
            take_back(actor, entry.pk, gettext("Undone at the table."))
        if entry.kind in (Kind.SEAT, Kind.CASH_OUT):
            seats.undo_change(actor, night, entry)


def _players(entry: Entry) -> set[str]:
    """Whose chips an entry moved."""
    return set(money_moves.chips_of(effects.effects(entry.kind, entry.body)))
