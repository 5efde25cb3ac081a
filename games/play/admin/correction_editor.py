"""Where a hand is corrected: its entries as they would be, the table at one of them, and what the engine says."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext

from games import engine
from games.console.drawing import Drawing, drawing_of
from games.console.pad import Pad, pad_of
from games.core.entry_labels import said
from games.core.formatting import Writer, writer_at
from games.core.hand_state import STATUS
from games.core.pages.card_names import short
from games.core.pages.hand_log import Line, lines_of
from games.models import Hand, User
from games.play.admin.correction_draft import Draft, Verdict, draft_of, judged
from games.play.pages.explanation import Explained, explained
from games.play.selectors.hand_replay import replay


class Item(NamedTuple):
    """A line of the list. `place` is how many actions are played up to it, None for one that is taken out.

    `line` is the entry as it was made, None for an action that is put in. `refused` says why the rules refuse it,
    `reached` whether the engine came that far.
    """

    place: int | None
    who: str
    words: str
    line: Line | None
    refused: str
    reached: bool


@dataclass(frozen=True, slots=True)
class Bench:
    """A hand, its draft, and what is made of it."""

    hand: Hand
    draft: Draft
    names: Mapping[str, str]
    write: Writer
    verdict: Verdict | None
    entered: list[Line]

    @property
    def is_over(self) -> bool:
        """Whether the actions are all legal, and the hand is over after them."""
        if self.verdict is None or self.verdict.refusal or not self.verdict.steps:
            return self.verdict is None
        return self.verdict.steps[-1].state.status != "in_progress"

    @property
    def refusal(self) -> str:
        if self.verdict is None or self.verdict.refusal is None:
            return ""
        said = self.verdict.refusal
        return engine.sentence(said, lambda one: self.names.get(one, one), self.write.plain, gettext)

    def items(self) -> Iterator[Item]:
        """What was taken out stands where it was."""
        items, seen = self.draft.items, 0
        for place, item in enumerate(items, 1):
            if isinstance(item, int):
                yield from (self._gone(at) for at in range(seen, item) if at not in items)
                seen = max(seen, item + 1)
            yield self._item(place, item)
        yield from (self._gone(at) for at in range(seen, len(self.draft.standing)) if at not in items)

    def drawing(self) -> Drawing | None:
        view = self.view()
        return drawing_of(view, self.write) if view else None

    def pad(self) -> Pad | None:
        """What may come next, where something is to be put in."""
        at = self.draft.at - 1 if self.draft.put == "instead" else self.draft.at
        view = self.view(at) if self.draft.put else None
        return pad_of(view, self.write) if view and at == self._shown(at) else None

    def award(self) -> Explained | None:
        """Why it would end as it does."""
        if self.verdict is None or not self.is_over or not self.verdict.steps:
            return None
        state = self.verdict.steps[-1].state
        if state.status != "complete":
            return None
        return explained({**engine.explain(state), "players": self.names}, self.write)

    def view(self, at: int | None = None) -> dict[str, Any] | None:
        """The hand at a step as `hand_view` tells it, as anybody sees it."""
        if self.verdict is None or not self.verdict.steps:
            return None
        state = self.verdict.steps[self._shown(self.draft.at if at is None else at)].state
        table = engine.observe(state, None)
        status = STATUS[state.status]
        return {
            "players": self.names,
            "phase": state.phase,
            "status": status,
            "to_act": table["to_act"],
            "table": table,
            "legal": [offer.document(state.setup) for offer in engine.legal(state)],
            "result": engine.result(state) if status != Hand.Status.OPEN else None,
        }

    def _shown(self, at: int) -> int:
        assert self.verdict
        return max(0, min(at, len(self.verdict.steps) - 1))

    def _item(self, place: int, item: Any) -> Item:
        played = len(self.verdict.steps) - 1 if self.verdict else 0
        who, words = self._words(self.draft.standing[item] if isinstance(item, int) else item)
        line = self.entered[item] if isinstance(item, int) else None
        return Item(place, who, words, line, self.refusal if place == played + 1 else "", place <= played)

    def _gone(self, at: int) -> Item:
        who, words = self._words(self.draft.standing[at])
        return Item(None, who, words, self.entered[at], "", False)

    def _words(self, body: Mapping[str, Any]) -> tuple[str, str]:
        try:
            return self.names.get(str(body.get("player")), ""), said(body, self.write.plain, short)
        except (KeyError, IndexError, TypeError, ValueError):
            # made up by hand in the address: the engine says what is wrong with it
            return "", str(body.get("type", ""))


def bench_of(hand: Hand, given: QueryDict, user: User) -> Bench:
    """The draft that an address says, on a hand. Raises BadValue."""
    night = hand.night
    write = writer_at(night)
    told = replay(hand, None)
    lines = {line.step: line for line in lines_of(told, write, night.time_zone) if line.step}
    bodies = {entered["step"]: entered["body"] for entered in told["log"] if entered["step"]}
    known = [step for step in sorted(bodies) if not _is_hidden(bodies[step])]
    draft = draft_of(given, [bodies[step] for step in known])
    names = {str(player): name for player, name in night.seats.values_list("player", "player__name")}
    verdict = None
    if hand.set_up is not None:
        set_up = {**hand.set_up, **draft.set_up}
        names = {str(one.get("name")): str(one.get("name")) for one in _dealt_in(set_up)} | names
        verdict = judged(set_up, draft.actions, user)
    return Bench(hand, draft, names, write, verdict, [lines[step] for step in known])


def _is_hidden(body: Mapping[str, Any]) -> bool:
    """A declaration that was never revealed: nobody restates it, and nobody reads it here."""
    return body.get("type") == "declare" and "as" not in body


def _dealt_in(set_up: Mapping[str, Any]) -> list[dict[str, Any]]:
    players = set_up.get("players")
    return [one for one in players if isinstance(one, dict)] if isinstance(players, list) else []
