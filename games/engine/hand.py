"""The one way a hand moves on: start, apply, legal."""

from __future__ import annotations

from games.engine.actions import Action
from games.engine.events import Event
from games.engine.offers import Offer
from games.engine.refusal import Refusal
from games.engine.setup import Setup
from games.engine.state import Cards, Chips, State


def start(setup: Setup) -> State:
    """The hand as it is dealt, antes and blinds posted (0.3)."""
    seats = len(setup.names)
    nothing = (0,) * seats
    state = State(
        setup=setup,
        status="in_progress",
        stage=-1,
        live=(1 << seats) - 1,
        chips=Chips(setup.stacks, nothing, nothing, 0),
        cards=Cards((), nothing, 0),
        declared=(None,) * seats,
        work=None,
        outcome=None,
        events=(),
    )
    return _move_on(setup.game.open(state))


def apply(state: State, action: Action) -> State:
    """The state after one action. Raises the `Refusal` that comes first in the order of codes."""
    if state.status != "in_progress":
        raise Refusal("hand_over", state.status)
    if action.kind == "void":
        return _void(state, action)
    seat, setup, kind = None, state.setup, action.kind
    if action.player is not None:
        seat = setup.seat(action.player)
        if seat is None:
            raise Refusal("unknown_player", player=action.player, players=list(setup.names))
    stage = setup.course[state.stage]
    try:
        if kind not in stage.kinds_now(state):
            raise Refusal("wrong_phase", type=kind, phase=state.phase)
        offer = stage.offer(state, kind, seat)
        offer.check(action)
    except Refusal as refusal:
        refusal.instead = _instead(state, seat)
        raise
    taken = stage.take(state, action, offer)
    return taken if taken.work is not None else _move_on(taken)


def _instead(state: State, seat: int | None) -> tuple[str, ...]:
    """The kinds of action that this seat may take now; where it may take none, those that anybody may."""
    offers = [offer for offer in legal(state) if offer.kind != "void"]
    own = [offer.kind for offer in offers if offer.seat == seat]
    return tuple(dict.fromkeys(own or [offer.kind for offer in offers]))


def legal(state: State) -> tuple[Offer, ...]:
    """Every action that may come next, with its bounds; empty once the hand is over."""
    if state.status != "in_progress":
        return ()
    stage = state.setup.course[state.stage]
    offers = []
    for kind in stage.kinds_now(state):
        for seat in stage.may_act(state):
            try:
                offer = stage.offer(state, kind, seat)
            except Refusal:  # that is what "not legal" means: `apply` would raise the same
                continue
            if offer.is_open:
                offers.append(offer)
    return (*offers, Offer("void"))


def _move_on(state: State) -> State:
    """On to the next stage that has something to do. A last player goes straight to the end (0.11)."""
    course = state.setup.course
    while state.work is None and state.status == "in_progress":
        alone = state.live.bit_count() == 1
        stage = len(course) - 1 if alone else state.stage + 1
        state = course[stage].begin(state.at_stage(stage))
    return state


def _void(state: State, action: Action) -> State:
    """A misdeal (0.13): every chip goes back. What was secret stays so, and a peg game keeps its multiplier."""
    nothing = (0,) * len(state.setup.names)
    return state._replace(
        status="void",
        chips=Chips(state.setup.stacks, nothing, nothing, 0),
        events=(Event("hand_voided", text=action.reason),),
    )
