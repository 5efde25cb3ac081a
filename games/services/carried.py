"""Whose money the carried pot is: what each player has paid in since it was last won or decided."""

from datetime import datetime
from typing import Any

from games import engine
from games.models import Entry, Hand, Night
from games.services.replaying import last_step
from games.services.table import taken_back


def paid_in(night: Night) -> dict[str, int]:
    """By player: the matches of the hand that last won the pot, and all antes since (3.6), paid on leaving too.

    The antes of a hand that was won are gone with it, whoever posted them. Empty where nothing is known to be in.
    """
    paid: dict[str, int] = {}
    gone = taken_back(night)
    decided = night.entries.filter(kind=Entry.Kind.POT).exclude(pk__in=gone).order_by("-at").first()
    since = decided.at if decided else None
    for hand in _hands(night, since):
        outcome = engine.explain(last_step(hand).state)
        for player, amount in _by_player(outcome, hand):
            paid[player] = paid.get(player, 0) + amount
        if outcome["pots"]:
            since = hand.ended_at
            break
    for entry in _on_leaving(night, since, gone):
        player = entry.body["player"]
        paid[player] = paid.get(player, 0) + entry.body["amount"]
    return {player: amount for player, amount in paid.items() if amount}


def _on_leaving(night: Night, since: datetime | None, gone: list[str]) -> list[Entry]:
    """The antes of a next deal that were paid by who left before it."""
    antes = night.entries.filter(kind=Entry.Kind.ANTES).exclude(pk__in=gone)
    return list(antes.filter(at__gt=since) if since else antes)


def _hands(night: Night, since: datetime | None) -> list[Hand]:
    """Played hands of games with a carried pot, the last one first, back to the last decision about the pot."""
    games = [name for name, game in engine.GAMES.items() if "carry" in game.setup_keys]
    hands = night.hands.filter(game__in=games, set_up__isnull=False, status=Hand.Status.COMPLETE)
    if since is not None:
        hands = hands.filter(ended_at__gt=since)
    return list(hands.order_by("-number"))


def _by_player(outcome: dict[str, Any], hand: Hand) -> list[tuple[str, int]]:
    if outcome["pots"]:
        return [(match["player"], match["amount"]) for match in outcome["matches"]]
    assert hand.result is not None
    return [(player, -net) for player, net in hand.result["net"].items()]
