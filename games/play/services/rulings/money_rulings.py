"""An award set aside: what each has won or lost, and what is carried, their sum unchanged.

The hand stays as the rules have it. What the ruling gives otherwise is posted beside it: in chips while it is the last
hand of an open night and nothing rests on it, else on the balances. Hand and rulings together have then moved what the
last ruling says; so a correction of the hand leaves it standing, and moves no money of this hand (`corrections.walk`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games import engine
from games.core.errors import BadAmount, BadValue, Conflict, Money
from games.core.table_state import dealt_in
from games.models import Hand, Night
from games.money.services import effects, money_moves, night_accounts
from games.money.services.awards import BALANCES, CHIPS, Ruling, standing_award
from games.play.services import undo_guard
from games.play.services.corrections import night_history
from games.play.services.corrections.execution import Pen, rule_beside
from games.play.services.corrections.preview import by_account
from games.play.services.missed_hands import check_whole
from games.play.services.rulings.ruling_request import Asked


@dataclass(frozen=True, slots=True)
class OfMoney:
    """What each has of the hand, and what is carried, before and after; and what each account moves by."""

    hand: Hand
    before: Ruling
    after: Ruling

    @property
    def is_change(self) -> bool:
        return bool(money_moves.totals(self.moves))

    @property
    def players(self) -> list[str]:
        return sorted({*self.before.net, *self.after.net})

    @property
    def moves(self) -> money_moves.Moves:
        return effects.effects("ruling", self.after.document(), effects.Context(award=self.before.award))

    def document(self) -> dict[str, Any]:
        return {
            "net": {
                player: {"before": self.before.net.get(player, 0), "after": self.after.net.get(player, 0)}
                for player in self.players
            },
            "carry": {"before": self.before.carry, "after": self.after.carry},
            "peg_moves": {},
            "called_off": [],
            "later": [],
            "matches": [],
            "moves": by_account(self.moves),
            "warnings": {},
        }

    def write(self, pen: Pen) -> Hand:
        entry = rule_beside(pen, self.hand, self.after.document())
        night_accounts.post_entry(pen.night, entry, effects.Context(award=self.before.award), pen.memo)
        return self.hand


def look(night: Night, hand: Hand, asked: Asked) -> OfMoney:
    """What is asked for, checked, beside what stands. Raises BadValue, BadAmount, Conflict."""
    if asked.net is None or asked.peg_moves is not None:
        raise BadValue("This hand was played for money: say what each has won or lost.")
    before = standing_award(hand)
    after = _checked(night, hand, before, asked.net, asked.carry)
    looked = OfMoney(hand, before, after)
    if _at_table(night, hand, looked.moves):
        return looked
    if after.carry != before.carry:
        raise Conflict("The pot was played for, or decided, since: rule on what each has won and lost alone.")
    return OfMoney(hand, before, Ruling(after.net, after.carry, after.carried, BALANCES))


def _checked(night: Night, hand: Hand, before: Ruling, net: Mapping[UUID, int], carry: int | None) -> Ruling:
    nets = {str(player): amount for player, amount in net.items()}
    if strangers := sorted(set(nets) - dealt_in(hand)):
        raise BadValue("A ruling is on who was dealt in.", players=strangers)
    check_whole(night, [*nets.values(), carry or 0])
    most = _in_play(night, hand, before)
    if max(map(abs, (*nets.values(), carry or 0)), default=0) > most:
        raise BadAmount(
            "Nobody wins or loses more than was in play: {most}.", most=Money(most, night.currency, night.club)
        )
    if carry is not None and before.carry is None:
        raise Conflict("Nothing is carried in this game.")
    if carry is not None and carry < 0:
        raise BadAmount("There is no less than nothing in the pot.")
    carry = before.carry if carry is None else carry
    carried = before.carried + (carry or 0) - (before.carry or 0)
    if sum(nets.values()) + carried != sum(before.net.values()) + before.carried:
        raise BadAmount("A ruling gives to one what it takes from another: the sum stays as it is.")
    return Ruling(nets, carry, carried, CHIPS)


def _in_play(night: Night, hand: Hand, before: Ruling) -> int:
    """The most that can have changed hands: all stacks with the carried pot, and what losers owe it on credit (3.7)."""
    if hand.set_up is None:
        stacks = night_history.load(night).stacks_at(hand)
        return sum(max(0, stacks.get(player, 0)) for player in before.net)
    stacks = sum(player["stack"] for player in hand.set_up["players"])
    if before.carry is None:
        return stacks
    players, ante = len(hand.set_up["players"]), engine.load_stored(hand.set_up).rules["ante"]
    pot = hand.set_up["carry"] + players * ante
    return stacks + players * pot


def _at_table(night: Night, hand: Hand, moves: money_moves.Moves) -> bool:
    """Whether the chips still lie there: the last hand of an open night, nothing counted since, and enough of them."""
    if night.status != Night.Status.OPEN:
        return False
    try:
        undo_guard.check_nothing_rests_on(night, hand)
    except Conflict:
        return False
    stands, moved = night_accounts.read(night), money_moves.fold(moves)
    stacks = (stands.stacks.get(player, 0) + amount for player, amount in moved.stacks.items())
    return stands.pot + moved.pot >= 0 and all(stack >= 0 for stack in stacks)
