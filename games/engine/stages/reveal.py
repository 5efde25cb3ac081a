"""The dealer turns cards (reveal)."""

from __future__ import annotations

from games.engine.actions import Action
from games.engine.cards import CARDS, mask
from games.engine.events import Event
from games.engine.offers import CardChoice, Offer
from games.engine.stage import Stage
from games.engine.state import Cards, State


class Reveal(Stage):
    """`count` cards are turned; nobody in particular acts. Work is True while they are waited for."""

    __slots__ = ("count",)
    name = "reveal"
    kinds = ("reveal",)

    def __init__(self, count: int) -> None:
        self.count = count

    def begin(self, state: State) -> State:
        """The dealer is waited for."""
        return state.turned(True, state.events, state.cards)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Nobody."""
        return ()

    def may_act(self, state: State) -> tuple[int | None, ...]:
        """The dealer, in no seat's name."""
        return (None,)

    def offer(self, state: State, kind: str, seat: int | None) -> Offer:
        """Any cards that are nowhere else."""
        return Offer("reveal", cards=CardChoice(self.count, state.setup.deck, state.cards.seen))

    def take(self, state: State, action: Action, offer: Offer) -> State:
        """The cards join the board in the order given."""
        turned = tuple(CARDS[text] for text in action.cards)
        board, known, seen = state.cards
        cards = Cards((*board, *turned), known, seen | mask(turned))
        return state.turned(None, (Event("cards_revealed", cards=turned),), cards)
