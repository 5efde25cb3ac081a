"""Sentences for people: what is wrong, and what would be legal. The rules themselves know only codes and parameters."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.engine.limits import is_whole
from games.engine.marking import gettext_noop as _
from games.engine.refusal import Refusal

Amount = Callable[[int], str]

# Of what was given a sentence repeats so many characters.
_LONGEST_SHOWN = 60

_SENTENCES = {
    "bad_format.no_object": _("A hand must be a JSON object."),
    "bad_format.not_json": _("This is not JSON."),
    "bad_format.phh": _("This is Poker Hand History (PHH), which is not read here: give a hand file, .json or .jsonl."),
    "bad_format.ohh": _("This is Open Hand History (OHH), which is not read here: give a hand file, .json or .jsonl."),
    "bad_format.site": _("This is the hand history of a poker site: give a hand file, .json or .jsonl."),
    "bad_format.csv": _("This is a table (CSV), which is not read here: give a hand file, .json or .jsonl."),
    "bad_format.markup": _("This is HTML or XML: give a hand file, .json or .jsonl."),
    "bad_format.pdf": _("This is a PDF: give a hand file, .json or .jsonl."),
    "bad_format.zip": _(
        "This is a zip archive: give a hand file, .json or .jsonl. A club's archive is imported apart."
    ),
    "bad_format.no_actions": _("The actions must be a list; it may be empty."),
    "bad_format.missing_key": _("The key {key} is missing."),
    "bad_format.unknown_key": _("There is no key {key} in a hand file."),
    "bad_format.unknown_format": _("The format must be {known}."),
    "bad_format.unknown_game": _("There is no game {game}; known are {known}."),
    "bad_format.wrong_type": _("The value of {key} is of the wrong type."),
    "bad_format.player_name": _("Each player must be an object with a name that is text."),
    "bad_format.player_keys": _("A player has a name and a stack, nothing else."),
    "bad_format.player_stack": _("The stack of {player} must be a whole number."),
    "bad_format.action_no_object": _("An action must be a JSON object."),
    "bad_format.unknown_type": _("There is no action type {type}; known are {known}."),
    "bad_format.action_keys": _("An action of type {type} has these keys beside its type: {keys}."),
    "bad_format.action_value": _("The value of {key} in a {type} is of the wrong type."),
    "hand_over.complete": _("The hand is complete."),
    "hand_over.void": _("The hand was called a misdeal."),
    "unknown_player": _("{player} is not in this hand; in it are {players}."),
    "wrong_phase": _("A {type} is not possible in the phase {phase}; possible now: {instead}."),
    "not_your_turn.turn": _("It is not the turn of {player}; to act: {to_act}."),
    "already_declared.declared": _("{player} has declared already."),
    "already_declared.shown": _("{player} has shown or mucked already."),
    "bad_declaration.words": _("{given} is no declaration; possible are {words}."),
    "wrong_card_count.cards": _("{given} cards are named; it must be {count}."),
    "wrong_card_count.draw": _("{given} cards cannot be drawn; {least} to {most} can."),
    "bad_card.not_in_deck": _("{card} is not a card of this deck."),
    "card_seen.twice": _("{card} is named twice."),
    "card_seen.elsewhere": _("{card} is already somewhere else."),
    "card_not_held.cannot_hold": _("By what is known of this hand, {card} cannot come from it."),
    "card_not_held.must_hold": _("By what is known of this hand, {card} must be in it."),
    "no_cards_left": _("All five cards are down: {instead}."),
    "bad_rules.unknown_rule": _("This game has no house rule {rule}; it has {known}."),
    "bad_rules.bad_value": _("The house rule {rule} cannot be {value}; it can be {allowed}."),
    "bad_rules.conflict": _("The house rule {rule} cannot be {value} where {other} is {given}; it can be {values}."),
    "bad_rules.too_large": _("The house rule {rule} cannot be beyond {largest}."),
    "bad_rules.too_many": _("The house rule {rule} has at most {most} values, not {count}."),
    "bad_rules.off_chip": _("The house rule {rule}: {stake} is not a multiple of the chip, {chip}."),
    "bad_rules.blind_above_bets": _("The blind of {blind} is above the largest bet, {most_bet}."),
    "bad_rules.small_above_big": _("The small blind of {small} is above the big blind, {big}."),
    "bad_rules.small_bet_below_blind": _("The small bet of {small} is below the big blind, {big}."),
    "bad_rules.board": _(
        "The last-chance hole {last_chance_hole} must be below the start {start}, and that below the winner hole "
        "{winner_hole}."
    ),
    "bad_setup.chip_below_one": _("The chip must be at least 1."),
    "bad_setup.unknown_edition": _("There is no edition {edition} of the rules; there are {known}."),
    "bad_setup.player_count": _("This game is for {least} to {most} players, not for {count}."),
    "bad_setup.empty_name": _("A player's name is empty."),
    "bad_setup.duplicate_name": _("{player} is named twice."),
    "bad_setup.unknown_dealer": _("The dealer {player} is not one of the players."),
    "bad_setup.too_large": _("A number is beyond {largest}, or could become so in this hand."),
    "bad_setup.key_of_another_game": _("{key} belongs to another game."),
    "bad_setup.negative_carry": _("The carried pot cannot be negative."),
    "bad_setup.negative_stack": _("The stack of {player} cannot be negative."),
    "bad_setup.no_chips": _("{player} has no chips and cannot be dealt in."),
    "bad_setup.below_ante": _("{player} has {stack}, less than the ante of {ante}, and cannot be dealt in."),
    "bad_setup.payer_not_dealt_in": _("{player}, who pays the antes, is not dealt in."),
    "bad_setup.pegs_of_others": _("The pegs must name every player and nobody else."),
    "bad_setup.out_the_back": _("The peg of {player} stands out the back, on {hole}."),
    "bad_setup.match_is_won": _("The peg of {player} stands on {hole}, at or past the winner hole."),
    "bad_setup.tiebreak_not_level": _("In a tiebreak all pegs stand level."),
    "cannot_check": _("There is a bet to call, {to_call} more: {instead}."),
    "nothing_to_call": _("There is nothing to call: {instead}."),
    "cannot_bet": _("There is a bet of {highest} already: {instead}."),
    "cannot_raise": _("There is no bet yet: {instead}."),
    "bad_amount.nobody_to_answer": _("Nobody else has chips left to answer a bet or raise: {instead}."),
    "bad_amount.closed": _("{to} is not allowed, nor is any other raise now: {instead}."),
    "bad_amount.not_a_size": _("{to} is not allowed; {choices}."),
    "bad_amount.off_chip": _("{to} is not a multiple of the chip, {step}."),
    "bad_amount.too_small": _("{to} is too little; {choices}."),
    "bad_amount.too_much": _("{to} is too much; {choices}."),
    "raise_cap": _("The round has had all the raises it may have, {cap}: {instead}."),
    "not_reopened": _("Only a short all-in has come since this player acted: {instead}."),
    "cannot_afford": _("The fee of {fee} is more than the stack of {stack}: {instead}."),
    "must_show": _("When everybody is out, everybody shows."),
    "must_play.stand": _(
        "To stand one must tie for best with all five cards down, or with fewer where a tie is agreed to be enough: "
        "{instead}."
    ),
    "double_refused.not_third_card": _("A double can only come right after one's third card."),
    "double_refused.fourth_double": _("There have been three doubles in this hand."),
    "double_refused.last_chance": _("From the last chance area nobody may double."),
}

# Which parameters name players; None among them is nobody in particular, the dealer.
_PLAYERS = {"player", "players", "to_act"}

# Which parameters are lists of words of our own.
_OURS = {"known", "keys", "words"}

# How many names a sentence lists; of more it names the first, and says how many others there are.
_MOST_NAMED, _NAMED_OF_MORE = 4, 3

# The kinds of action, as a sentence suggests them.
ACTIONS = (
    _("fold"), _("check"), _("call"), _("bet"), _("raise"), _("reveal"), _("exchange"), _("stand"), _("declare"),
    _("accept"), _("reject"), _("draw"), _("play"), _("double"), _("show"), _("muck"),
)  # fmt: skip

# Which parameters are money, so that a page can show them as the table says them.
_AMOUNTS = {
    "to",
    "to_call",
    "highest",
    "fee",
    "stack",
    "ante",
    "blind",
    "most_bet",
    "stake",
    "small",
    "big",
    "step",
    "chip",
}


class _Voice(NamedTuple):
    """How a player, an amount and a text of ours are said."""

    name: Callable[[str], str]
    amount: Callable[[int], str]
    words: Callable[[str], str]


def sentence(
    refusal: Refusal, name: Callable[[str], str] = str, amount: Amount = str, words: Callable[[str], str] = str
) -> str:
    """The refusal in one plain sentence. `name` and `amount` turn a player's name and minor units into words;
    `words` turns an English text of ours, its fields in braces, into another language's."""
    voice = _Voice(name, amount, words)
    key = f"{refusal.code}.{refusal.why}" if refusal.why else refusal.code
    filled = {key: _text(key, value, voice) for key, value in refusal.params.items()}
    if "all_in" in refusal.params:
        filled["choices"] = _bounds(refusal.params, voice)
    if "allowed" in refusal.params:
        filled |= _bad_value(refusal.params, voice)
    return words(_SENTENCES[key]).format_map({**filled, "instead": _instead(refusal, words)})


