"""Where doubt remains, the arbiter is right (rules 0.14): an award is set aside, with a reason, and both are shown.

The hand stays as the rules have it. What the ruling gives otherwise is posted beside it: in chips while it is the last
hand of an open night and nothing rests on it, else on the balances. Hand and rulings together have then moved what the
last ruling says; so a correction of the hand leaves it standing, and moves no money of this hand (`corrections.walk`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.models import Entry, Hand, Member, Night, Role
from games.services import money, notifications, versions
from games.services.actor import Actor
from games.services.awards import BALANCES, CHIPS, Ruling, award_of, standing_ruling
from games.services.entries import keep_steps, step
from games.services.errors import BadAmount, BadValue, Conflict, Forbidden
from games.services.locks import lock_night
from games.services.permissions import May, member_for
from games.services.replaying import keep, last_step
from games.services.results import check_whole
from games.services.table import dealt_in
from games.services.text import reason_of
from games.services.transaction import one_transaction


@dataclass(frozen=True, slots=True)
class Preview:
    """What each has of the hand, and what is carried, before and after; and what each account moves by."""

    before: Ruling
    after: Ruling

    @property
    def players(self) -> list[str]:
        return sorted({*self.before.net, *self.after.net})

    def moves_of(self, player: str) -> int:
        return self.after.net.get(player, 0) - self.before.net.get(player, 0)

    @property
    def moves(self) -> money.Moves:
        moves = money.Moves().pot(self.after.carried - self.before.carried)
        for player in self.players:
            move = moves.chips if self.after.place == CHIPS else moves.balance
            move(player, self.moves_of(player))
        return moves

    def document(self) -> dict[str, Any]:
        moved = {player: self.moves_of(player) for player in self.players if self.moves_of(player)}
        in_chips = self.after.place == CHIPS
        return {
            "net": {
                player: {"before": self.before.net.get(player, 0), "after": self.after.net.get(player, 0)}
                for player in self.players
            },
            "carry": {"before": self.before.carry, "after": self.after.carry},
            "moves": {
                "chips": moved if in_chips else {},
                "balances": {} if in_chips else moved,
                "pot": self.after.carried - self.before.carried,
            },
        }


def preview_ruling(
    actor: Actor, hand_id: UUID, net: Mapping[UUID, int], carry: int | None, expected: int | None
) -> Preview:
    """What `rule` would change; nothing is written. Raises what `rule` raises."""
    member = member_for(actor, May.RULE, club__nights__hands=hand_id)
    with one_transaction():
        night, hand = _locked(hand_id)
        _check_may(member, hand)
        versions.check(hand, expected)
        return _preview(night, hand, net, carry)


def rule(
    actor: Actor,
    hand_id: UUID,
    net: Mapping[UUID, int],
    reason: str,
    expected: int | None,
    carry: int | None = None,
) -> tuple[Hand, Preview]:
    """Set the award of a finished hand: what each has won or lost, and what is carried, their sum unchanged.

    It takes the place of an earlier ruling. Raises Forbidden for who may not rule on this hand, BadAmount where the sum
    changes, Conflict for an open hand, one for pegs, and for a pot that was played for since.
    """
    member = member_for(actor, May.RULE, club__nights__hands=hand_id)
    reason = reason_of(reason)
    now = timezone.now()
    with one_transaction():
        night, hand = _locked(hand_id)
        _check_may(member, hand)
        versions.check(hand, expected)
        preview = _preview(night, hand, net, carry)
        if not any(preview.moves.amounts.values()):
            raise Conflict("This changes nothing.")
        kept = last_step(hand) if hand.set_up is not None else None
        entry = step(actor, night, hand, Entry.Kind.RULING, {**preview.after.document(), "reason": reason}, now)
        hand.rulings += 1
        keep_steps([entry])
        hand.save(update_fields=["version", "rulings"])
        if kept:
            keep(hand, kept)
        money.post(night, "adjustment", preview.moves, entry.pk, now, f"ruling: {reason}"[:200])
        notifications.of_ruling(actor, night.club, hand, dealt_in(hand), now)
    return hand, preview


def _locked(hand_id: UUID) -> tuple[Night, Hand]:
    night = lock_night(hands=hand_id)
    hand = Hand.objects.select_related("match").get(pk=hand_id)
    hand.night = night
    if hand.status == Hand.Status.OPEN:
        raise Conflict("This hand is not over yet.")
    if not hand.rulings and (hand.status == Hand.Status.VOID or "net" not in (hand.result or {})):
        raise Conflict("A ruling is on what a hand has won and lost in money.")
    return night, hand


def _check_may(by: Member, hand: Hand) -> None:
    """The arbiter, but not on a hand they were dealt in to, unless the club says so; then an owner (or without one)."""
    arbiter = Member.objects.filter(club=by.club_id, is_arbiter=True, left_at=None).select_related("player").first()
    plays = arbiter is not None and hasattr(arbiter, "player") and str(arbiter.player.pk) in dealt_in(hand)
    absent = arbiter is None or (plays and not by.club.arbiter_may_play)
    if absent and by.role != Role.OWNER:
        raise Forbidden("The arbiter does not rule on a hand they were dealt in to: an owner does.")
    if not absent and not by.is_arbiter:
        raise Forbidden("Only the arbiter rules.")


def _preview(night: Night, hand: Hand, net: Mapping[UUID, int], carry: int | None) -> Preview:
    """What is asked for, checked, beside what stands. Raises BadValue, BadAmount, Conflict."""
    before = standing_ruling(hand) or award_of(hand)
    nets = {str(player): amount for player, amount in net.items()}
    if strangers := sorted(set(nets) - dealt_in(hand)):
        raise BadValue("A ruling is on who was dealt in.", players=strangers)
    check_whole(night, [*nets.values(), carry or 0])
    if carry is not None and before.carry is None:
        raise Conflict("Nothing is carried in this game.")
    if carry is not None and carry < 0:
        raise BadAmount("There is no less than nothing in the pot.")
    carry = before.carry if carry is None else carry
    carried = before.carried + (carry or 0) - (before.carry or 0)
    if sum(nets.values()) + carried != sum(before.net.values()) + before.carried:
        raise BadAmount("A ruling gives to one what it takes from another: the sum stays as it is.")
    preview = Preview(before, Ruling(nets, carry, carried, CHIPS))
    if _at_table(night, hand, preview.moves):
        return preview
    if carry != before.carry:
        raise Conflict("The pot was played for, or decided, since: rule on what each has won and lost alone.")
    return Preview(before, Ruling(nets, carry, carried, BALANCES))


def _at_table(night: Night, hand: Hand, moves: money.Moves) -> bool:
    """Whether the chips still lie there: the last hand of an open night, nothing counted since, and enough of them."""
    if night.status != Night.Status.OPEN:
        return False
    try:
        versions.check_rests(night, hand)
    except Conflict:
        return False
    stands = money.read(night)
    there = {(money.CHIPS, player): stack for player, stack in stands.stacks.items()}
    there[money.POT, "None"] = stands.pot
    return all(there.get((kind, str(who)), 0) + amount >= 0 for (kind, who), amount in moves.amounts.items())
