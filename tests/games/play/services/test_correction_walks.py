"""Nights by chance, corrected by chance: no cent is lost, the log tells all, and what is put back is as it was."""

import os
import random
from typing import Any

import pytest

from games import engine
from games.core.errors import BadAmount, Conflict, ServiceError
from games.core.hand_state import last_step
from games.models import Hand
from games.money.services import chips, night_accounts
from games.nights.services import nights
from games.play.services import hands, missed_hands
from games.play.services.corrections import LaterHandIllegal, correct, night_history, preview_correction
from games.play.services.corrections.money_adjustments import standing_adjustment
from tests.api.walker import choose
from tests.games.books import check_night
from tests.games.cast import Cast, Table, make_table

NIGHTS = int(os.environ.get("CORRECTED_NIGHTS", "8"))
HANDS = 6
CORRECTIONS = 4
LONGEST = 120
STACK = 5000


def standing(table: Table) -> tuple[Any, ...]:
    stands = night_accounts.read(table.night)
    matches = [(match.pegs, match.status, match.leaders) for match in table.night.matches.order_by("started_at")]
    rows = [(hand.set_up, hand.status, hand.result) for hand in table.night.hands.order_by("number")]
    nets = {player: net for player, net in night_accounts.nets(table.night).items() if net}
    stacks = {player: stack for player, stack in stands.stacks.items() if stack}
    return stacks, stands.pot, stands.difference, stands.matches, nets, matches, rows


def check_stacks(table: Table) -> None:
    """Every hand was dealt with what the night's entries, added up from its beginning, say that everyone had."""
    past = night_history.load(table.night)
    for hand in past.hands:
        if hand.set_up and engine.GAMES[hand.game].has_money:
            book = past.stacks_at(hand)
            assert {one["name"]: one["stack"] for one in hand.set_up["players"]} == {
                one["name"]: book[one["name"]] for one in hand.set_up["players"]
            }


def finish(chance: random.Random, set_up: dict[str, Any], actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The actions and some more, to the end of the hand."""
    state = engine.start(engine.load_setup(set_up))
    for body in actions:
        state = engine.apply(state, engine.load_action(state.setup, body))
    actions = list(actions)
    while state.status == "in_progress":
        offers = [offer.document(state.setup) for offer in engine.legal(state)]
        body = choose(chance, offers) if len(actions) < LONGEST else {"type": "void", "reason": "endless"}
        state = engine.apply(state, engine.load_action(state.setup, body))
        actions.append(body)
    return actions


def play(chance: random.Random, table: Table) -> None:
    """A hand of any game, by chance; none where nobody can be dealt in."""
    game = chance.choice([*engine.GAMES, "buddhas-folly"])
    rules = {"all_out_pays": chance.random() < 0.5} if game == "buddhas-folly" else None
    rules = {"winner_hole": 12, "last_chance_hole": -4} if game == "bluff-n-peg" else rules
    stake = chance.choice([None, 100]) if game == "bluff-n-peg" else None
    try:
        hand = hands.start_hand(table.cast.sue, table.night.pk, game, rules, stake=stake)
    except (ServiceError, engine.Refusal):
        return
    actions = finish(chance, hand.set_up, [])
    hands.act(table.cast.sue, hand.pk, actions, 0)


def between(chance: random.Random, table: Table) -> None:
    """Something about money between two hands, by chance."""
    player = chance.choice(list(table.players.values()))
    stack = night_accounts.read(table.night).stacks.get(str(player.pk), 0)
    try:
        match chance.randrange(8):
            case 0:
                chips.buy_in(table.cast.sue, table.night.pk, player.pk, 1000)
            case 1:
                chips.recount(table.cast.sue, table.night.pk, {player.pk: max(0, stack - 25)}, "counted")
            case 2:
                chips.cash_out(table.cast.sue, table.night.pk, player.pk, max(0, stack), "cash")
                chips.buy_in(table.cast.sue, table.night.pk, player.pk, STACK)
                table.night.seats.update(status="in")
            case 3:
                nights.decide_pot(table.cast.sue, table.night.pk, "split", "late")
            case 4:
                other = chance.choice(list(table.players.values()))
                if other != player and stack >= 50:
                    net = {player.pk: -50, other.pk: 50}
                    missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", net)
    except ServiceError:
        pass


def truth(chance: random.Random, hand: Hand) -> dict[str, Any]:
    """What the hand might have been: the same beginning and another end."""
    if hand.set_up is None:
        amount = 25 * chance.randint(-2, 2) or 75
        return {"net": {player: amount * sign for player, sign in zip(hand.result["net"], (1, -1), strict=True)}}
    if chance.random() < 0.3:
        dealer = chance.choice(hand.set_up["players"])["name"]
        return {"dealer": dealer, "actions": finish(chance, {**hand.set_up, "dealer": dealer}, [])}
    actions = [dict(one.body) for one in last_step(hand).actions()]
    kept = actions[: chance.randrange(len(actions))]
    return {"actions": finish(chance, hand.set_up, kept)}


def recorded(hand: Hand) -> dict[str, Any]:
    if hand.set_up is None:
        return {"net": hand.result["net"]}
    return {"dealer": hand.set_up["dealer"], "actions": [dict(one.body) for one in last_step(hand).actions()]}


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_nights_by_chance(cast: Cast, seed: int) -> None:
    chance = random.Random(seed)
    table = make_table(cast)
    for name in ("Ann", "Bob", "Cid"):
        table.buy_in(name, STACK)
    for _ in range(HANDS):
        play(chance, table)
        between(chance, table)
    check_night(table.night)
    check_stacks(table)
    for _ in range(CORRECTIONS):
        hand = chance.choice(list(table.night.hands.exclude(status="void", set_up=None)))
        if not once(chance, table, hand):
            once(chance, table, table.night.hands.order_by("-number")[0])


def once(chance: random.Random, table: Table, hand: Hand) -> bool:
    """One correction and back again. Whether it was made."""
    before, original, change = standing(table), recorded(hand), truth(chance, hand)
    rob, adjusted = table.cast.rob, standing_adjustment(hand)
    try:
        shown = preview_correction(rob, hand.pk, change)
        assert standing(table) == before
        done = correct(rob, hand.pk, change, "by chance", hand.version, as_adjustment=chance.random() < 0.7)
    except (BadAmount, Conflict, LaterHandIllegal):
        assert standing(table) == before
        return False
    assert done.preview == shown
    check_night(table.night)
    check_stacks(table)
    # an adjustment in money that stood before is gone now, and does not come back
    if chance.random() < 0.6 and not adjusted:
        correct(rob, hand.pk, original, "it was right", done.hand.version)
        check_night(table.night)
        assert standing(table) == before
    return True