def named(names: Sequence[str], words: Callable[[str], str] = str) -> str:
    """Players in a sentence: all of a few, the first of many and how many others there are."""
    if len(names) <= _MOST_NAMED:
        return ", ".join(map(_short, names))
    first = ", ".join(map(_short, names[:_NAMED_OF_MORE]))
    return words(_("{names} and {count} others")).format(names=first, count=len(names) - _NAMED_OF_MORE)


def _instead(refusal: Refusal, words: Callable[[str], str]) -> str:
    """Return the actions that are legal instead; giving up comes last."""
    kinds = sorted(refusal.instead, key="fold".__eq__)
    return _either([words(kind) for kind in kinds], words) if kinds else words(_("nothing"))


def _bad_value(params: dict[str, Any], voice: _Voice) -> dict[str, str]:
    """Describe a value given for a house rule and the values the rule allows (its `kind` and `allowed`)."""
    kind, allowed, value = params["kind"], params["allowed"], params["value"]
    is_amount = kind == "amount" and is_whole(value)
    return {
        "value": _short(voice.amount(value)) if is_amount else _given(value),
        "allowed": _allowed(kind, allowed, voice),
    }


def _allowed(kind: str, allowed: dict[str, Any], voice: _Voice) -> str:
    """The values of a house rule in words."""
    words = voice.words
    if kind == "choice":
        return _either(allowed["choices"], words)
    if kind == "flag":
        return _either(["true", "false"], words)
    if kind == "hole":
        return words(_("any whole number"))
    say = str if kind == "count" else voice.amount
    bounds = {key: say(allowed[key]) for key in ("min", "max") if key in allowed}
    if kind == "amounts":
        return words(_("a list of up to {most} amounts, ascending, each {min} or more")).format(
            most=allowed["most"], **bounds
        )
    text = words(_WITHIN[kind, "max" in allowed]).format(**bounds)
    return words(_("{values}, or null")).format(values=text) if allowed["optional"] else text


