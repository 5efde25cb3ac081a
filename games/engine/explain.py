"""Why a hand ended as it did: pot by pot, claim by claim, with the numbers of the rules."""

from __future__ import annotations

from typing import Any

from games.engine.awards import Award, Judge, PotAwards
from games.engine.cards import NAMES, cards_in
from games.engine.outcome import MoneyOutcome, PegOutcome
from games.engine.ranking import SHOWING, SHOWING_DEUCES_WILD, value_words
from games.engine.seats import seats_of
from games.engine.state import State

# The rule that a both-player failed by, and the one by which a part of a pot went out.
FAILED_BY = {"mucked": "1.10", "beaten": "1.10", "tied": "1.10"}


def explain(state: State) -> dict[str, Any]:
    """Of a complete hand; of any other hand just its status. Players by name, cards as text, minor units."""
    document: dict[str, Any] = {"game": state.setup.game.name, "status": state.status}
    if isinstance(state.outcome, MoneyOutcome):
        judge = Judge(state, state.work.shown)
        document["pots"] = [_pot(state, judge, pot) for pot in state.outcome.pots]
        document |= _carried(state, state.outcome)
    elif isinstance(state.outcome, PegOutcome):
        document["pegs"] = [_peg(state, state.outcome, seat) for seat in range(len(state.setup.names))]
        document["match"] = {
            "status": state.outcome.match,
            "players": [state.setup.names[seat] for seat in state.outcome.players],
            "rule": "4.10",
        }
    return document


def _pot(state: State, judge: Judge, pot: PotAwards) -> dict[str, Any]:
    names, claimed = state.setup.names, pot.claimed
    return {
        "amount": claimed.amount,
        "contenders": [names[seat] for seat in seats_of(claimed.contenders)],
        "shared": claimed.shared,
        "claims": [
            _claim(state, judge, pot, seat, direction)
            for direction, mask in zip(state.setup.game.directions, claimed.claims, strict=True)
            for seat in seats_of(mask)
        ],
        "gave_up": [names[seat] for seat in seats_of(claimed.gave_up)],
        "failed": [
            {"player": names[seat], "why": why, "direction": direction or None, "rule": FAILED_BY[why]}
            for seat, why, direction in pot.failed
        ],
        "awards": [_award(state, award) for award in pot.awards],
    }


def _claim(state: State, judge: Judge, pot: PotAwards, seat: int, direction: str) -> dict[str, Any]:
    """One claim that was not given up: its best five where shown, and whether it won."""
    best = judge.best(seat, direction)
    won = any(
        winner.seat == seat for award in pot.awards if award.direction in (direction, None) for winner in award.winners
    )
    return {
        "player": state.setup.names[seat],
        "direction": direction,
        "cards": [NAMES[card] for card in best.cards] if best else None,
        "hand": state.setup.game.hand_words(direction, state, best) if best else None,
        "contested": bool(pot.claimed.contested() >> seat & 1),
        "won": won,
    }


def _award(state: State, award: Award) -> dict[str, Any]:
    """One part: who got what, and how odd chips and crumbs fell from the left of the dealer (0.10)."""
    setup = state.setup
    each = award.amount // setup.chip // len(award.winners) * setup.chip
    return {
        "share": award.share,
        "amount": award.amount,
        "rule": _rule(award),
        "winners": [{"player": setup.names[winner.seat], "amount": winner.amount} for winner in award.winners],
        "odd_chips": [
            {"player": setup.names[winner.seat], "amount": winner.amount - each}
            for winner in award.winners
            if len(award.winners) > 1 and winner.amount > each
        ],
    }


def _rule(award: Award) -> str:
    if award.share == "uncontested":
        return "0.11" if award.direction is None else "0.12"
    return "0.10" if len(award.winners) > 1 else "0.12"


def _carried(state: State, outcome: MoneyOutcome) -> dict[str, Any]:
    """What goes on to the next deal in a match-pot game."""
    names = state.setup.names
    if "carry" not in state.setup.game.setup_keys:
        return {}
    return {
        "carry": outcome.carry,
        "matches": [{"player": names[seat], "amount": amount, "rule": "3.6"} for seat, amount in outcome.matches],
        "antes_paid_by": None if outcome.antes_paid_by is None else names[outcome.antes_paid_by],
        "shown": [
            {"player": names[seat], "cards": [NAMES[card] for card in cards_in(state.cards.known[seat])]}
            for seat in seats_of(state.work.shown)
        ],
    }


def _peg(state: State, outcome: PegOutcome, seat: int) -> dict[str, Any]:
    """One player's peg: what was laid, at which multiplier it counted, and how far the peg went."""
    setup, playing = state.setup, state.work
    wild = setup.rules["deuces_wild"]
    laid = playing.laid[seat]
    won = seat in outcome.winners
    return {
        "player": setup.names[seat],
        "cards": [NAMES[card] for card in laid],
        "hand": value_words(SHOWING_DEUCES_WILD if wild else SHOWING, playing.worth[seat]) if laid else None,
        "won": won,
        "folded": not state.live >> seat & 1,
        "multiplier": playing.paying[seat] or playing.multiplier,
        "from": (setup.pegs or ())[seat],
        "move": outcome.moves[seat],
        "to": outcome.pegs[seat],
        "rule": "4.7"
        if won or outcome.moves[seat] == -len(laid) * (playing.paying[seat] or playing.multiplier)
        else "4.9",
    }
