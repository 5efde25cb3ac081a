"""Words that were declared in secret stay secret through a correction of everything around them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games import engine
from games.core.hand_state import Played, Step, steps


def opens(set_up: Mapping[str, Any], actions: Sequence[Played], hidden: Sequence[Played]) -> bool:
    """Whether by this set-up anybody would come to see a declaration that is hidden now.

    Asked before the rules judge the whole: what they say after such a step would tell the words as well.
    """
    words = {str(played.body["player"]) for played in hidden}
    return bool(words) and any(words & set(_seen(step)) for step in _legal_steps(set_up, actions))


def _legal_steps(set_up: Mapping[str, Any], actions: Sequence[Played]) -> Iterator[Step]:
    """Every step up to the first that is refused."""
    try:
        yield from steps(set_up, actions)
    except engine.Refusal:
        return


def _seen(step: Step) -> Iterator[str]:
    """The players whose declaration anybody can see at this step, on the table or in what it made happen."""
    table = engine.observe(step.state)
    for player in table["players"]:
        if isinstance(player["declared"], str):
            yield player["player"]
    for event in table["events"]:
        if "player" in event and event["event"].startswith("declar") and "text" in event:
            yield event["player"]