_WITHIN = {
    ("amount", False): _("an amount of {min} or more"),
    ("amount", True): _("an amount of {min} to {max}"),
    ("count", False): _("a whole number of {min} or more"),
    ("count", True): _("a whole number of {min} to {max}"),
}


def _bounds(params: dict[str, Any], voice: _Voice) -> str:
    """What a bet or raise could be made: sizes or a range, and all-in where it is none of these."""
    amount, words = voice.amount, voice.words
    parts, all_in = [], params["all_in"]
    if params.get("choices"):
        parts += [amount(size) for size in params["choices"]]
    elif "min" in params:
        parts.append(words(_("{least} to {most}")).format(least=amount(params["min"]), most=amount(params["max"])))
    if all_in is not None and all_in != params.get("max") and all_in not in params.get("choices", ()):
        parts.append(words(_("{amount} all-in")).format(amount=amount(all_in)))
    if not parts:
        return words(_("the stack does not cover a bet or raise"))
    return words(_("the bet can be made {amounts}")).format(amounts=_either(parts, words))


def _text(key: str, value: Any, voice: _Voice) -> str:
    if key in _PLAYERS:
        if isinstance(value, list):
            return named([*map(voice.name, value)], voice.words) or voice.words(_("nobody"))
        return voice.words(_("the dealer")) if value is None else _short(voice.name(value))
    if key in _AMOUNTS and is_whole(value):
        return _short(voice.amount(value))
    if key == "values":
        return _either([*map(_given, value)], voice.words)
    if key in _OURS and isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return _given(value)


def _given(value: Any) -> str:
    """What was given, in the words of JSON, since that is what was written; no more of it than a sentence bears."""
    if isinstance(value, str):
        return _short(value)
    try:
        return _short(json.dumps(value, ensure_ascii=False))
    except (RecursionError, ValueError):  # nested, or with more digits, than can be written
        return "…"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def _either(parts: list[str], words: Callable[[str], str]) -> str:
    *first, last = parts
    return words(_("{some} or {last}")).format(some=", ".join(first), last=last) if first else last
