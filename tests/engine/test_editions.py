"""Editions of the rules: a hand is judged by the one it names, and each judges as it always did (0.10)."""

import json
from collections.abc import Iterator
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from games import engine
from games.engine.awards import Claimed, award
from games.engine.editions import EDITIONS, FIRST, NEWEST
from games.engine.pot_game import Judge
from games.engine.seats import seats_of

from .cases import FOLDER, Case, differences, generated, written
from .table import hand, play

TIES_BOTH_WAYS = "the-bluffs/bluffs-66-chips-tie-both-ways.json"


def tied_both_ways(**keys: Any) -> dict[str, Any]:
    """Two identical hands share 66 chips, high and low."""
    case = json.loads((FOLDER / TIES_BOTH_WAYS).read_text())
    return {key: value for key, value in case.items() if key not in ("why", "expect")} | keys


def net(document: dict[str, Any]) -> dict[str, int]:
    result: dict[str, int] = engine.result(engine.replay(document))["net"]
    return result


def test_0_10_identical_hands_that_tie_both_ways_share_evenly() -> None:
    assert net(tied_both_ways()) == net(tied_both_ways(edition=2)) == {"Bob": 0, "Bo2": 0}


def test_0_10_in_the_first_edition_each_half_began_left_of_the_dealer() -> None:
    assert net(tied_both_ways(edition=1)) == {"Bob": 1, "Bo2": -1}


def test_a_hand_without_an_edition_is_of_the_newest_one_that_was_stored_of_the_first() -> None:
    document = hand("guts", 1000, 1000)
    assert engine.load_setup(document).edition is EDITIONS[NEWEST]
    assert engine.load_stored(document).edition is EDITIONS[FIRST]
    for number, edition in EDITIONS.items():
        assert engine.load_setup(document | {"edition": number}).edition is edition
        assert engine.load_stored(document | {"edition": number}).edition is edition


@pytest.mark.parametrize("game", engine.GAMES)
@pytest.mark.parametrize("number", EDITIONS)
def test_every_hand_file_names_its_edition(game: str, number: int) -> None:
    stacks = (1000, 1000) if engine.GAMES[game].has_money else ()
    setup = engine.load_setup(hand(game, *stacks, players=2, edition=number))
    assert engine.dump_setup(setup)["edition"] == engine.dump_hand(setup, [])["edition"] == number


@pytest.mark.parametrize(
    ("edition", "code"),
    [(0, "bad_setup"), (NEWEST + 1, "bad_setup"), (-1, "bad_setup"), (2**70, "bad_setup")]
    + [(value, "bad_format") for value in (None, True, "2", 1.0, [1])],
)
def test_an_edition_that_does_not_exist_is_refused(edition: Any, code: str) -> None:
    with pytest.raises(engine.Refusal) as raised:
        engine.load_setup(hand("guts", 1000, 1000, edition=edition))
    assert raised.value.code == code
    assert engine.sentence(raised.value)


def cases() -> Iterator[Case]:
    yield from written()
    for some in generated().values():
        yield from some


def test_the_first_edition_differs_in_nothing_but_the_odd_chip_of_a_tie_both_ways() -> None:
    """Every case under both: only those two differ, of which the rule changed."""
    found = {number: [_outcome(case.hand | {"edition": number}) for case in cases()] for number in EDITIONS}
    names = [case.name for case in cases()]
    differ = {name for name, one, other in zip(names, found[1], found[2], strict=True) if list(differences(one, other))}
    assert differ == {"bluffs-66-chips-tie-both-ways", "bluffs-two-both-tie-both-ways"}


def _outcome(document: dict[str, Any]) -> dict[str, Any]:
    try:
        return engine.result(engine.replay(document))
    except engine.Refusal as refusal:
        return {"error": [refusal.code, refusal.action]}


class TiedHands(Judge):
    """A showdown in which those named tie for each way, whatever they hold."""

    def __init__(self, seats: int, chip: int, edition: int) -> None:
        rules = {"both": "each_half", "undeclared": "best_hand"}
        order = tuple(range(seats))
        self.game = engine.GAMES["the-bluffs"]  # type: ignore[assignment]
        self.setup = SimpleNamespace(rules=rules, order=order, chip=chip, edition=EDITIONS[edition])  # type: ignore[assignment]

    def best(self, seat: int, direction: str) -> None:
        return None

    def winners(self, mask: int, direction: str) -> int:
        return mask


