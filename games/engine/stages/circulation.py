"""The card that goes round in Buddha's Folly (rules 3.3, 3.4)."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.actions import Action
from games.engine.cards import CARDS
from games.engine.events import Event
from games.engine.offers import CardChoice, Offer
from games.engine.seats import next_of, put
from games.engine.stage import Stage, refuse_turn
from games.engine.state import Cards, State


class Circulating(NamedTuple):
    """The card on offer, the seat it is offered to, who discarded it (None: the dealer turned it), and how many have
    passed it on since."""

    card: int
    turn: int
    giver: int | None
    passed: int


class Circulation(Stage):
    """Each player takes the card on offer and discards another, or passes it on, until a card comes back."""

    __slots__ = ()
    name = "circulation"
    kinds = ("accept", "reject")

    def begin(self, state: State) -> State:
        """The card just turned is offered to the left of the dealer."""
        return state._replace(work=Circulating(state.cards.board[-1], state.setup.order[0], None, 0))

    def to_act(self, state: State) -> tuple[int, ...]:
        """The one who is offered the card."""
        return (state.work.turn,)

    def offer(self, state: State, kind: str, seat: int | None) -> Offer:
        """Raises `not_your_turn`."""
        if seat is None or seat != state.work.turn:
            refuse_turn(state, seat)
        if kind == "reject":
            return Offer("reject", seat)
        return Offer("accept", seat, cards=self._discards(state, seat))

    def _discards(self, state: State, seat: int) -> CardChoice:
        """What may be discarded: never the very card, and of a hand that is known whole only what is in it (3.4)."""
        offered = 1 << state.work.card
        known = state.cards.known[seat]
        never = offered
        if known.bit_count() == state.setup.hand_size:
            never |= state.setup.deck & ~known
        return CardChoice(1, state.setup.deck, state.cards.seen & ~known & ~offered, never=never)

    def take(self, state: State, action: Action, offer: Offer) -> State:
        """The card moves on, or another takes its place."""
        seat = offer.seat
        assert seat is not None
        going = state.work
        left = next_of(state.setup.order, seat, state.live)
        if action.kind == "reject":
            event = Event("card_rejected", seat, cards=(going.card,))
            moved = going._replace(turn=left, passed=going.passed + 1)
            return self._offer_on(state._replace(events=(event,)), moved)
        discard = CARDS[action.cards[0]]
        known, seen = state.cards.known, state.cards.seen
        hand = (known[seat] | 1 << going.card) & ~(1 << discard)
        cards = Cards((discard,), put(known, seat, hand), seen | 1 << discard)
        event = Event("card_accepted", seat, cards=(going.card, discard))
        return state.turned(Circulating(discard, left, seat, 0), (event,), cards)

    def _offer_on(self, state: State, going: Circulating) -> State:
        """An untaken first card is offered once to each player, an untaken discard once to each other player."""
        offers = state.live.bit_count() - (going.giver is not None)
        if going.passed < offers:
            return state._replace(work=going)
        return state._replace(work=None, events=(*state.events, Event("circulation_ended", cards=(going.card,))))
