"""What holds of every state of every hand, whatever the game."""

from typing import Any

from games import engine
from games.engine.cards import cards_in
from games.engine.events import Event
from games.engine.outcome import MoneyOutcome, PegOutcome
from games.engine.pot_game import pot_game
from games.engine.seats import seats_of
from games.engine.state import State

from .layers import layered


def chips_are_conserved(state: State) -> None:
    """Every chip is in a stack, bet, or in the pot; after the hand in a stack or in the pot for the next deal."""
    setup, chips = state.setup, state.chips
    carry = state.outcome.carry if isinstance(state.outcome, MoneyOutcome) else 0
    if state.status == "void":
        assert chips.stacks == setup.stacks
        return
    assert sum(chips.stacks) + chips.middle + carry == sum(setup.stacks) + setup.carry
    assert min(chips.bets + chips.paid) >= 0
    assert chips.dead >= 0
    if "carry" not in setup.game.setup_keys:
        assert min(chips.stacks) >= 0
    assert state.status != "complete" or not chips.middle


def no_card_is_in_two_places(state: State) -> None:
    """Known hands do not overlap, none holds a card of the board, and all of them are seen and of the deck."""
    board, known, seen = state.cards
    everywhere = [*board, *(card for hand in known for card in cards_in(hand))]
    assert len(everywhere) == len(set(everywhere))
    assert all(seen >> card & 1 and state.setup.deck >> card & 1 for card in everywhere)
    assert all(hand.bit_count() <= state.setup.hand_size for hand in known)


def result_is_whole(state: State) -> None:
    """What `replay` prints agrees with the state."""
    document, setup = engine.result(state), state.setup
    assert document["status"] == state.status
    assert [name for name in setup.names if name in document["to_act"]] == document["to_act"]
    if setup.game.has_money:
        assert all(
            document["net"][name] == document["stacks"][name] - setup.stacks[setup.seat(name)] for name in setup.names
        )
        assert state.status == "complete" or document["carry"] == setup.carry
        assert state.status == "complete" or document["pots"] == []
    else:
        moved = {name: document["pegs"][name] - document["moves"][name] for name in setup.names}
        assert moved == dict(zip(setup.names, setup.pegs, strict=True))
        assert state.status == "complete" or not any(document["moves"].values())


def explanation_adds_up(state: State) -> None:
    """Of a complete hand: every pot is the sum of its awards, an award of its winners', and the nets follow."""
    document, outcome = engine.explain(state), state.outcome
    printed = engine.result(state)
    if isinstance(outcome, PegOutcome):
        moves = {peg["player"]: peg["move"] for peg in document["pegs"]}
        assert moves == printed["moves"]
        assert all(peg["from"] + peg["move"] == peg["to"] == printed["pegs"][peg["player"]] for peg in document["pegs"])
        return
    won = dict.fromkeys(state.setup.names, 0)
    for pot in document["pots"]:
        assert pot["amount"] == sum(award["amount"] for award in pot["awards"])
        for award in pot["awards"]:
            assert award["amount"] == sum(winner["amount"] for winner in award["winners"])
            for winner in award["winners"]:
                assert winner["player"] in pot["contenders"]
                won[winner["player"]] += winner["amount"]
    assert [pot["amount"] for pot in document["pots"]] == [pot["amount"] for pot in printed["pots"]]
    paid = {one["player"]: one["amount"] for one in document.get("matches", ())}
    assert sum(paid.values()) == printed["carry"] or not document["pots"]
    if "carry" in document:
        rules = {document["carry_rule"], *(one["rule"] for one in document["matches"])}
        assert rules == {pot_game(state.setup).award_rule}
    awarded = _totals(state, "pot_awarded")
    assert won == {name: awarded.get(seat, 0) for seat, name in enumerate(state.setup.names)}
    matched = _totals(state, "pot_matched")
    assert paid == {state.setup.names[seat]: amount for seat, amount in matched.items()}


def _totals(state: State, what: str) -> dict[int, int]:
    totals: dict[int, int] = {}
    for event in state.events:
        if event.what == what and event.seat is not None:
            totals[event.seat] = totals.get(event.seat, 0) + (event.amount or 0)
    return totals


def odd_chips_are_fair(state: State) -> None:
    """Tied winners differ by a chip at most, the earlier in the order never the poorer (0.10).

    The order is from the left of the dealer; for a low half, whoever took an odd chip of a tie for high comes last.
    """
    if not isinstance(state.outcome, MoneyOutcome):
        return
    setup = state.setup
    for pot in state.outcome.pots:
        served: set[int] = set()
        for part in pot.awards:
            order = sorted(part.winners, key=lambda winner: setup.order.index(winner.seat))
            order.sort(key=lambda winner: part.share == "low" and winner.seat in served)
            amounts = [winner.amount for winner in order]
            crumbs = part.amount % setup.chip
            assert all(amount % setup.chip == 0 for amount in amounts[1:])
            whole = [amounts[0] - crumbs, *amounts[1:]]
            assert whole == sorted(whole, reverse=True)
            assert whole[0] - whole[-1] in (0, setup.chip)
            served = {winner.seat for winner in order if winner.amount > min(amounts)}


def nothing_is_uncalled(before: State, after: State) -> None:
    """Once a round is over no active player has more in than somebody else matched (0.9)."""
    paid, live = after.chips.paid, after.live
    if not live or not any(paid) or any(after.chips.bets):
        return
    most = max(range(len(paid)), key=paid.__getitem__)
    if live >> most & 1 and before.work != after.work:
        assert paid[most] <= max(paid[:most] + paid[most + 1 :])
    rich = [seat for seat in seats_of(live) if after.chips.stacks[seat]]
    assert len({paid[seat] for seat in rich}) <= 1 or len(rich) < 2


def pots_are_layers(before: State, after: State) -> None:
    """What a showdown paid out are the layers of what went in: by the stacks, fees being dead money (0.9)."""
    if before.phase != "showdown" or after.status != "complete" or "carry" in before.setup.game.setup_keys:
        return
    chips, setup = before.chips, before.setup
    spent = sum(setup.stacks) - sum(chips.stacks)
    assert spent == sum(chips.paid) + chips.dead
    pots = [(pot.claimed.amount, set(seats_of(pot.claimed.contenders))) for pot in after.outcome.pots]
    assert pots == layered(chips.paid, set(seats_of(before.live)), chips.dead)


def what_is_laid_is_declared(state: State) -> None:
    """What a game puts on the table has the keys that the game declares, in their order."""
    game = state.setup.game
    assert tuple(game.table(state)) == game.lays


def events_are_written(state: State) -> None:
    """Every event is there, once, and as plain data."""
    for event in state.events:
        assert isinstance(event, Event)
        document: dict[str, Any] = event.document(state.setup)
        assert document["event"] == event.what
