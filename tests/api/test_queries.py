"""An action costs the same few queries early and late in a hand, and early and late in a night."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.conftest import Table

MOST_QUERIES = 10
MOST_AT_THE_END = 30


def cost(table: Table, hand: dict[str, Any], action: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The hand after an action, and the queries it took; opening and closing a transaction is none."""
    with CaptureQueriesContext(
        connection,
    ) as taken:
        after = table.act(hand, action)
    ends = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return after, [query["sql"] for query in taken if not query["sql"].startswith(ends)]


@pytest.mark.django_db(transaction=True)
def test_an_action_within_a_hand_costs_at_most_ten_queries(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    counts = []
    for _ in range(3):
        hand = table.start("buddhas-folly", dealer=table.players["Bob"])
        hand = table.act(hand, {"type": "reveal", "cards": ["Qh"]})
        cards = ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"]
        for card in cards:
            taker = hand["to_act"][0]
            hand, queries = cost(table, hand, {"type": "accept", "player": taker, "discard": card})
            counts.append(len(queries))
            assert len(queries) <= MOST_QUERIES, "\n".join(queries)
        table.act(hand, {"type": "void", "reason": "Enough"})
    assert len(set(counts)) == 1, counts


@pytest.mark.django_db(transaction=True)
def test_reading_a_hand_costs_as_much_late_as_early(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    hand = table.start("buddhas-folly", dealer=table.players["Bob"])
    counts = []
    hand = table.act(hand, {"type": "reveal", "cards": ["Qh"]})
    for card in ("2s", "3s", "4s"):
        with CaptureQueriesContext(connection) as taken:
            table.phone.get(f"hands/{hand['id']}/")
        counts.append(len(taken))
        hand = table.act(hand, {"type": "accept", "player": hand["to_act"][0], "discard": card})
    assert len(set(counts)) == 1
    assert counts[0] <= MOST_QUERIES


@pytest.mark.django_db(transaction=True)
def test_the_action_that_ends_a_hand_has_a_bound_of_its_own(lay: Callable[..., Table]) -> None:
    """Whether the hand was short or long, the first of the night or the third."""
    table = lay("Ann", "Bob")
    counts = []
    for raises in (1, 2, 3):
        hand = table.start("the-bluffs")
        for _ in range(raises):
            offer = next(offer for offer in hand["legal"] if offer["type"] == "raise")
            raised = {"type": "raise", "player": offer["player"], "to": offer["to"]["choices"][0]}
            hand = table.act(hand, raised)
        _, queries = cost(table, hand, {"type": "fold", "player": hand["to_act"][0]})
        counts.append(len(queries))
    assert len(set(counts)) == 1, counts
    assert counts[0] <= MOST_AT_THE_END