def by_hand(amount: int, high: list[int], low: list[int], chip: int, edition: int) -> dict[int, int]:
    """0.10 chip by chip: the pot is halved, each half dealt out one chip at a time."""
    whole, crumbs = divmod(amount, chip)
    got = dict.fromkeys({*high, *low}, 0)
    odd: set[int] = set()
    for seats, chips, rest in ((high, whole - whole // 2, crumbs), (low, whole // 2, 0)):
        queue = sorted(seats, key=lambda seat: (edition > 1 and seat in odd, seat))
        for turn in range(chips):
            got[queue[turn % len(queue)]] += chip
        got[queue[0]] += rest
        if len(seats) > 1:
            odd = {*queue[: chips % len(queue)], *(queue[:1] if rest else ())}
        else:
            odd = set()
    return got


@pytest.mark.parametrize("edition", EDITIONS)
def test_0_10_odd_chips_of_both_halves_are_dealt_out_chip_by_chip(edition: int) -> None:
    chance, tied = Random(10), 0
    for high, low in product(range(1, 32), repeat=2):
        chip, amount = chance.choice((1, 2, 25)), chance.randint(1, 400)
        judge = TiedHands(5, chip, edition)
        pot = award(judge, Claimed(amount, high | low, (high, low), (high, low), 0, False))
        if len(pot.awards) == 1:
            continue
        got = dict.fromkeys(seats_of(high | low), 0)
        for part in pot.awards:
            for winner in part.winners:
                got[winner.seat] += winner.amount
        assert got == by_hand(amount, [*seats_of(high)], [*seats_of(low)], chip, edition), (amount, high, low, chip)
        if high == low and edition > 1:
            tied += 1
            # of crumbs and one chip nobody can make more: beyond that identical hands differ by nothing
            assert max(got.values()) - min(got.values()) <= chip + amount % chip
    assert edition == 1 or tied >= 26


def test_0_10_two_identical_hands_never_differ_by_more_than_the_chip_that_cannot_be_split() -> None:
    for amount in range(1, 200):
        pot = award(TiedHands(2, 1, NEWEST), Claimed(amount, 3, (3, 3), (3, 3), 0, False))
        got = [sum(part.winners[seat].amount for part in pot.awards) for seat in (0, 1)]
        assert abs(got[0] - got[1]) == amount % 2


def test_0_10_a_sole_winner_of_the_high_half_stands_in_the_usual_order() -> None:
    pot = award(TiedHands(3, 2, NEWEST), Claimed(7, 7, (1, 7), (1, 7), 0, False))
    assert [(winner.seat, winner.amount) for winner in pot.awards[1].winners] == [(0, 2), (1, 0), (2, 0)]


def test_what_cannot_be_split_is_explained_with_who_came_last_for_it() -> None:
    explained = {
        number: engine.explain(engine.replay(tied_both_ways(edition=number)))["pots"][0]["awards"] for number in (1, 2)
    }
    odd = {number: [[one["player"] for one in part["odd_chips"]] for part in explained[number]] for number in (1, 2)}
    assert odd == {1: [["Bob"], ["Bob"]], 2: [["Bob"], ["Bo2"]]}
    assert [part["asked_last"] for part in explained[2]] == [[], ["Bob"]]
    assert [part["asked_last"] for part in explained[1]] == [[], []]


# Rule 0.8 changed its words in the second edition, and no hand: before the first full bet the measure was the larger of
# minimum bet and largest blind already.
BLINDS = [
    pytest.param("the-bluffs", {"bets": [50, 100, 200], "blind": blind}, max(50, blind), id=f"the-bluffs-{blind}")
    for blind in (25, 50, 75, 100, 150, 200)
] + [
    pytest.param("council-bluffs", {"limit": limit, "small_blind": small, "big_blind": big}, big, id=f"{limit}-{big}")
    for limit in ("no_limit", "pot_limit")
    for small, big in ((25, 25), (25, 75), (50, 100))
] + [
    pytest.param(
        "council-bluffs",
        {"limit": "fixed_limit", "small_blind": 50, "big_blind": 100, "small_bet": bet},
        bet,
        id=f"fixed_limit-{bet}",
    )
    for bet in (100, 150, 300)
]  # fmt: skip


@pytest.mark.parametrize(("game", "rules", "measure"), BLINDS)
@pytest.mark.parametrize("stack", [5000, 10], ids=["whole", "short"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_0_8_before_the_first_full_bet_the_measure_is_the_minimum_or_the_largest_blind(
    game: str, rules: dict[str, Any], measure: int, stack: int, edition: int
) -> None:
    """Also over a blind that was posted short: it is the bet to raise over as if it were whole."""
    blind = rules.get("blind", rules.get("big_blind"))
    short = 0 if game == "the-bluffs" else 1
    stacks = [5000] * 5
    stacks[short] = stack
    state = play(hand(game, *stacks, rules=rules, edition=edition))
    offer = next(offer for offer in engine.legal(state) if offer.kind == "raise")
    assert offer.to is not None
    least = min(size for size in rules.get("bets", [measure]) if size >= measure)
    assert offer.to.least == blind + least


@pytest.mark.parametrize(("game", "rules", "measure"), BLINDS)
def test_0_8_in_a_round_without_a_blind_the_measure_is_the_minimum_bet(
    game: str, rules: dict[str, Any], measure: int
) -> None:
    """Over an all-in for less than the minimum bet, which is no full one."""
    first, turned = ("B", "Kh Qh") if game == "the-bluffs" else ("C", "Kh Qh Jc")
    least = rules["bets"][0] if game == "the-bluffs" else measure
    blind = rules.get("blind", rules.get("big_blind"))
    callers = "CD" + "A" if game == "council-bluffs" else "BCD"
    checks = "B" if game == "council-bluffs" else "A"
    calls = "; ".join(f"{name} call" for name in callers if not (name == "A" and rules.get("small_blind") == blind))
    if rules.get("small_blind") == blind:
        calls += "; A check"
    state = play(
        hand(game, blind + 10, 5000, 5000, 5000, rules=rules), f"{calls}; {checks} check; reveal {turned}; A bet 10"
    )
    assert first
    offer = next(offer for offer in engine.legal(state) if offer.kind == "raise")
    assert offer.to is not None
    assert offer.to.least == 10 + least
