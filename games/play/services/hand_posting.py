"""What a finished hand does to money and pegs, and how that is taken back."""

from collections.abc import Mapping
from datetime import datetime

from games.models import Hand, Match, Night
from games.money.services import night_accounts
from games.money.services.awards import award_of
from games.play.services import match_stakes, matches

POSTED = ("match", "buy-in", "hand")


def post_hand(night: Night, hand: Hand, now: datetime) -> None:
    """Post what a complete hand won and lost, in chips or in pegs; who wins a match takes its pot.

    Where a debt to the pot took a stack below zero, what is missing is bought in on account (rules 3.7).
    """
    assert hand.result
    if hand.match:
        matches.advance(hand.match, hand.result)
        if hand.match.status == Match.Status.WON:
            pay_out(night, hand.match, hand, now)
    net = hand.result.get("net")
    if net is None:
        return
    before = night_accounts.read(night).stacks
    _post_net(night, hand, now)
    post_credit(night, hand, {player: -(before.get(player, 0) + amount) for player, amount in net.items()}, now)


def pay_out(night: Night, match: Match, hand: Hand, now: datetime) -> None:
    """Who has won a match takes its pot, with the hand that ended it."""
    match_stakes.hand_out(night, match, match_stakes.shares(night, match, match.leaders), _key(hand), now)


def post_again(night: Night, hand: Hand, credit: Mapping[str, int], payout: match_stakes.Payout, now: datetime) -> None:
    """Post a complete hand that is corrected, once all is reversed that it and others had posted."""
    if hand.match and payout:
        match_stakes.pay(night, hand.match, payout, _key(hand), now)
    if hand.result and "net" in hand.result:
        _post_net(night, hand, now)
        post_credit(night, hand, credit, now)


def reverse_all(night: Night, hand: Hand, now: datetime, reason: str) -> None:
    """Reverse what stands posted of a hand, at whichever of its versions."""
    for kind in POSTED:
        night_accounts.reverse_open(night, kind, f"{hand.pk}:", now, reason)


def post_credit(night: Night, hand: Hand, missing: Mapping[str, int], now: datetime) -> None:
    """Buy in on account what is missing; who is in plus buys nothing."""
    credit = night_accounts.Moves()
    for player, amount in missing.items():
        credit.chips(player, max(0, amount)).balance(player, -max(0, amount))
    night_accounts.post(night, "buy-in", credit, _key(hand), now, "on credit")


def _post_net(night: Night, hand: Hand, now: datetime) -> None:
    award = award_of(hand)
    moves = night_accounts.Moves().pot(award.carried)
    for player, amount in award.net.items():
        moves.chips(player, amount)
    night_accounts.post(night, "hand", moves, _key(hand), now)


def take_back(night: Night, hand: Hand, now: datetime, reason: str) -> None:
    """Reverse all that the hand posted at its present version; its match stands where the hand began.

    With a misdeal that is none after all, the stakes are in again.
    """
    night_accounts.reverse(night, POSTED, _key(hand), now, reason)
    if hand.match and hand.set_up:
        matches.restore(hand.match, hand.set_up)
        if hand.status == Hand.Status.VOID:
            match_stakes.pay_in(night, hand, now)


def _key(hand: Hand) -> str:
    """A hand posts anew each time it ends: the entry that ended it is in the key."""
    return f"{hand.pk}:{hand.version}"
