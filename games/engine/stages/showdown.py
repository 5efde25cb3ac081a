"""The showdown (rules 0.12): claims, who must show or muck, and the end of a hand for money."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.actions import Action
from games.engine.awards import Claimed, award
from games.engine.cards import CARDS, mask
from games.engine.events import Event
from games.engine.offers import CardChoice, Offer
from games.engine.outcome import MoneyOutcome
from games.engine.pot_game import Judge, pot_game
from games.engine.pots import Pot
from games.engine.refusal import Refusal
from games.engine.seats import bit, put, seats_of
from games.engine.stage import Stage, refuse_turn
from games.engine.state import Cards, Chips, State


class Contest(NamedTuple):
    """A showdown under way. `shown` and `mucked` are masks; `everyone` is the mask of those who must show whatever
    they claim, and may not muck (3.6)."""

    pots: tuple[Claimed, ...]
    shown: int
    mucked: int
    everyone: int

    @property
    def done(self) -> int:
        """Who has shown or mucked."""
        return self.shown | self.mucked

    def must_act(self, live: int) -> int:
        """The mask of those who still must show or muck: a contested claim, or the penalty."""
        contested = self.everyone
        for pot in self.pots:
            contested |= pot.contested()
        return contested & (live | self.everyone) & ~self.done


class Showdown(Stage):
    """The last stage of a hand for money. It ends as soon as nobody need show or muck any more."""

    __slots__ = ()
    name = "showdown"
    kinds = ("show", "muck")

    def begin(self, state: State) -> State:
        """The pots, and who claims them in which direction."""
        game = pot_game(state.setup)
        pots = tuple([_claimed(state, pot) for pot in game.pots(state)])
        return _end_if_done(state, Contest(pots, 0, 0, game.must_all_show(state)))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Those who must show or muck, in any order."""
        return seats_of(state.work.must_act(state.live))

    def may_act(self, state: State) -> tuple[int | None, ...]:
        """They, and those who may show of their own will."""
        contest: Contest = state.work
        return seats_of((state.live | contest.everyone) & ~contest.done)

    def offer(self, state: State, kind: str, seat: int | None) -> Offer:
        """Raises `already_declared`, `not_your_turn`, `must_show`."""
        contest: Contest = state.work
        if seat is not None and contest.done >> seat & 1:
            raise Refusal("already_declared", "shown", player=state.setup.names[seat])
        if seat is None or not (state.live | contest.everyone) >> seat & 1:
            refuse_turn(state, seat)
        if kind == "show":
            return Offer("show", seat, cards=_hand(state, seat))
        if contest.everyone:
            raise Refusal("must_show")
        if not contest.must_act(state.live) >> seat & 1:
            refuse_turn(state, seat)
        return Offer("muck", seat)

    def take(self, state: State, action: Action, offer: Offer) -> State:
        """A hand lies open, or its contested claims are given up."""
        seat = offer.seat
        assert seat is not None
        contest: Contest = state.work
        if action.kind == "muck":
            pots = tuple(pot.without(seat) for pot in contest.pots)
            contest = contest._replace(pots=pots, mucked=contest.mucked | bit(seat))
            return _end_if_done(state._replace(events=(Event("mucked", seat),)), contest)
        shown = tuple(CARDS[text] for text in action.cards)
        board, known, seen = state.cards
        cards = Cards(board, put(known, seat, mask(shown)), seen | mask(shown))
        contest = contest._replace(shown=contest.shown | bit(seat))
        return _end_if_done(state._replace(cards=cards, events=(Event("shown", seat, cards=shown),)), contest)


def _claimed(state: State, pot: Pot) -> Claimed:
    """The pot with its claims. Where nobody declared a direction, the others may be agreed to share it (1.10)."""
    game = pot_game(state.setup)
    wishes = [(bit(seat), game.claims(state, seat)) for seat in seats_of(pot.contenders)]
    claims = tuple([sum([seat for seat, wish in wishes if way in wish]) for way in game.directions])
    shared = game.shares_undeclared(state.setup) and not all(claims)
    return Claimed(pot.amount, pot.contenders, claims, claims, 0, shared)


def _hand(state: State, seat: int) -> CardChoice:
    """The whole hand: what is known to be in it must be, and nothing that lies elsewhere."""
    known = state.cards.known[seat]
    return CardChoice(state.setup.hand_size, state.setup.deck, state.cards.seen & ~known, must=known)


def _end_if_done(state: State, contest: Contest) -> State:
    return state._replace(work=contest) if contest.must_act(state.live) else _end(state, contest)


def _end(state: State, contest: Contest) -> State:
    """The pots go out, and the hand is complete."""
    judge = Judge(state, contest.shown)
    pots = tuple([award(judge, pot) for pot in contest.pots])
    stacks = list(state.chips.stacks)
    events = list(state.events)
    for pot in pots:
        for part in pot.awards:
            for winner in part.winners:
                stacks[winner.seat] += winner.amount
                events.append(Event("pot_awarded", winner.seat, winner.amount, text=part.share))
    nothing = (0,) * len(stacks)
    ended = state._replace(
        status="complete",
        work=contest,
        chips=Chips(tuple(stacks), nothing, nothing, 0),
        outcome=MoneyOutcome(pots, 0, None, ()),
        events=tuple(events),
    )
    return judge.game.settle(state, ended, judge)
