"""What the scorekeeper's phone needs of a night, in few queries."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from games.core.actor import Actor
from games.core.night_entries import entries_that_stand
from games.core.permissions import May, member_for
from games.core.table_state import dealt_in
from games.models import BuyInRequest, Dispute, Entry, Hand, Night, Seat
from games.money.services import night_accounts
from games.money.services.night_accounts import Standing
from games.nights.selectors.seats import Present, Sitting, circle_of, present_in
from games.play.services.dealing import next_dealer, upcoming

_ASKED = "SELECT COUNT(*) FROM games_buyinrequest WHERE night_id = %s AND status = %s"
_DISPUTED = "SELECT COUNT(*) FROM games_dispute WHERE night_id = %s AND state IN (%s, %s)"
# About a payment of a settlement of several nights, which is of no night by itself.
_SETTLED = """
    SELECT COUNT(*) FROM games_dispute d
    JOIN games_payment p ON p.id = d.payment_id JOIN games_transfer t ON t.id = p.transfer_id
    WHERE d.night_id IS NULL AND d.state IN (%s, %s)
    AND EXISTS (SELECT 1 FROM games_share s WHERE s.settlement_id = t.settlement_id AND s.night_id = %s)
"""
_SEATED = "SELECT COUNT(*) FROM games_seat WHERE night_id = %s AND status <> %s"
_LAST = "SELECT COALESCE(MAX(told), 0) FROM games_entry WHERE night_id = %s"
_OWN = "SELECT MAX(told) FROM games_entry WHERE hand_id = %s AND number = %s"


class AtTable(NamedTuple):
    """A night, with its club, as its scorekeeper finds it. `told` is the number of the last event that is surely in it.

    `hand` is the last one, open or over; `asked` how many requests for chips wait, `disputed` how many disputes about
    the night have not ended (`open_disputes`), `seated` how many have a place, dealt in or not.
    """

    night: Night
    hand: Hand | None
    told: int
    asked: int
    disputed: int
    seated: int


def at_table(actor: Actor, night_id: UUID, fresh: Hand | None = None) -> AtTable:
    """Raises NotFound for another club's night, Forbidden to members who may not keep score.

    `fresh` is the night's last hand as a service has just written it for the actor, whom it has asked. A deal that was
    undone is no hand of the night: then the last one is the hand before.
    """
    if fresh and fresh.night_id == night_id and fresh.status != Hand.Status.UNDONE:
        # what others enter from here on is not in it
        own = _OWN, _key(fresh.pk), fresh.version
        return AtTable(fresh.night, fresh, *_figures(night_id, *own))
    member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    figures = _figures(night_id, _LAST, _key(night_id))  # before all else: what comes meanwhile is read again
    night = Night.objects.select_related("club").get(pk=night_id)
    hand = Hand.objects.filter(night=night_id).order_by("-number").first()
    if hand:
        hand.night = night
    return AtTable(night, hand, *figures)


def _figures(night_id: UUID, told: str, *of: Any) -> tuple[int, int, int, int]:
    """The number of an event, how many requests wait, how many disputes, and how many have a place.

    One plain statement, since every tap asks.
    """
    night = _key(night_id)
    waiting = [night, BuyInRequest.Status.ASKED, night, *Dispute.RUNNING, *Dispute.RUNNING, night]
    waiting += [night, Seat.Status.LEFT]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT ({told}), ({_ASKED}), ({_DISPUTED}) + ({_SETTLED}), ({_SEATED})", [*of, *waiting])
        number, asked, disputed, seated = cursor.fetchone()
    return number, asked, disputed, seated


def _key(id: UUID) -> Any:
    """An id as this database keeps it."""
    return Night._meta.pk.get_db_prep_value(id, connection)


class Between(NamedTuple):
    """Who may be dealt in next, clockwise: names by id; who of them deals, None where nobody can; and the money.

    `present` is everyone with a place; `bought` the chips that were bought since the last hand was dealt, by whom.
    """

    present: Present
    seated: dict[str, str]
    dealer: str | None
    stands: Standing
    bought: tuple[tuple[str, int], ...]
    left_out: tuple[str, ...] = ()
    on_credit: tuple[str, ...] = ()


def between(found: AtTable) -> Between:
    """What the next deal begins from."""
    night = found.night
    stands = night_accounts.read(night)
    present = present_in(night, stands.stacks)
    names = {one.player: one.name for one in present.circle if not one.out}
    bought = _bought(found, present.circle)
    following = upcoming(night, found.hand.game) if found.hand else None
    if following is None:
        return Between(present, names, next_dealer(night, list(names)), stands, bought)
    return Between(present, names, following.dealer, stands, bought, following.left_out, following.on_credit)


def _bought(found: AtTable, circle: Sequence[Sitting]) -> tuple[tuple[str, int], ...]:
    """Before the first hand everybody buys in: then it is told by the stacks alone."""
    if found.hand is None:
        return ()
    names = {one.player: one.name for one in circle}
    kinds = Entry.Kind.BUY_IN, Entry.Kind.TOP_UP
    entries = entries_that_stand(found.night, *kinds, body__after_hand=found.hand.number)
    return tuple(
        (names[entry.body["player"]], entry.body["amount"]) for entry in entries if entry.body["player"] in names
    )


def present_at(found: AtTable) -> Present:
    """Who has a place while a hand is played: nothing is asked where all of them are in it.

    What lies before those who are not is asked where they do not sit out.
    """
    dealt = dealt_in(found.hand)
    if found.seated <= len(dealt):
        return Present()
    circle = circle_of(found.night)
    left_out = any(not one.out and one.player not in dealt for one in circle)
    return Present(circle, night_accounts.read(found.night).stacks if left_out else None)
