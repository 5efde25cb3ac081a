"""Who is dealt in, with what, under which rules: the part of a hand file before its actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from games.engine import house_rules
from games.engine.editions import EDITIONS, NEWEST, Edition
from games.engine.limits import LARGEST, is_text, is_whole
from games.engine.refusal import Refusal
from games.engine.seats import from_left_of

if TYPE_CHECKING:
    from games.engine.game import Game
    from games.engine.stage import Stage

FORMAT = "tableside-hand/1"


class Setup(NamedTuple):
    """A checked set-up. Seats are indexes into `names`; `order` runs from the left of the dealer (0.2).

    `pegs` is None in money games; `stacks` are all 0 where the game has no money. `deck` is the mask of its cards,
    `hand_size` how many of them a player holds. `edition` is the one by which the hand is judged.
    """

    game: Game
    rules: house_rules.Rules
    chip: int
    names: tuple[str, ...]
    stacks: tuple[int, ...]
    dealer: int
    carry: int
    antes_paid_by: int | None
    pegs: tuple[int, ...] | None
    tiebreak: bool
    order: tuple[int, ...]
    course: tuple[Stage, ...]
    deck: int
    hand_size: int
    edition: Edition

    def seat(self, name: str) -> int | None:
        """The seat of a player, None for a stranger."""
        names = self.names
        return names.index(name) if name in names else None


def load_setup(document: object, games: Mapping[str, Game], unnamed: int = NEWEST) -> Setup:
    """The set-up from its JSON, `actions` left out; `unnamed` is the edition of one that names none.

    Raises `bad_format`, then `bad_rules`, then `bad_setup`.
    """
    given = _shape(document, games, unnamed)
    game = games[given["game"]]
    rules = house_rules.resolve(game.house_rules, given["rules"])
    game.check_rules(rules)
    if given["chip"] < 1:
        raise Refusal("bad_setup", "chip_below_one", chip=given["chip"])
    house_rules.check_chip(game.house_rules, rules, given["chip"])
    names = tuple(player["name"] for player in given["players"])
    edition = _edition(given["edition"])
    _check_players(game, given, names)
    dealer = names.index(given["dealer"])
    setup = Setup(
        game,
        rules,
        given["chip"],
        names,
        _stacks(game, given["players"]),
        dealer,
        given["carry"],
        _payer(given["antes_paid_by"], names),
        _pegs(game, given["pegs"], names, rules),
        given["tiebreak"],
        from_left_of(dealer, len(names)),
        (),
        game.deck(len(names)),
        game.cards_each(rules),
        edition,
    )
    game.check_setup(setup)
    return setup._replace(course=game.course(setup))


_DEFAULTS: Mapping[str, Any] = {
    "rules": {},
    "chip": 1,
    "carry": 0,
    "antes_paid_by": None,
    "pegs": None,
    "tiebreak": False,
    "edition": NEWEST,
}
_REQUIRED = ("format", "game", "players", "dealer")


def _shape(document: object, games: Mapping[str, Game], unnamed: int) -> dict[str, Any]:
    """The document with its defaults, after every check of form. Raises `bad_format`."""
    if not isinstance(document, dict):
        raise Refusal("bad_format", "no_object")
    for key in _REQUIRED:
        if key not in document:
            raise Refusal("bad_format", "missing_key", key=key)
    for key in document:
        if key not in _REQUIRED and key not in _DEFAULTS:
            raise Refusal("bad_format", "unknown_key", key=key)
    if document["format"] != FORMAT:
        raise Refusal("bad_format", "unknown_format", known=FORMAT)
    if not isinstance(document["game"], str) or document["game"] not in games:
        raise Refusal("bad_format", "unknown_game", game=document["game"], known=list(games))
    given = {**_DEFAULTS, "edition": unnamed, **document}
    for key, right in _TYPES.items():
        if not right(given[key]):
            raise Refusal("bad_format", "wrong_type", key=key)
    for player in given["players"]:
        _check_player(player, games[given["game"]].has_money)
    return given


def _is_pegs(value: object) -> bool:
    return value is None or (isinstance(value, dict) and all(is_whole(hole) for hole in value.values()))


_TYPES: Mapping[str, Any] = {
    "rules": lambda value: isinstance(value, dict),
    "chip": is_whole,
    "players": lambda value: isinstance(value, list),
    "dealer": is_text,
    "carry": is_whole,
    "antes_paid_by": lambda value: value is None or is_text(value),
    "pegs": _is_pegs,
    "tiebreak": lambda value: isinstance(value, bool),
    "edition": is_whole,
}


_PLAYER_KEYS = {"name", "stack"}


def _check_player(player: object, has_money: bool) -> None:
    if not isinstance(player, dict) or not is_text(player.get("name")):
        raise Refusal("bad_format", "player_name")
    if not player.keys() <= _PLAYER_KEYS:
        raise Refusal("bad_format", "player_keys")
    if has_money and not is_whole(player.get("stack")):
        raise Refusal("bad_format", "player_stack", player=player["name"])


def _edition(number: int) -> Edition:
    """Raises `bad_setup` for an edition that does not exist."""
    if number not in EDITIONS:
        raise Refusal("bad_setup", "unknown_edition", edition=number, known=list(EDITIONS))
    return EDITIONS[number]


def _check_players(game: Game, given: Mapping[str, Any], names: tuple[str, ...]) -> None:
    """The checks of a set-up that hold for every game. Raises `bad_setup`."""
    if not game.least_players <= len(names) <= game.most_players:
        raise Refusal("bad_setup", "player_count", least=game.least_players, most=game.most_players, count=len(names))
    if "" in names:
        raise Refusal("bad_setup", "empty_name")
    if len(set(names)) != len(names):
        raise Refusal("bad_setup", "duplicate_name", player=next(n for n in names if names.count(n) > 1))
    if given["dealer"] not in names:
        raise Refusal("bad_setup", "unknown_dealer", player=given["dealer"])
    if given["chip"] > LARGEST:
        raise Refusal("bad_setup", "too_large", largest=LARGEST)
    for key in ("carry", "antes_paid_by", "pegs", "tiebreak"):
        if key not in game.setup_keys and given[key] != _DEFAULTS[key]:
            raise Refusal("bad_setup", "key_of_another_game", key=key)
    if given["carry"] < 0:
        raise Refusal("bad_setup", "negative_carry", carry=given["carry"])


def _stacks(game: Game, players: list[dict[str, Any]]) -> tuple[int, ...]:
    if not game.has_money:
        return (0,) * len(players)
    stacks = tuple(player["stack"] for player in players)
    for player in players:
        if player["stack"] < 0:
            raise Refusal("bad_setup", "negative_stack", player=player["name"], stack=player["stack"])
    if sum(stacks) > LARGEST:
        raise Refusal("bad_setup", "too_large", largest=LARGEST)
    return stacks


def _payer(name: str | None, names: tuple[str, ...]) -> int | None:
    if name is None:
        return None
    if name not in names:
        raise Refusal("bad_setup", "payer_not_dealt_in", player=name)
    return names.index(name)


def _pegs(
    game: Game, pegs: Mapping[str, int] | None, names: tuple[str, ...], rules: house_rules.Rules
) -> tuple[int, ...] | None:
    if "pegs" not in game.setup_keys:
        return None
    if pegs is None:
        return (rules["start"],) * len(names)
    if set(pegs) != set(names):
        raise Refusal("bad_setup", "pegs_of_others")
    if any(abs(hole) > LARGEST for hole in pegs.values()):
        raise Refusal("bad_setup", "too_large", largest=LARGEST)
    return tuple(pegs[name] for name in names)


def dump_setup(setup: Setup) -> dict[str, Any]:
    """The set-up as the hand file writes it, keys of other games left out."""
    game = setup.game
    document: dict[str, Any] = {
        "format": FORMAT,
        "game": game.name,
        "edition": setup.edition.number,
        "rules": house_rules.announced(game.house_rules, setup.rules),
        "chip": setup.chip,
        "players": [
            {"name": name, "stack": stack} if game.has_money else {"name": name}
            for name, stack in zip(setup.names, setup.stacks, strict=True)
        ],
        "dealer": setup.names[setup.dealer],
    }
    if "carry" in game.setup_keys:
        document["carry"] = setup.carry
        document["antes_paid_by"] = None if setup.antes_paid_by is None else setup.names[setup.antes_paid_by]
    if setup.pegs is not None:
        document["pegs"] = dict(zip(setup.names, setup.pegs, strict=True))
        document["tiebreak"] = setup.tiebreak
    return document
