"""What may come next, with its exact bounds, and the check of an action against it.

`legal` lists offers and `apply` checks against them, so that the two cannot disagree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from games.engine.actions import Action
from games.engine.cards import CARDS, NAMES, cards_in
from games.engine.refusal import Refusal

if TYPE_CHECKING:
    from games.engine.setup import Setup


class Amounts(NamedTuple):
    """What a bet or raise may be made *to*: the sizes of `choices` or, where that is None, `low` to `high` by `step`.

    `all_in` is the player's whole stack where that too is allowed, whatever its size (0.1, 0.8).
    """

    choices: tuple[int, ...] | None
    low: int
    high: int
    step: int
    all_in: int | None

    @property
    def least(self) -> int | None:
        """The smallest amount allowed, None when there is none."""
        regular = self.choices[0] if self.choices else None
        if self.choices is None:
            low = -(-self.low // self.step) * self.step
            regular = low if low <= self.high else None
        if self.all_in is None or (regular is not None and regular < self.all_in):
            return regular
        return self.all_in

    def fault(self, to: int) -> str:
        """Return the reason why this amount is a `bad_amount`, or an empty text where it is allowed."""
        if to == self.all_in:
            return ""
        if self.choices is not None:
            return "" if to in self.choices else "not_a_size"
        if self.low <= to <= self.high:
            return "off_chip" if to % self.step else ""
        return "too_small" if to < self.low else "too_much"

    def document(self) -> dict[str, Any]:
        """As data: `choices`, or `step` and, where whole chips lie between, `min` and `max`; `all_in` beside them."""
        if self.choices is not None:
            return {"choices": list(self.choices), "all_in": self.all_in}
        document = {"step": self.step, "all_in": self.all_in}
        low, high = -(-self.low // self.step) * self.step, self.high // self.step * self.step
        return document | ({"min": low, "max": high} if low <= high else {})


class CardChoice(NamedTuple):
    """Which cards may be named; all but `size`, how many, are card masks.

    `elsewhere` lie where this player cannot have them, `must` be among the named, and `never` are ruled out by what
    is known of the player's hand (3.4).
    """

    size: int
    deck: int
    elsewhere: int
    must: int = 0
    never: int = 0

    def check(self, texts: tuple[str, ...]) -> None:
        """Raises `wrong_card_count`, `bad_card`, `card_seen`, `card_not_held`, in this order."""
        if len(texts) != self.size:
            raise Refusal("wrong_card_count", "cards", given=len(texts), count=self.size)
        named = 0
        for text in texts:
            if not self.deck >> CARDS.get(text, 63) & 1:
                raise Refusal("bad_card", "not_in_deck", card=text)
        for text in texts:
            card = 1 << CARDS[text]
            if (named | self.elsewhere) & card:
                raise Refusal("card_seen", "twice" if named & card else "elsewhere", card=text)
            named |= card
        if named & self.never:
            raise Refusal("card_not_held", "cannot_hold", card=NAMES[cards_in(named & self.never)[0]])
        if self.must & ~named:
            raise Refusal("card_not_held", "must_hold", card=NAMES[cards_in(self.must & ~named)[0]])

    @property
    def can(self) -> int:
        """The mask of the cards that may be among the named."""
        if self.must.bit_count() == self.size:
            return self.must
        return self.deck & ~self.elsewhere & ~self.never

    def document(self) -> dict[str, Any]:
        """As data: cards highest first."""
        return {
            "count": self.size,
            "must": [NAMES[card] for card in cards_in(self.must)],
            "can": [NAMES[card] for card in cards_in(self.can)],
        }


class Offer(NamedTuple):
    """One kind of action that one seat may take now; `seat` is None for what nobody in particular does.

    `closed` is the refusal of an offer that is not open after all: its fields are judged before it, as the order of
    codes wants. `amount` tells what a call or an exchange costs.
    """

    kind: str
    seat: int | None = None
    to: Amounts | None = None
    amount: int | None = None
    cards: CardChoice | None = None
    words: tuple[str, ...] = ()
    counts: tuple[int, int] | None = None
    closed: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Whether some action of this kind would be accepted."""
        return self.closed is None and (self.to is None or self.to.least is not None)

    def check(self, action: Action) -> None:
        """Raises the refusal that this action meets, if any; the codes in their order."""
        if self.words and action.word not in self.words:
            raise Refusal("bad_declaration", "words", given=action.word, words=list(self.words))
        if self.counts is not None and not self.counts[0] <= (action.number or 0) <= self.counts[1]:
            raise Refusal("wrong_card_count", "draw", given=action.number, least=self.counts[0], most=self.counts[1])
        if self.cards is not None:
            self.cards.check(action.cards)
        if self.to is not None and (fault := self.to.fault(action.to or 0)):
            if self.closed is not None:  # another amount would not be allowed either
                raise Refusal("bad_amount", "closed", to=action.to)
            raise Refusal("bad_amount", fault, to=action.to, **self.to.document())
        if self.closed is not None:
            raise self.closed

    def document(self, setup: Setup) -> dict[str, Any]:
        """As data, in the words of the hand file."""
        document: dict[str, Any] = {"type": self.kind}
        if self.seat is not None:
            document["player"] = setup.names[self.seat]
        if self.to is not None:
            document["to"] = self.to.document()
        if self.amount is not None:
            document["amount"] = self.amount
        if self.words:
            document["as"] = {"choices": list(self.words)}
        if self.counts is not None:
            document["count"] = {"min": self.counts[0], "max": self.counts[1]}
        if self.cards is not None:
            document[_CARD_KEYS.get(self.kind, "cards")] = self.cards.document()
        if self.kind == "void":
            document["reason"] = {}
        return document


_CARD_KEYS = {"accept": "discard", "play": "card"}
