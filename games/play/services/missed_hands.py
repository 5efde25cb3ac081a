"""Hands that nobody entered: only who won how much."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.utils import timezone

from games.core.actor import Actor
from games.core.amounts import LARGEST, is_whole, off_chip
from games.core.atomic import one_transaction
from games.core.errors import BadAmount, NotFound
from games.core.event_log import keep_steps, next_entry
from games.core.permissions import May, member_for
from games.core.row_locks import lock_open_night
from games.core.table_state import next_hand
from games.core.validators import name_of
from games.models import Entry, Hand, Night, Seat
from games.money.services import night_accounts
from games.play.services.hand_posting import post_hand


def record_result(
    actor: Actor, night_id: UUID, word: str, net: Mapping[UUID, int], hand_id: UUID | None = None
) -> Hand:
    """A complete hand with a word for its game and the net of each player, whose sum is zero.

    Raises Conflict while a hand is open, BadAmount where the sum is not zero or somebody has not that many chips.
    """
    member_for(actor, May.KEEP_SCORE, club__nights=night_id)
    word = name_of(word)
    now = timezone.now()
    with one_transaction():
        night = lock_open_night(pk=night_id)
        new_id, number = next_hand(night, hand_id)
        nets = _checked(night, net)
        hand = Hand(
            id=new_id,
            night=night,
            number=number,
            game=word,
            phase=Hand.Status.COMPLETE,
            status=Hand.Status.COMPLETE,
            result={"net": nets},
            started_at=now,
            ended_at=now,
        )
        entry = next_entry(actor, night, hand, Entry.Kind.RESULT, {"word": word, "net": nets}, now, ends=True)
        hand.save(force_insert=True)
        keep_steps([entry])
        post_hand(night, hand, now)
    return hand


def check_sum(night: Night, net: Mapping[UUID, int]) -> dict[str, int]:
    """Nets by player id. Raises BadAmount unless they are whole chips, and one's win is another's loss."""
    nets: dict[str, int] = {str(player): amount for player, amount in net.items()}
    check_whole(night, nets.values())
    if len(nets) < 2 or sum(nets.values()) != 0:
        raise BadAmount("What is won is what others lost: the sum is zero.")
    return nets


def check_whole(night: Night, amounts: Collection[int]) -> None:
    """Raises BadAmount unless all are whole chips, won or lost."""
    if not all(is_whole(amount) and abs(amount) <= LARGEST for amount in amounts):
        raise BadAmount("An amount is a whole number of at most {most}.", most=LARGEST)
    if any(amount % night.chip for amount in amounts):
        raise off_chip(night)


def check_stacks(nets: Mapping[str, int], stacks: Mapping[str, int]) -> None:
    """Raises BadAmount where somebody would lose more than they have."""
    if short := [player for player, amount in nets.items() if stacks.get(player, 0) + amount < 0]:
        raise BadAmount("Nobody loses more chips than they have: top up first.", players=short)


def _checked(night: Night, net: Mapping[UUID, int]) -> dict[str, int]:
    nets = check_sum(night, net)
    if night.seats.filter(player__in=list(net)).exclude(status=Seat.Status.LEFT).count() != len(nets):
        raise NotFound("A result names players at the table.")
    check_stacks(nets, night_accounts.read(night).stacks)
    return nets
