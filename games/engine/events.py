"""What happened, in the past tense: the engine's answer to each action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from games.engine.cards import NAMES

if TYPE_CHECKING:
    from games.engine.setup import Setup


class Event(NamedTuple):
    """`what` is a word like `blind_posted`; the rest as it applies. `text` is a word of the vocabulary, never prose.

    A secret declaration makes a `declared` without its word, so that no list of events can leak it.
    """

    what: str
    seat: int | None = None
    amount: int | None = None
    cards: tuple[int, ...] = ()
    text: str | None = None

    def document(self, setup: Setup) -> dict[str, Any]:
        """The event as plain data, with only the keys that say something."""
        document: dict[str, Any] = {"event": self.what}
        if self.seat is not None:
            document["player"] = setup.names[self.seat]
        if self.amount is not None:
            document["amount"] = self.amount
        if self.cards:
            document["cards"] = [NAMES[card] for card in self.cards]
        if self.text is not None:
            document["text"] = self.text
        return document
