"""Why a hand ended as it did: pot by pot, claim by claim, with the numbers of the rules."""

from __future__ import annotations

from typing import Any

from games.engine.awards import Award, PotAwards
from games.engine.cards import NAMES, cards_in
from games.engine.outcome import MoneyOutcome, PegOutcome
from games.engine.pot_game import Judge, pot_game
from games.engine.ranking import SHOWING, SHOWING_DEUCES_WILD, value_words
from games.engine.seats import mask_of, seats_of
from games.engine.state import State


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
            _claim(state, judge, pot, seat, place) for place, mask in enumerate(claimed.made) for seat in seats_of(mask)
        ],
        "failed": [
            {"player": names[seat], "why": why, "direction": direction or None, "rule": "1.10"}
            for seat, why, direction in pot.failed
        ],
        "awards": [_award(state, pot, award) for award in pot.awards],
    }


def _claim(state: State, judge: Judge, pot: PotAwards, seat: int, place: int) -> dict[str, Any]:
    """One claim: its best five where shown, under the rule that says which cards count, and what became of it."""
    game = judge.game
    direction, made = game.directions[place], pot.claimed.made[place]
    best = judge.best(seat, direction)
    won = any(
        winner.seat == seat for award in pot.awards if award.direction in (direction, None) for winner in award.winners
    )
    return {
        "player": state.setup.names[seat],
        "direction": direction,
        "cards": [NAMES[card] for card in best.cards] if best else None,
        "hand": game.hand_words(direction, state, best) if best else None,
        "rule": game.hand_rule,
        "contested": not pot.claimed.shared and made.bit_count() > 1,
        "given_up": not pot.claimed.claims[place] >> seat & 1,
        "won": won,
    }


def _award(state: State, pot: PotAwards, award: Award) -> dict[str, Any]:
    """One part: who got what, and how odd chips and crumbs fell from the left of the dealer (0.10)."""
    setup = state.setup
    each = award.amount // setup.chip // len(award.winners) * setup.chip
    odd = [
        {"player": setup.names[winner.seat], "amount": winner.amount - each, "rule": "0.10"}
        for winner in award.winners
        if award.odd >> winner.seat & 1
    ]
    return {
        "share": award.share,
        "amount": award.amount,
        "rule": _rule(state, pot, award),
        "winners": [{"player": setup.names[winner.seat], "amount": winner.amount} for winner in award.winners],
        "odd_chips": odd,
        "asked_last": [setup.names[seat] for seat in _asked_last(state, award)] if odd else [],
    }


def _asked_last(state: State, award: Award) -> tuple[int, ...]:
    """The winners who came last for an odd chip, out of their order from the left of the dealer, since they had taken
    one in the high half."""
    winners = mask_of([winner.seat for winner in award.winners])
    seated = [seat for seat in state.setup.order if winners >> seat & 1]
    asked = [seat for seat in award.order if winners >> seat & 1]
    return tuple(seat for seat in seated if asked.index(seat) > seated.index(seat))


def _rule(state: State, pot: PotAwards, award: Award) -> str:
    """The rule by which a part went out. Uncontested: the others mucked (0.12) or folded (0.11), or only one player
    reached this level (0.9); in a game where nobody folds, its own."""
    game = pot_game(state.setup)
    if award.share != "uncontested":
        return game.award_rule
    if pot.claimed.gave_up:
        return "0.12"
    if len(state.outcome.pots) > 1:
        return "0.9"
    return "0.11" if game.has_folds else game.award_rule


def _carried(state: State, outcome: MoneyOutcome) -> dict[str, Any]:
    """What goes on to the next deal in a match-pot game."""
    names, rule = state.setup.names, pot_game(state.setup).award_rule
    if "carry" not in state.setup.game.setup_keys:
        return {}
    return {
        "carry": outcome.carry,
        "carry_rule": rule,
        "matches": [{"player": names[seat], "amount": amount, "rule": rule} for seat, amount in outcome.matches],
        "antes_paid_by": None if outcome.antes_paid_by is None else names[outcome.antes_paid_by],
        "shown": [
            {"player": names[seat], "cards": [NAMES[card] for card in cards_in(state.cards.known[seat])]}
            for seat in seats_of(state.work.shown)
        ],
    }


def _peg(state: State, outcome: PegOutcome, seat: int) -> dict[str, Any]:
    """One player's peg: what was laid, at which multiplier it counted, and how far the peg went."""
    setup, playing = state.setup, state.work
    laid = playing.laid[seat]
    won = seat in outcome.winners
    multiplier = playing.paying[seat] or playing.multiplier
    ranking = SHOWING_DEUCES_WILD if setup.rules["deuces_wild"] else SHOWING
    return {
        "player": setup.names[seat],
        "cards": [NAMES[card] for card in laid],
        "hand": value_words(ranking, playing.worth[seat]) if laid else None,
        "won": won,
        "folded": not state.live >> seat & 1,
        "multiplier": multiplier,
        "from": setup.pegs[seat] if setup.pegs else 0,
        "move": outcome.moves[seat],
        "to": outcome.pegs[seat],
        "rule": "4.7" if won or outcome.moves[seat] == -len(laid) * multiplier else "4.9",
    }
