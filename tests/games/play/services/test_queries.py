"""An action costs a bounded number of queries, however long the hand and the night."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.idempotency import Answered, once
from games.models import Hand
from games.play.selectors.hands import hand_view
from games.play.services import hands
from tests.games.cast import Table, make_cast, make_table

# One less than an action may cost: signing in is the ninth.
MOST = 8
AROUND = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def cost(table: Table, hand: Hand, line: str, key: str) -> int:
    """Queries of one action entered as the API does: under a key, its answer with the hand as it then stands."""

    def work() -> Answered:
        after = hands.act(table.cast.sue, hand.pk, [table.action(line)], hand.version)
        hand.version = after.version
        return Answered(201, hand_view(table.cast.sue, after))

    with CaptureQueriesContext(
        connection,
    ) as captured:
        once(table.cast.sue, key, line, work)
    return sum(not query["sql"].startswith(AROUND) for query in captured.captured_queries)


@pytest.mark.django_db(transaction=True)
def test_an_action_costs_the_same_early_and_late() -> None:
    table = make_table(make_cast())
    hand = table.deal("council-bluffs", {"limit": "no_limit"})
    lines = ["Ann call", "Bob call", "Cid check", "reveal 2c 3d Kh"]
    lines += ["Bob bet 100", "Cid raise 200", "Ann raise 300", "Bob call", "Cid call", "reveal 4s"]
    lines += ["Bob bet 100", "Cid raise 200", "Ann raise 300", "Bob call", "Cid call", "reveal 9h"]
    costs = [cost(table, hand, line, f"key {index}") for index, line in enumerate(lines)]
    assert max(costs) <= MOST
    assert len(set(costs)) == 1


@pytest.mark.django_db(transaction=True)
def test_the_action_that_ends_a_hand_has_its_own_bound() -> None:
    table = make_table(make_cast())
    hand = table.deal("council-bluffs")
    cost(table, hand, "Ann fold", "key 1")
    assert cost(table, hand, "Bob fold", "key 2") <= MOST + 10
