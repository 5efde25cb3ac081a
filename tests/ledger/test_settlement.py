"""Settlement: the fewest payments, against a plain search; and what always holds."""

import random
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ledger import errors
from ledger.settlement import EXACT, Transfer, settle


def closed(nets: list[int]) -> list[int]:
    """The nets, and one more that brings their sum to zero."""
    return [*nets, -sum(nets)]


def fewest(nets: tuple[int, ...]) -> int:
    """The fewest payments there can be, by plain search over who pays whom how much."""

    @cache
    def search(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, rest = left[0], left[1:]
        best = len(left)
        for index, other in enumerate(rest):
            if (first < 0) != (other < 0):  # the first is settled with the other, in one payment
                after = [net for net in (*rest[:index], other + first, *rest[index + 1 :]) if net]
                best = min(best, 1 + search(tuple(sorted(after))))
        return best

    return search(tuple(sorted(net for net in nets if net)))


def largest_first(nets: list[int]) -> int:
    """How many payments the usual method needs."""
    left, count = sorted(net for net in nets if net), 0
    while left:
        paid = min(-left[0], left[-1])
        left = sorted(net for net in (left[0] + paid, *left[1:-1], left[-1] - paid) if net)
        count += 1
    return count


def settled(nets: list[int]) -> list[Transfer[int]]:
    """The transfers, after a look at what must hold of any."""
    transfers = settle(dict(enumerate(nets)))
    left = list(nets)
    for transfer in transfers:
        assert transfer.amount > 0
        assert nets[transfer.payer] < 0 < nets[transfer.payee]
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    assert not any(left)
    assert len(transfers) <= max(0, sum(map(bool, nets)) - 1)
    return transfers


def test_nobody_owes_anybody() -> None:
    assert settle({}) == []
    assert settle({"Ann": 0, "Bob": 0}) == []


def test_two_pay_once() -> None:
    assert settle({"Ann": -700, "Bob": 700}) == [Transfer("Ann", "Bob", 700)]


def test_two_groups_of_three_need_four_payments_where_largest_first_makes_five() -> None:
    nets = {"Ann": 7, "Bob": 4, "Cem": -11, "Dee": -1, "Eve": -9, "Fay": 10}
    assert settle(nets) == [
        Transfer("Cem", "Ann", 7),
        Transfer("Cem", "Bob", 4),
        Transfer("Eve", "Fay", 9),
        Transfer("Dee", "Fay", 1),
    ]
    assert largest_first(list(nets.values())) == 5


@given(st.lists(st.integers(-9, 9), max_size=7).map(closed))
@example([5, 5, -3, -3, -2, -2])
@example([2, 2, 2, -3, -3])
def test_no_search_finds_fewer(nets: list[int]) -> None:
    assert len(settled(nets)) == fewest(tuple(nets))


@given(st.lists(st.integers(-(10**6), 10**6), max_size=EXACT - 1).map(closed))
def test_what_always_holds_of_large_nets(nets: list[int]) -> None:
    assert len(settled(nets)) <= largest_first(nets)


@given(st.lists(st.integers(-40, 40), min_size=EXACT, max_size=60).map(closed))
def test_what_always_holds_of_many_people(nets: list[int]) -> None:
    assert len(settled(nets)) <= largest_first(nets)


@given(st.lists(st.integers(-20, 20), max_size=30).map(closed), st.randoms(use_true_random=False))
def test_the_order_of_the_people_does_not_matter(nets: list[int], chance: random.Random) -> None:
    people = list(enumerate(nets))
    chance.shuffle(people)
    assert settle(dict(people)) == settle(dict(enumerate(nets)))


def test_groups_are_found_among_twenty() -> None:
    """Six groups of three and a pair: 13 payments, where largest-first makes 17."""
    groups = [(-914, -444), (-91, -315), (-464, -990), (538, 416), (-566, -192), (193, 823)]
    nets = [net for one, two in groups for net in (one, two, -one - two)] + [1, -1]
    assert len(settled(nets)) == 6 * 2 + 1
    assert largest_first(nets) == 17


@pytest.mark.parametrize("net", [1.0, True, "1", 2**53])
def test_a_net_is_a_whole_number_within_bounds(net: object) -> None:
    with pytest.raises(errors.BadAmount):
        settle({"Ann": net, "Bob": -1})


def test_nets_that_do_not_cancel_out_are_refused() -> None:
    with pytest.raises(errors.NotZeroSum, match=r"\+1"):
        settle({"Ann": 2, "Bob": -1})
