"""The hands that are replayed: six players, pot-limit, about twenty betting actions, here and with PokerKit."""

from typing import Any

import pokerkit
from pokerkit import Automation

STACK = 100_000
NAMES = "ABCDEF"  # A is left of the dealer: the small blind

# One line a betting round: who does what, in turn. The amounts are totals of the round.
# Three of them, with seven to eleven bets and raises, since PokerKit's time hangs on that.
FOLDOUTS = (
    (
        "C raise 300; D call; E fold; F call; A fold; B raise 1500; C call; D fold; F call",
        "B bet 3000; C call; F raise 12000; B call; C fold",
        "B check; F bet 20000; B raise 60000; F call",
        "B check; F bet 10000; B raise 26500; F fold",
    ),
    (
        "C raise 300; D raise 900; E fold; F fold; A fold; B fold; C raise 2500; D call",
        "C bet 3000; D raise 9000; C call",
        "C check; D bet 15000; C raise 40000; D call",
        "C check; D bet 10000; C raise 30000; D raise 48500; C fold",
    ),
    (
        "C raise 300; D raise 900; E fold; F fold; A fold; B fold; C raise 2500; D call",
        "C bet 3000; D raise 9000; C raise 20000; D call",
        "C check; D bet 15000; C raise 40000; D call",
        "C bet 10000; D raise 25000; C raise 37500; D fold",
    ),
)
SHOWDOWN = (
    "C raise 300; D call; E call; F call; A call; B raise 1200; C call; D call; E call; F call; A fold",
    "B check; C bet 2000; D call; E call; F call; B call",
    "B check; C check; D check; E check; F check",
    "B check; C check; D check; E check; F check",
)
BOARD = ("Kh", "Qd", "9c", "4s", "Jh")
CARDS = ("2c3c4c5c", "AhKdTs8d", "KsQh8h7d", "Th9h9d2d", "AcAd6s5s", "JsJd3s2s")

# What PokerKit is usually left to do by itself.
_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def actions(rounds: tuple[str, ...]) -> list[list[str]]:
    """The betting, one action a list of words."""
    return [action.split() for line in rounds for action in line.split("; ")]


def document(rounds: tuple[str, ...]) -> dict[str, Any]:
    """The hand file: the betting, the board between, and every hand shown where it comes to that."""
    entries: list[dict[str, Any]] = []
    for street, line in enumerate(rounds):
        if street:
            turned = BOARD[:3] if street == 1 else BOARD[street + 1 : street + 2]
            entries.append({"type": "reveal", "cards": list(turned)})
        for player, kind, *to in actions((line,)):
            entries.append({"type": kind, "player": player, **({"to": int(to[0])} if to else {})})
    folded = {entry["player"] for entry in entries if entry["type"] == "fold"}
    if len(folded) < len(NAMES) - 1:
        for name, cards in zip(NAMES, CARDS, strict=True):
            if name not in folded:
                hand = [cards[place : place + 2] for place in range(0, 8, 2)]
                entries.append({"type": "show", "player": name, "cards": hand})
    return {
        "format": "tableside-hand/1",
        "game": "council-bluffs",
        "players": [{"name": name, "stack": STACK} for name in NAMES],
        "dealer": NAMES[-1],
        "actions": entries,
    }


def pokerkits(betting: list[list[str]]) -> pokerkit.State:
    """The same betting at PokerKit's table; it deals cards of its own."""
    state = pokerkit.PotLimitOmahaHoldem.create_state(
        _AUTOMATIONS, True, 0, (50, 100), 100, (STACK,) * len(NAMES), len(NAMES)
    )
    for _, kind, *to in betting:
        if kind == "fold":
            state.fold()
        elif to:
            state.complete_bet_or_raise_to(int(to[0]))
        else:
            state.check_or_call()
    assert not state.status
    return state
