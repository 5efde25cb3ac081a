"""Laying cards in Bluff N' Peg (rules 4.3 to 4.6): to beat, to stand, to fold, and double or fold."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.engine.actions import Action
from games.engine.cards import CARDS, mask
from games.engine.events import Event
from games.engine.offers import CardChoice, Offer
from games.engine.ranking import showing
from games.engine.refusal import Refusal
from games.engine.seats import bit, next_of, put, seats_of
from games.engine.stage import Stage, refuse_turn
from games.engine.state import State

HAND = 5
DOUBLING_CARD = 3  # a double comes right after this card (4.6)
MOST_DOUBLES = 3


class Playing(NamedTuple):
    """The play under way; tuples by seat, sets of seats as masks.

    `laid` are the cards in front of each, `worth` what they are worth showing. `stood` have stood since the last card.
    `third` is the seat that has just laid its third card, as the very last action. `multiplier` is the bluffing peg,
    `paying` the multiplier at which each folded, 0 for who has not. `declarer` waits for answers from `asked`, in
    order; `accepted` tells whether anyone has accepted.
    """

    turn: int
    laid: tuple[tuple[int, ...], ...]
    worth: tuple[int, ...]
    stood: int
    third: int | None
    multiplier: int
    paying: tuple[int, ...]
    doubled: int
    declarer: int | None
    asked: tuple[int, ...]
    accepted: bool


class Play(Stage):
    """The play, answers to doubles included. `score` is how the game ends the hand."""

    __slots__ = ("score",)
    name = "play"
    kinds = ("play", "stand", "double", "fold")

    def __init__(self, score: Callable[[State], State]) -> None:
        self.score = score

    def begin(self, state: State) -> State:
        """Left of the dealer begins."""
        seats = len(state.setup.names)
        nothing = (0,) * seats
        turn = state.setup.order[0]
        return state._replace(work=Playing(turn, ((),) * seats, nothing, 0, None, 1, nothing, 0, None, (), False))

    def phase(self, state: State) -> str:
        """`answer` while a double is being answered."""
        return "play" if state.work.declarer is None else "answer"

    def kinds_now(self, state: State) -> tuple[str, ...]:
        """In answer to a double there is only accept or fold."""
        return self.kinds if state.work.declarer is None else ("accept", "fold")

    def to_act(self, state: State) -> tuple[int, ...]:
        """The one on turn, and beside them one whose third card ended the turn and who may still double (4.6)."""
        playing: Playing = state.work
        if playing.declarer is not None:
            return (playing.asked[0],)
        seats = bit(playing.turn)
        if playing.third is not None and self._refuses_double(state, playing.third) is None:
            seats |= bit(playing.third)
        return seats_of(seats)

    def offer(self, state: State, kind: str, seat: int | None) -> Offer:
        """Raises `not_your_turn`, `must_play`, `double_refused`; `no_cards_left` only after the card is judged."""
        playing: Playing = state.work
        if playing.declarer is not None:
            if seat != playing.asked[0]:
                refuse_turn(state, seat)
            return Offer(kind, seat)
        if seat is None or (seat != playing.turn and not (kind == "double" and seat == playing.third)):
            refuse_turn(state, seat)
        if kind == "play":
            full = len(playing.laid[seat]) == HAND
            closed = Refusal("no_cards_left") if full else None
            return Offer("play", seat, cards=CardChoice(1, state.setup.deck, state.cards.seen), closed=closed)
        if kind == "stand" and not self._may_stand(state, seat):
            raise Refusal("must_play", "stand", laid=len(playing.laid[seat]))
        if kind == "double":
            why = self._refuses_double(state, seat)
            if why is not None:
                raise Refusal("double_refused", why)
        return Offer(kind, seat)

    def _may_stand(self, state: State, seat: int) -> bool:
        """Tied for best, with all five cards down, or with fewer where a tie is enough; never without a card (4.4)."""
        playing: Playing = state.work
        laid = len(playing.laid[seat])
        enough = laid == HAND or (laid > 0 and state.setup.rules["tie_is_best"])
        return bool(enough) and playing.worth[seat] == _top(state)

    def _refuses_double(self, state: State, seat: int) -> str | None:
        """Why this seat may not double now (4.6), None if it may."""
        playing: Playing = state.work
        if playing.third != seat:
            return "not_third_card"
        if playing.doubled.bit_count() >= MOST_DOUBLES:
            return "fourth_double"
        pegs = state.setup.pegs
        if pegs is not None and pegs[seat] <= state.setup.rules["last_chance_hole"]:
            return "last_chance"
        return None

    def take(self, state: State, action: Action, offer: Offer) -> State:
        """One action; the turn passes on where it is over, and the hand ends where nothing is left to play."""
        seat = offer.seat
        assert seat is not None
        playing: Playing = state.work
        if playing.declarer is not None:
            return self._answer(state, action, seat)
        if action.kind == "play":
            return self._lay(state, CARDS[action.cards[0]], seat)
        playing = playing._replace(third=None)
        if action.kind == "double":
            return self._double(state, playing, seat)
        if action.kind == "stand":
            playing = playing._replace(stood=playing.stood | bit(seat))
            return self._pass_on(state._replace(work=playing, events=(Event("stood", seat),)), seat)
        return self._pass_on(self._fold(state, playing, seat), seat)

    def _lay(self, state: State, card: int, seat: int) -> State:
        """A card goes down; any stand lapses. With the best hand alone the turn is over (4.4, 4.5)."""
        playing: Playing = state.work
        laid = (*playing.laid[seat], card)
        worth = showing(laid, state.setup.rules["deuces_wild"])
        playing = playing._replace(
            laid=put(playing.laid, seat, laid),
            worth=put(playing.worth, seat, worth),
            stood=0,
            third=seat if len(laid) == DOUBLING_CARD else None,
        )
        cards = state.cards._replace(known=put(state.cards.known, seat, mask(laid)), seen=state.cards.seen | 1 << card)
        state = state._replace(work=playing, cards=cards, events=(Event("card_laid", seat, cards=(card,)),))
        return self._pass_on(state, seat) if _leads(state, seat) else state

    def _fold(self, state: State, playing: Playing, seat: int) -> State:
        """Who folds pays at the peg as it stands (4.7)."""
        playing = playing._replace(paying=put(playing.paying, seat, playing.multiplier))
        return state._replace(live=state.live & ~bit(seat), work=playing, events=(Event("folded", seat),))

    def _double(self, state: State, playing: Playing, seat: int) -> State:
        """The others still in are asked, from the declarer's left."""
        order = state.setup.order
        start = order.index(seat) + 1
        asked = tuple(other for other in order[start:] + order[: start - 1] if state.live >> other & 1)
        playing = playing._replace(doubled=playing.doubled | bit(seat), declarer=seat, asked=asked, accepted=False)
        return state._replace(work=playing, events=(Event("double_declared", seat),))

    def _answer(self, state: State, action: Action, seat: int) -> State:
        """Who folds pays at the peg as it was; when all have answered and any accepted, the peg moves on (4.6)."""
        playing: Playing = state.work
        if action.kind == "fold":
            state = self._fold(state, playing, seat)
            playing = state.work
        else:
            playing = playing._replace(accepted=True)
            state = state._replace(events=(Event("double_accepted", seat),))
        playing = playing._replace(asked=playing.asked[1:])
        if playing.asked:
            return state._replace(work=playing)
        declarer = playing.declarer
        assert declarer is not None
        playing = playing._replace(declarer=None, turn=declarer)
        if playing.accepted:
            playing = playing._replace(multiplier=playing.multiplier * 2)
            state = state._replace(events=(*state.events, Event("peg_advanced", amount=playing.multiplier)))
        state = state._replace(work=playing)
        return self._pass_on(state, declarer) if state.live == bit(declarer) or _leads(state, declarer) else state

    def _pass_on(self, state: State, seat: int) -> State:
        """The turn goes left, over who leads alone; the hand is over when one is left or all have stood (4.5)."""
        if state.live.bit_count() == 1 or state.live & ~state.work.stood == 0:
            return self.score(state)
        waiting = state.live & ~state.work.stood
        for leader in seats_of(state.live):
            if _leads(state, leader):
                waiting &= ~bit(leader)
        turn = next_of(state.setup.order, seat, waiting)
        return state._replace(work=state.work._replace(turn=turn))


def _top(state: State) -> int:
    """What the best hand showing is worth, among those still in (4.4)."""
    playing: Playing = state.work
    return max(playing.worth[seat] for seat in seats_of(state.live))


def _leads(state: State, seat: int) -> bool:
    """Whether a seat has the best hand showing alone."""
    worth = state.work.worth
    return all(worth[seat] > worth[other] for other in seats_of(state.live) if other != seat)
