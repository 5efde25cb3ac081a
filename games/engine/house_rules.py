"""How a game declares its house rules, and how those announced for a hand are checked (rules 0.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine.limits import LARGEST, is_whole
from games.engine.refusal import Refusal

Rules = Mapping[str, Any]

# Of sizes that people choose from: with more of them every look at what is legal would be a long list.
MOST_AMOUNTS = 20


class HouseRule(NamedTuple):
    """One named option of a game.

    `kind` is `amount` (minor units, a multiple of the chip where `stake`), `amounts` (1 to 20, ascending),
    `count`, `hole` (any integer), `flag` or `choice`. `default` is a value, or a function of the rules before it in
    the list. `least` and `most` bound an amount or a count.
    """

    name: str
    kind: str
    default: Any
    rule: str
    words: str
    least: int = 0
    most: int | None = None
    stake: bool = False
    optional: bool = False
    choices: tuple[str, ...] = ()

    def check(self, value: Any) -> Any:
        """The value as the engine keeps it. Raises `bad_rules`."""
        if value is None and self.optional:
            return None
        if self.kind == "amounts" and isinstance(value, list | tuple) and len(value) > MOST_AMOUNTS:
            raise Refusal("bad_rules", "too_many", rule=self.name, count=len(value), most=MOST_AMOUNTS)
        if self.most is None and _is_beyond(value):
            raise Refusal("bad_rules", "too_large", rule=self.name, largest=LARGEST)
        if not _CHECKS[self.kind](self, value):
            raise Refusal("bad_rules", "bad_value", rule=self.name, kind=self.kind, value=value, allowed=self.allowed())
        return tuple(value) if self.kind == "amounts" else value

    def allowed(self) -> dict[str, Any]:
        """What values it may have, as plain data."""
        if self.kind == "choice":
            return {"choices": list(self.choices)}
        if self.kind == "amounts":
            return {"min": self.least, "most": MOST_AMOUNTS, "optional": self.optional}
        if self.kind in ("amount", "count"):
            most = {} if self.most is None else {"max": self.most}
            return {"min": self.least, **most, "optional": self.optional}
        return {}

    def document(self) -> dict[str, Any]:
        """The rule as a client needs it to draw a form."""
        derived = callable(self.default)
        default = None if derived else self.default
        return {
            "name": self.name,
            "kind": self.kind,
            "default": list(default) if isinstance(default, tuple) else default,
            "derived": derived,
            "rule": self.rule,
            "words": self.words,
            **self.allowed(),
        }


def _is_beyond(value: Any) -> bool:
    """Whether it is, or holds, a whole number that is too large for any rule."""
    return any(is_whole(one) and abs(one) > LARGEST for one in (value if isinstance(value, list | tuple) else (value,)))


def _is_amount(rule: HouseRule, value: Any) -> bool:
    return is_whole(value) and rule.least <= value <= (LARGEST if rule.most is None else rule.most)


def _is_hole(rule: HouseRule, value: Any) -> bool:
    return is_whole(value) and -LARGEST <= value <= LARGEST


def _are_amounts(rule: HouseRule, value: Any) -> bool:
    if not isinstance(value, list | tuple) or not value or not all(_is_amount(rule, item) for item in value):
        return False
    return all(low < high for low, high in pairwise(value))


_CHECKS: Mapping[str, Callable[[HouseRule, Any], bool]] = {
    "amount": _is_amount,
    "count": _is_amount,
    "hole": _is_hole,
    "amounts": _are_amounts,
    "flag": lambda rule, value: value is True or value is False,
    "choice": lambda rule, value: isinstance(value, str) and value in rule.choices,
}


def resolve(declared: tuple[HouseRule, ...], announced: Mapping[str, Any]) -> Rules:
    """Every rule of the game with the value that holds for this hand. Raises `bad_rules`."""
    unknown = [name for name in announced if not any(rule.name == name for rule in declared)]
    if unknown:
        raise Refusal("bad_rules", "unknown_rule", rule=unknown[0], known=[rule.name for rule in declared])
    values: dict[str, Any] = {}
    for rule in declared:
        if rule.name in announced:
            values[rule.name] = rule.check(announced[rule.name])
        else:
            default = rule.default(values) if callable(rule.default) else rule.default
            values[rule.name] = rule.check(default)
    return MappingProxyType(values)


def check_chip(declared: tuple[HouseRule, ...], rules: Rules, chip: int) -> None:
    """Stakes are multiples of the chip (0.1). Raises `bad_rules`."""
    for rule in declared:
        if not rule.stake:
            continue
        value = rules[rule.name]
        for amount in value if isinstance(value, tuple) else (value,):
            if amount % chip:
                raise Refusal("bad_rules", "off_chip", rule=rule.name, stake=amount, chip=chip)


def conflict(rules: Rules, rule: str, other: str, allowed: Sequence[Any]) -> Refusal:
    """The refusal of two house rules that cannot hold together, for `Game.check_rules` to raise; `allowed` are the
    values that `rule` may have instead."""
    return Refusal(
        "bad_rules", "conflict", rule=rule, value=rules[rule], other=other, given=rules[other], values=list(allowed)
    )


def announced(declared: tuple[HouseRule, ...], rules: Rules) -> dict[str, Any]:
    """The rules that differ from the game's defaults, as a hand file writes them."""
    found: dict[str, Any] = {}
    for rule in declared:
        value = rules[rule.name]
        if value != (rule.default(rules) if callable(rule.default) else rule.default):
            found[rule.name] = list(value) if isinstance(value, tuple) else value
    return found
