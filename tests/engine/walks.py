"""Random hands of any registered game: set-ups from what the game declares, actions from what `legal` offers.

Nothing here names a game, so that a new one is walked as soon as it is registered.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from hypothesis import assume
from hypothesis import strategies as st

from games import engine
from games.engine.game import Game
from games.engine.house_rules import HouseRule
from games.engine.setup import Setup
from games.engine.state import State

Document = dict[str, Any]

NAMES = ("Ann", "Bob", "Çelik", "李", "Eve", "Fay", "O'Neil", "Hal", "ann", "Zoë")
MOST_STEPS = 150

# How much more often than once an action is taken when it is offered: hands should come to their end.
_WEIGHTS = {"fold": 1, "muck": 3, "accept": 4, "reject": 6, "raise": 6, "bet": 6, "check": 8, "call": 12, "show": 8}
_VOID = 0.004


class Step(NamedTuple):
    """One action of a walk, between two states."""

    before: State
    entry: Document
    after: State


@st.composite
def setups(draw: st.DrawFn, game: Game) -> Setup:
    """A set-up of the game, any of its house rules with any value."""
    chip = draw(st.sampled_from((1, 5, 25)))
    count = draw(st.one_of(st.integers(game.least_players, game.most_players), st.just(game.most_players)))
    names = draw(st.permutations(NAMES))[:count]
    players = [{"name": name} for name in names]
    if game.has_money:
        for player, stack in zip(players, draw(_stacks(chip, count)), strict=True):
            player["stack"] = stack
    announced = draw(st.fixed_dictionaries({}, optional={rule.name: values(rule, chip) for rule in game.house_rules}))
    document = {
        "format": "tableside-hand/1",
        "game": game.name,
        "rules": announced,
        "chip": chip,
        "players": players,
        "dealer": draw(st.sampled_from(names)),
    }
    if "carry" in game.setup_keys:
        document["carry"] = draw(st.sampled_from((0, 0, 1, 7 * chip, 40 * chip + 1)))
    if "antes_paid_by" in game.setup_keys:
        document["antes_paid_by"] = draw(st.sampled_from((None, None, *names)))
    setup = _load(document)
    if setup.pegs is not None:
        setup = _load(document | draw(_pegs(setup)))
    return setup


def _load(document: Document) -> Setup:
    """The set-up; rules that cannot stand together are given up one by one."""
    while True:
        try:
            return engine.load_setup(document)
        except engine.Refusal as refusal:
            assume(refusal.code in ("bad_rules", "bad_setup") and document["rules"])
            document = document | {"rules": dict(list(document["rules"].items())[:-1])}


def _stacks(chip: int, count: int) -> st.SearchStrategy[list[int]]:
    """Deep, tiny and off-chip stacks beside each other: all-ins of every size."""
    one = st.one_of(
        st.integers(1, 4 * chip),
        st.integers(4 * chip, 60 * chip),
        st.integers(1, 12).map(lambda times: times * 50 * chip),
    )
    return st.lists(one, min_size=count, max_size=count)


def values(rule: HouseRule, chip: int) -> st.SearchStrategy[Any]:
    """Any value that a house rule may have, of a size that matters at this table."""
    step = chip if rule.stake else 1
    amount = st.integers(0, 8).map(lambda times: max(times * step, -(-rule.least // step) * step))
    found = {
        "amount": amount,
        "amounts": st.sets(st.integers(1, 8), min_size=1, max_size=3).map(lambda s: sorted(step * x for x in s)),
        "count": st.integers(rule.least, 4 if rule.most is None else rule.most),
        "hole": st.integers(-12, 12),
        "flag": st.booleans(),
        "choice": st.sampled_from(rule.choices or (None,)),
    }[rule.kind]
    return st.one_of(st.none(), found) if rule.optional else found


@st.composite
def _pegs(draw: st.DrawFn, setup: Setup) -> Document:
    """Holes all over the board, the last chance area included; or a tiebreak, all level."""
    low, high = setup.rules["last_chance_hole"], setup.rules["winner_hole"]
    if draw(st.booleans()) and draw(st.booleans()):
        level = draw(st.integers(low - 2, high + 12))
        return {"pegs": dict.fromkeys(setup.names, level), "tiebreak": True}
    hole = st.one_of(st.integers(low - 2, high - 1), st.integers(low - 2, low))
    return {"pegs": {name: draw(hole) for name in setup.names}}


@st.composite
def walks(draw: st.DrawFn, game: Game) -> list[Step]:
    """A hand played until it is over (or goes on for very long), step by step."""
    setup = draw(setups(game))
    chance = Random(draw(st.integers(0, 2**32 - 1)))
    return list(steps(engine.start(setup), chance))


def steps(state: State, chance: Random) -> Iterator[Step]:
    """Legal actions, picked by chance, up to the end."""
    for _ in range(MOST_STEPS):
        if state.status != "in_progress":
            return
        entry = pick([offer.document(state.setup) for offer in engine.legal(state)], chance)
        after = engine.apply(state, engine.load_action(state.setup, entry))
        yield Step(state, entry, after)
        state = after


def pick(offers: list[Document], chance: Random) -> Document:
    """One action out of the offers."""
    *others, void = offers
    if not others or chance.random() < _VOID:
        return {"type": void["type"], "reason": "misdeal"}
    weights = [_WEIGHTS.get(offer["type"], 5) for offer in others]
    return filled(chance.choices(others, weights)[0], chance)


def filled(offer: Document, chance: Random) -> Document:
    """An action that the offer admits."""
    entry = {"type": offer["type"]}
    if "player" in offer:
        entry["player"] = offer["player"]
    if "to" in offer:
        entry["to"] = _amount(offer["to"], chance)
    if "as" in offer:
        entry["as"] = chance.choice(offer["as"]["choices"])
    if "count" in offer:
        entry["count"] = chance.randint(offer["count"]["min"], offer["count"]["max"])
    if "cards" in offer:
        entry["cards"] = _cards(offer["cards"], chance)
    for key in ("card", "discard"):
        if key in offer:
            entry[key] = _cards(offer[key], chance)[0]
    return entry


def _amount(bounds: Document, chance: Random) -> int:
    """Most often the smallest, sometimes the largest, all-in, or anything between."""
    found = list(bounds.get("choices", ()))
    if "min" in bounds:
        low, high, step = bounds["min"], bounds["max"], bounds["step"]
        between = low + step * chance.randint(0, (high - low) // step)
        found += [low, low, min(low + step, high), between, high]
    if bounds["all_in"] is not None and (not found or chance.random() < 0.3):
        return bounds["all_in"]
    return chance.choice(found)


def _cards(choice: Document, chance: Random) -> list[str]:
    """What must be named and as many more as it takes; often high ones, so that hands tie and pair."""
    must = choice["must"]
    free = [card for card in choice["can"] if card not in must]
    if chance.random() < 0.6:
        free = free[: max(14, choice["count"])]
    named = [*must, *chance.sample(free, choice["count"] - len(must))]
    chance.shuffle(named)
    return named
