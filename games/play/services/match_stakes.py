"""The stakes of a match: each member pays in chips when it starts, the winner takes the match pot.

They are posted with the hand that starts the match, and paid out with what ends it: so each goes back with that hand.
"""

from collections.abc import Mapping
from datetime import datetime

from games.core.amounts import share
from games.core.errors import BadAmount
from games.core.table_state import who_left
from games.models import Hand, Match, Night
from games.money.services import effects, money_moves, night_accounts
from games.play.services import matches

# How a match pot is paid out: to which accounts of players
Payout = dict[money_moves.Account, int]


def pay_in(night: Night, hand: Hand, now: datetime) -> None:
    """Every member's stake from their chips, where this hand starts a match for a stake.

    Raises BadAmount where somebody has not the chips for it.
    """
    match = hand.match
    if match is None or not match.stake or matches.has_begun(match):
        return
    stacks = night_accounts.read(night).stacks
    if short := [player for player in match.members if stacks.get(player, 0) < match.stake]:
        raise BadAmount("Not everyone has the chips for the stake: top up first.", players=short)
    moves = effects.stakes_in(str(match.pk), match.stake, match.members)
    night_accounts.post(night, "match", moves, f"{_paid_in(hand)}{hand.version}", now, "stakes")


def take_back(night: Night, hand: Hand, now: datetime, reason: str) -> None:
    """The stakes go back, where the hand that started the match is a misdeal."""
    if hand.match and hand.match.stake and not matches.has_begun(hand.match):
        night_accounts.reverse_open(night, "match", _paid_in(hand), now, reason)


def in_pot(night: Night, match: Match) -> int:
    """What the match pot holds."""
    return night_accounts.read(night).matches.get(str(match.pk), 0)


def shares(night: Night, match: Match, players: list[str]) -> dict[str, int]:
    """The match pot in equal parts of whole chips; what others forfeited stays in, and is shared."""
    pot = in_pot(night, match)
    return dict(zip(players, share(pot, len(players), night.chip), strict=True)) if pot else {}


def hand_out(night: Night, match: Match, parts: Mapping[str, int], key: object, now: datetime) -> None:
    """The match pot in these parts: in chips, or on the balance of who has left the table."""
    gone = who_left(night, parts)
    pay(night, match, {effects.place_of(player, gone): amount for player, amount in parts.items()}, key, now)


def pay(night: Night, match: Match, payout: Payout, key: object, now: datetime) -> None:
    """The match pot to these accounts."""
    night_accounts.post(night, "match", effects.match_pot_out(str(match.pk), payout), key, now)


def _paid_in(hand: Hand) -> str:
    """How the keys begin under which a hand paid stakes in: once for each time it was no misdeal."""
    return f"in:{hand.pk}:"
