"""A correction as it is being made: what stands, and what would stand instead. It lives in the address alone.

Of the actions that stand a draft names the places (`[0, 1, 3]` leaves the third one out), of those put in what the
hand file would say. So it is short, and one sees what is new in it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from games import engine
from games.core.errors import BadValue
from games.core.hand_state import Played, Step, steps
from games.core.pages.form_fields import number_of
from games.engine import strict_json
from games.models import User

MOST_ACTIONS = 500
Action = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Draft:
    """`items` are places in `standing`, or actions put in; `set_up` are the parts of it that would be others.

    `net` is what a hand of which only the result is known would have come to. `at` is how many of the actions have
    been played where one looks, `put` where the next one goes: "after" them, "instead" of the last, or nowhere.
    """

    standing: Sequence[Action]
    items: list[int | Action]
    set_up: dict[str, Any]
    net: dict[str, int] | None
    at: int
    put: str

    @property
    def actions(self) -> list[Action]:
        return [self.standing[item] if isinstance(item, int) else item for item in self.items]

    @property
    def change(self) -> dict[str, Any]:
        """As the service of corrections takes it; empty where nothing was changed yet."""
        found = dict(self.set_up)
        if self.items != list(range(len(self.standing))):
            found["actions"] = self.actions
        if self.net is not None:
            found["net"] = self.net
        return found

    def address(self, **other: Any) -> str:
        """The query that leads here, or to the same draft elsewhere in it."""
        state: dict[str, Any] = {"draft": _text(self.items), "at": self.at, "put": self.put}
        if self.set_up:
            state["set_up"] = _text(self.set_up)
        if self.net is not None:
            state["net"] = _text(self.net)
        return urlencode({key: value for key, value in {**state, **other}.items() if value != ""})

    def with_action(self, action: Action) -> "Draft":
        items, place = list(self.items), self.at
        if self.put == "instead" and place:
            items[place - 1] = action
            return self._with(items=items, at=place, put="")
        items.insert(place, action)
        return self._with(items=items, at=place + 1, put=self.put)

    def without(self, place: int) -> "Draft":
        """Without the action that is played as number `place`, counted from 1."""
        if not 1 <= place <= len(self.items):
            raise BadValue("There is no such action.")
        items = [*self.items[: place - 1], *self.items[place:]]
        return self._with(items=items, at=place - 1, put="")

    def with_set_up(self, set_up: dict[str, Any]) -> "Draft":
        return self._with(set_up=set_up, at=0, put="")

    def with_net(self, net: dict[str, int]) -> "Draft":
        return self._with(net=net)

    def _with(self, **other: Any) -> "Draft":
        fields = {name: getattr(self, name) for name in ("standing", "items", "set_up", "net", "at", "put")}
        return Draft(**{**fields, **other})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the engine makes of a draft: the steps up to the first action that is refused, and why it is.

    `steps` is empty where the set-up itself is refused.
    """

    steps: list[Step]
    refusal: engine.Refusal | None


def draft_of(given: QueryDict, standing: Sequence[Action]) -> Draft:
    """From an address. Raises BadValue."""
    items = _read(given.get("draft", ""), list, list(range(len(standing))))
    if len(items) > MOST_ACTIONS or not all(_is_item(item, len(standing)) for item in items):
        raise BadValue("This is no list of actions.")
    set_up = _read(given.get("set_up", ""), dict, {})
    if not _is_set_up(set_up):
        raise BadValue("This is no part of a set-up.")
    net = _read(given.get("net", ""), dict, None)
    if net is not None and not all(isinstance(amount, int) for amount in net.values()):
        raise BadValue("Amounts are whole numbers.")
    at = number_of(given.get("at", "") or str(len(items)))
    put = given.get("put", "")
    return Draft(
        standing,
        items,
        set_up,
        net,
        min(at, len(items)),
        put if put in ("after", "instead") else "",
    )


def judged(set_up: dict[str, Any], actions: Sequence[Action], user: User) -> Verdict:
    """The actions played one after the other, as far as they are legal."""
    played: list[Step] = []
    try:
        for step in steps(set_up, [Played(0, action, user.pk) for action in actions]):
            played.append(step)
    except engine.Refusal as refusal:
        return Verdict(played, refusal)
    return Verdict(played, None)


def _is_item(item: Any, count: int) -> bool:
    if isinstance(item, bool):
        return False
    return isinstance(item, dict) or (isinstance(item, int) and 0 <= item < count)


def _is_set_up(parts: dict[str, Any]) -> bool:
    """Whether its parts are of the kinds that the service of corrections takes; the engine judges what they say."""
    players, texts = parts.get("players", []), (parts.get("dealer"), parts.get("antes_paid_by"))
    named = isinstance(players, list) and all(
        isinstance(one, dict) and isinstance(one.get("name"), str) for one in players
    )
    whole = all(isinstance(parts.get(key) or {}, dict) for key in ("pegs", "rules"))
    return named and whole and all(text is None or isinstance(text, str) for text in texts)


def _read(text: str, kind: type, default: Any) -> Any:
    if not text:
        return default
    try:
        found = strict_json.loads(text)
    except strict_json.Malformed:
        found = None
    if not isinstance(found, kind):
        raise BadValue("This address was cut short: begin the correction again.")
    return found


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
