"""What `replay` prints of a hand (hand-file: What `replay` prints)."""

from __future__ import annotations

from typing import Any

from games.engine.awards import Award, PotAwards, Winner
from games.engine.cards import NAMES
from games.engine.outcome import MoneyOutcome, PegOutcome
from games.engine.pot_game import pot_game
from games.engine.seats import seats_of
from games.engine.state import State


def result(state: State) -> dict[str, Any]:
    """Status, phase, who may act, and what the hand has changed so far; amounts in minor units."""
    setup = state.setup
    document: dict[str, Any] = {
        "status": state.status,
        "phase": state.phase,
        "to_act": [setup.names[seat] for seat in state.to_act],
    }
    document |= _money(state) if setup.game.has_money else _pegs(state)
    return document


def _money(state: State) -> dict[str, Any]:
    setup, outcome = state.setup, state.outcome
    stacks = state.chips.stacks
    payer = setup.antes_paid_by if outcome is None else outcome.antes_paid_by
    ended = isinstance(outcome, MoneyOutcome)
    return {
        "net": {name: now - before for name, now, before in zip(setup.names, stacks, setup.stacks, strict=True)},
        "stacks": dict(zip(setup.names, stacks, strict=True)),
        "pots": [_pot(state, pot) for pot in outcome.pots] if ended else [],
        "carry": outcome.carry if ended else setup.carry,
        "antes_paid_by": None if payer is None else setup.names[payer],
    }


def _pot(state: State, pot: PotAwards) -> dict[str, Any]:
    names = state.setup.names
    return {
        "amount": pot.claimed.amount,
        "contenders": [names[seat] for seat in seats_of(pot.claimed.contenders)],
        "awards": [
            {
                "share": award.share,
                "amount": award.amount,
                "winners": [_winner(state, award, winner) for winner in award.winners],
            }
            for award in pot.awards
        ],
    }


def _winner(state: State, award: Award, winner: Winner) -> dict[str, Any]:
    best, direction = winner.best, award.direction
    return {
        "player": state.setup.names[winner.seat],
        "amount": winner.amount,
        "cards": [NAMES[card] for card in best.cards] if best else None,
        "hand": pot_game(state.setup).hand_words(direction, state, best) if best and direction else None,
    }


def _pegs(state: State) -> dict[str, Any]:
    setup = state.setup
    outcome: PegOutcome | None = state.outcome
    if outcome is None:
        tied = setup.names if setup.tiebreak else ()
        pegs, moves = setup.pegs or (), (0,) * len(setup.names)
        match = {"status": "tiebreak" if setup.tiebreak else "in_progress", "players": list(tied)}
    else:
        pegs, moves = outcome.pegs, outcome.moves
        match = {"status": outcome.match, "players": [setup.names[seat] for seat in outcome.players]}
    return {
        "pegs": dict(zip(setup.names, pegs, strict=True)),
        "moves": dict(zip(setup.names, moves, strict=True)),
        "multiplier": setup.game.table(state)["multiplier"],
        "match": match,
    }
