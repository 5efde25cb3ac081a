"""The house rules of a game as controls of a form, and back. Knows no rule by name."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from games.core.errors import BadValue
from games.core.formatting import Writer
from games.core.pages.form_fields import Amount
from games.engine.game import Game
from games.engine.house_rules import HouseRule

# A field of the form is called so and then as its rule; and a hidden one beside a box that may stay empty.
PREFIX = "rule-"
_DIGITS = 16


class Control(NamedTuple):
    """A house rule to be filled in. `value` is what stands in the field; empty is the game's own default.

    `choices` are (value, words); `follows` where the default comes from other rules.
    """

    field: str
    kind: str
    words: str
    rule: str
    value: str | bool
    choices: tuple[tuple[str, str], ...]
    follows: bool


def controls(game: Game, announced: Mapping[str, Any], write: Writer) -> tuple[Control, ...]:
    """As announced the last time, else as the game has it."""
    return tuple(_control(rule, announced, write) for rule in game.house_rules)


def rules_of(game: Game, sent: QueryDict, write: Writer) -> dict[str, Any]:
    """What a form of these controls announces; what was left empty is not. Raises BadValue, BadAmount."""
    found = {}
    for rule in game.house_rules:
        typed = str(sent.get(PREFIX + rule.name, "")).strip()
        if rule.kind == "flag":
            found[rule.name] = bool(typed)
        elif typed:
            found[rule.name] = _read(rule, typed, Amount(write))
    return found


def _control(rule: HouseRule, announced: Mapping[str, Any], write: Writer) -> Control:
    follows = callable(rule.default)
    value = announced.get(rule.name, None if follows else rule.default)
    return Control(
        PREFIX + rule.name,
        rule.kind,
        gettext(rule.words),
        rule.rule,
        value if isinstance(value, bool) else _written(rule, value, write),
        tuple((choice, choice_words(choice)) for choice in rule.choices),
        follows or rule.optional,
    )


def choice_words(choice: str) -> str:
    """A choice of any house rule, as it is said where the rule stands beside it."""
    return str(_CHOICES[choice])


_CHOICES: Mapping[str, str | Promise] = {
    "always": gettext_lazy("before every deal"),
    "pot_empty": gettext_lazy("only when the pot is empty"),
    "simultaneous": gettext_lazy("all at once"),
    "in_turn": gettext_lazy("one after the other"),
    "full": gettext_lazy("the whole pot"),
    "stack": gettext_lazy("at most what is left of the stack"),
    "wild": gettext_lazy("it is wild"),
    "none": gettext_lazy("it spoils the hand"),
    "must_win_both": gettext_lazy("must win or tie both"),
    "must_scoop": gettext_lazy("must win both alone"),
    "each_half": gettext_lazy("keeps what is won"),
    "best_hand": gettext_lazy("the best hand takes all"),
    "share": gettext_lazy("they share"),
    "pot_limit": gettext_lazy("pot limit"),
    "no_limit": gettext_lazy("no limit"),
    "fixed_limit": gettext_lazy("fixed limit"),
}


def _written(rule: HouseRule, value: Any, write: Writer) -> str:
    if value is None:
        return ""
    if rule.kind == "amount":
        return write.plain(value)
    if rule.kind == "amounts":
        return "  ".join(write.plain(amount) for amount in value)
    return str(value)


def _read(rule: HouseRule, typed: str, amount: Amount) -> Any:
    if rule.kind == "amount":
        return amount.read(typed)
    if rule.kind == "amounts":
        return [amount.read(one) for one in typed.replace(";", " ").split()]
    if rule.kind in ("count", "hole"):
        return _whole(typed)
    return typed


def _whole(typed: str) -> int:
    text = typed.replace("\N{MINUS SIGN}", "-")
    if not text.removeprefix("-").isdecimal() or len(text) > _DIGITS:
        raise BadValue("Write a number.")
    return int(text)
