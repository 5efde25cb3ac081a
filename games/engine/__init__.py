"""The rules of the games: a hand is a pure function of its set-up and its actions. Standard library only."""

from games.engine.actions import Action, dump_action
from games.engine.editions import FIRST, NEWEST
from games.engine.explain import explain
from games.engine.foreign import format_of
from games.engine.games import GAMES
from games.engine.hand import apply, legal, start
from games.engine.handfile import dump_hand, load_action, load_hand, load_setup, load_stored, parse, replay
from games.engine.observe import observe
from games.engine.refusal import Refusal
from games.engine.result import result
from games.engine.setup import Setup, dump_setup
from games.engine.state import State
from games.engine.wording import sentence

__all__ = [
    "FIRST",
    "GAMES",
    "NEWEST",
    "Action",
    "Refusal",
    "Setup",
    "State",
    "apply",
    "dump_action",
    "dump_hand",
    "dump_setup",
    "explain",
    "format_of",
    "legal",
    "load_action",
    "load_hand",
    "load_setup",
    "load_stored",
    "observe",
    "parse",
    "replay",
    "result",
    "sentence",
    "start",
]
