"""The two ways in: look at what a ruling would do, and do it."""

from uuid import UUID

from django.utils import timezone

from games.core import concurrency
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import Conflict, Forbidden
from games.core.permissions import May, member_for
from games.core.row_locks import lock_night
from games.core.table_state import check_not_undone, dealt_in
from games.core.validators import reason_of
from games.disputes.services import notifications
from games.models import Hand, Member, Night, Notification, Role
from games.play.services.corrections.execution import Pen
from games.play.services.rulings import money_rulings, peg_rulings
from games.play.services.rulings.ruling_request import Asked, Looked


def preview_ruling(actor: Actor, hand_id: UUID, asked: Asked, expected: int | None) -> Looked:
    """What `rule` would change; nothing is written. Raises what `rule` raises."""
    member = member_for(actor, May.RULE, club__nights__hands=hand_id)
    with one_transaction():
        return _look(member, hand_id, asked, expected)[1]


def rule(actor: Actor, hand_id: UUID, asked: Asked, reason: str, expected: int | None) -> tuple[Hand, Looked]:
    """Set the award of a finished hand, or how far its pegs move. It takes the place of an earlier ruling.

    Raises Forbidden for who may not rule on this hand, BadValue for what is not of this game, BadAmount where the sum
    of the money changes, Conflict for an open hand, a misdeal, and for a pot that was played for since; and
    LaterHandIllegal where a later hand of the match could not have been dealt then, and is not called off with it.
    """
    member = member_for(actor, May.RULE, club__nights__hands=hand_id)
    reason = reason_of(reason)
    now = timezone.now()
    with one_transaction():
        night, looked = _look(member, hand_id, asked, expected)
        if not looked.is_change:
            raise Conflict("This changes nothing.")
        hand = looked.write(Pen(actor, night, "ruling", reason, now))
        notifications.of_hand(actor, hand, Notification.Kind.RULING, dealt_in(hand), now)
    return hand, looked


def _look(by: Member, hand_id: UUID, asked: Asked, expected: int | None) -> tuple[Night, Looked]:
    night = lock_night(hands=hand_id)
    hand = Hand.with_undone.select_related("match").get(pk=hand_id)
    hand.night = night
    check_not_undone(hand)
    if hand.status == Hand.Status.OPEN:
        raise Conflict("This hand is not over yet.")
    if hand.status == Hand.Status.VOID and not hand.rulings:
        raise Conflict("A misdeal has moved nothing: there is nothing to rule on.")
    _check_may(by, hand)
    concurrency.check(hand, expected)
    return night, (peg_rulings if hand.match else money_rulings).look(night, hand, asked)


def _check_may(by: Member, hand: Hand) -> None:
    """The arbiter, but not on a hand they were dealt in to, unless the club says so; then an owner (or without one)."""
    arbiter = Member.objects.filter(club=by.club_id, is_arbiter=True, left_at=None).select_related("player").first()
    plays = arbiter is not None and arbiter.own_id in dealt_in(hand)
    absent = arbiter is None or (plays and not by.club.arbiter_may_play)
    if absent and by.role != Role.OWNER:
        raise Forbidden("The arbiter does not rule on a hand they were dealt in to: an owner does.")
    if not absent and not by.is_arbiter:
        raise Forbidden("Only the arbiter rules.")
