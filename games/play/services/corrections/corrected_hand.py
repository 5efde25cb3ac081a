"""What somebody says a hand was in truth: new parts of its set-up, a new list of actions, or new nets."""

from collections.abc import Iterable, Mapping
from typing import Any

from games import engine
from games.core.actor import Actor
from games.core.amounts import whole_chips
from games.core.errors import BadAmount, BadValue, Conflict, Money, NotFound
from games.core.hand_state import Played, last_step
from games.core.validators import check_reasons
from games.engine.games.bluff_n_peg import MOST_POINTS
from games.models import Hand
from games.play.services import matches
from games.play.services.corrections import peg_boards
from games.play.services.corrections.hand_outcome import Document, Record, only_result, played
from games.play.services.corrections.night_history import History
from games.play.services.corrections.secret_words import opens
from games.play.services.missed_hands import check_stacks, check_sum

Change = Mapping[str, Any]

_OF_SET_UP = ("dealer", "players", "rules", "carry", "antes_paid_by", "pegs", "tiebreak")
PARTS = frozenset((*_OF_SET_UP, "actions", "net"))


def check_form(change: Change) -> None:
    """Raises BadValue for a change of nothing, or of what a hand does not have."""
    if unknown := sorted(set(change) - PARTS):
        raise BadValue("A correction has no {key}.", key=unknown[0])
    if not change:
        raise BadValue("Say what is to be corrected.")
    check_reasons(change.get("actions", ()))


def changed(actor: Actor, history: History, hand: Hand, change: Change) -> Record:
    """The hand as it would be; entries that a new list of actions makes are the actor's.

    Raises Conflict, BadAmount, NotFound, and the engine's Refusal with the place of the action refused.
    """
    if hand.set_up is None:
        return _result(history, hand, change)
    if "net" in change:
        raise Conflict("This hand was entered action by action: correct those.")
    is_open = hand.status == Hand.Status.OPEN
    if is_open and "actions" in change:
        raise Conflict("The actions of a hand that is being played are taken back, not corrected.")
    set_up = _set_up(history, hand, change)
    if "actions" in change:
        actions = [Played(hand.version + 1, body, actor.user.pk) for body in change["actions"]]
    else:
        last = last_step(hand)
        actions = last.actions()
        if opens(set_up, actions, last.hidden()):
            raise Conflict("What was declared in secret would lie open: take the declarations back first.")
    record = played(set_up, actions)
    if not is_open and record.status == Hand.Status.OPEN:
        raise Conflict("After these actions the hand is not over.")
    return record


def _result(history: History, hand: Hand, change: Change) -> Record:
    """A hand of which only the result is known has new nets, or is called off by the action `void`."""
    if set(change) == {"net"}:
        nets = check_sum(history.night, change["net"])
        _check_players(history, nets)
        check_stacks(nets, history.stacks_at(hand))
        return only_result(nets)
    if set(change) == {"actions"} and [body.get("type") for body in change["actions"]] == ["void"]:
        return only_result(None)
    raise Conflict("Of this hand only the result is known: give new nets, or the action void.")


def _set_up(history: History, hand: Hand, change: Change) -> Document:
    """The whole set-up as the engine takes it, with the rules as announced."""
    assert hand.set_up is not None
    parts = {key: value for key, value in change.items() if key in _OF_SET_UP}
    if not parts:
        return hand.set_up
    named = {player.get("name") for player in parts.get("players", ()) if isinstance(player, dict)}
    _check_players(history, named | {parts.get("dealer"), parts.get("antes_paid_by"), *(parts.get("pegs") or ())})
    document = {**hand.set_up, **parts}
    if "players" in parts:
        document["players"] = _dealt_in(history, hand, parts["players"])
    if "pegs" in hand.set_up:
        document["pegs"] = _pegs(history, hand, document, parts)
    set_up = engine.dump_setup(engine.load_stored(document))
    _check_amounts(history, hand, set_up, parts)
    # its edition is the hand's own, and is named where it was: to name it is no correction
    return {key: value for key, value in (set_up | {"rules": document["rules"]}).items() if key in hand.set_up}


def _check_players(history: History, named: Iterable[Any]) -> None:
    """Whoever is named had a seat that night."""
    seated = {str(player) for player in history.night.seats.values_list("player", flat=True)}
    if set(named) - seated - {None}:
        raise NotFound("A hand was dealt to players who had a seat that night.")


def _check_amounts(history: History, hand: Hand, set_up: Document, parts: Mapping[str, Any]) -> None:
    """Raises BadAmount for what is no whole chips, or more than there were, BadValue for pegs off the board."""
    if "players" in parts:
        for player in set_up["players"]:
            whole_chips(history.night, player.get("stack", 0))
    if "carry" in parts:
        whole_chips(history.night, parts["carry"])
    if ("players" in parts or "carry" in parts) and _in_play(set_up) > (most := _there_were(history, hand)):
        night = history.night
        raise BadAmount("There were not so many chips: {most} at most.", most=Money(most, night.currency, night.club))
    if "pegs" in parts and hand.match:
        hands = sum(other.match_id == hand.match_id and other.ordinal < hand.ordinal for other in history.hands)
        farthest = matches.rules_of(hand.match, hand)["winner_hole"] + MOST_POINTS * hands
        if max(set_up["pegs"].values()) > farthest:
            raise BadValue("No peg can have stood beyond hole {farthest}.", farthest=farthest)


def _in_play(set_up: Document) -> int:
    """All chips that a hand was dealt with."""
    return sum(player.get("stack", 0) for player in set_up["players"]) + int(set_up.get("carry") or 0)


def _there_were(history: History, hand: Hand) -> int:
    """All chips that were ever on the table of the night, or at least those of the hand as it is recorded."""
    assert hand.set_up
    return max(_in_play(hand.set_up), history.chips_ever())


def _dealt_in(history: History, hand: Hand, players: Any) -> Any:
    """Players with their stacks: those given, else what the set-up has, else what the book says."""
    assert hand.set_up is not None
    if not isinstance(players, list) or not engine.GAMES[hand.game].has_money:
        return players
    known = {player["name"]: player["stack"] for player in hand.set_up["players"]}
    book = history.stacks_at(hand)
    dealt: list[Any] = []
    for player in players:
        if isinstance(player, dict) and "stack" not in player:
            name = str(player.get("name"))
            player = {**player, "stack": known.get(name, book.get(name, 0))}
        dealt.append(player)
    return dealt


def _pegs(history: History, hand: Hand, document: Document, parts: Mapping[str, Any]) -> Any:
    """The holes of who is dealt in. The members of a match are fixed, and so are its rules after its first hand."""
    match = hand.match
    assert match and hand.set_up
    rules_change = "rules" in parts and parts["rules"] != match.rules
    if rules_change and not history.is_first(hand):
        raise Conflict("A match is played to its end by the rules it began with: correct its first hand.")
    names = [player["name"] for player in document["players"]]
    if strangers := [name for name in names if name not in match.members]:
        raise Conflict("The members of a match are fixed at its start.", players=strangers)
    if parts.get("pegs") is not None:
        return parts["pegs"]
    if rules_change:
        return None
    stood = peg_boards.before(hand, history).old.pegs
    return {name: hand.set_up["pegs"].get(name, stood[name]) for name in names}
