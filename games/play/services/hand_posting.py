"""What a finished hand does to money and pegs, and how that is taken back."""

from collections.abc import Mapping
from datetime import datetime

from games.models import Hand, Match, Night
from games.money.services import effects, night_accounts
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
    if "net" not in hand.result:
        return
    before, award = night_accounts.read(night).stacks, effects.award_by_rules(hand.set_up, hand.result)
    _post_award(night, hand, award, effects.missing(award, before), now)


def pay_out(night: Night, match: Match, hand: Hand, now: datetime) -> None:
    """Who has won a match takes its pot, with the hand that ended it."""
    match_stakes.hand_out(night, match, match_stakes.shares(night, match, match.leaders), _key(hand), now)


def post_again(night: Night, hand: Hand, credit: Mapping[str, int], payout: match_stakes.Payout, now: datetime) -> None:
    """Post a complete hand that is corrected, once all is reversed that it and others had posted."""
    if hand.match and payout:
        match_stakes.pay(night, hand.match, payout, _key(hand), now)
    if hand.result and "net" in hand.result:
        _post_award(night, hand, effects.award_by_rules(hand.set_up, hand.result), credit, now)


def reverse_all(night: Night, hand: Hand, now: datetime, reason: str) -> None:
    """Reverse what stands posted of a hand, at whichever of its versions."""
    for kind in POSTED:
        night_accounts.reverse_open(night, kind, f"{hand.pk}:", now, reason)


def _post_award(night: Night, hand: Hand, award: effects.Award, credit: Mapping[str, int], now: datetime) -> None:
    night_accounts.post(night, "hand", effects.of_award(award), _key(hand), now)
    night_accounts.post(night, "buy-in", effects.on_credit(credit), _key(hand), now, "on credit")


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
