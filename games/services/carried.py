"""Whose money the carried pot is: what each player has paid in since it was last won or decided."""

from typing import Any

from django.db.models import QuerySet

from games import engine
from games.models import Entry, Hand, Night
from games.services.night_log import entries_that_stand, hands_since
from games.services.replaying import last_step


def paid_in(night: Night) -> dict[str, int]:
    """By player: the matches of the hand that last won the pot, and all antes since (3.6), paid on leaving too.

    The antes of a hand that was won are gone with it, whoever posted them. Empty where nothing is known to be in.
    """
    paid: dict[str, int] = {}
    decided = next(reversed(entries_that_stand(night, Entry.Kind.POT)), None)
    # the antes of a next deal, paid by who left before it
    on_leaving = entries_that_stand(night, Entry.Kind.ANTES, after=decided)
    for hand in _hands(night, decided):
        outcome = engine.explain(last_step(hand).state)
        for player, amount in _by_player(outcome, hand):
            paid[player] = paid.get(player, 0) + amount
        if outcome["pots"]:
            on_leaving = [entry for entry in on_leaving if entry.body["after_hand"] >= hand.number]
            break
    for entry in on_leaving:
        player = entry.body["player"]
        paid[player] = paid.get(player, 0) + entry.body["amount"]
    return {player: amount for player, amount in paid.items() if amount}


def _hands(night: Night, decided: Entry | None) -> QuerySet[Hand]:
    """Played hands of games with a carried pot, the last one first, back to the last decision about the pot."""
    games = [name for name, game in engine.GAMES.items() if "carry" in game.setup_keys]
    hands = hands_since(night, decided) if decided else night.hands.all()
    return hands.filter(game__in=games, set_up__isnull=False, status=Hand.Status.COMPLETE).order_by("-number")


def _by_player(outcome: dict[str, Any], hand: Hand) -> list[tuple[str, int]]:
    if outcome["pots"]:
        return [(match["player"], match["amount"]) for match in outcome["matches"]]
    assert hand.result is not None
    return [(player, -net) for player, net in hand.result["net"].items()]
