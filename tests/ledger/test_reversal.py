"""What was posted is taken back by its opposite, once."""

from uuid import uuid4

import pytest

from ledger import errors, selectors, services
from ledger.models import Account
from tests.ledger.conftest import NOW, Post


def test_a_reversal_brings_the_balances_back(ann: Account, bob: Account, post: Post) -> None:
    row = post((ann, 5), (bob, -5), scope=uuid4())
    back = services.reverse(row, key="back", at=NOW, reason="the wrong hand")
    assert selectors.balances([ann, bob]) == {ann.pk: 0, bob.pk: 0}
    assert (back.reverses, back.kind, back.memo, back.scope) == (row, "reversal", "the wrong hand", row.scope)


def test_a_transaction_is_reversed_once(ann: Account, bob: Account, post: Post) -> None:
    row = post((ann, 5), (bob, -5))
    services.reverse(row, key="back", at=NOW, reason="")
    with pytest.raises(errors.AlreadyReversed):
        services.reverse(row, key="back again", at=NOW, reason="")


def test_the_same_key_reverses_once(ann: Account, bob: Account, post: Post) -> None:
    row = post((ann, 5), (bob, -5))
    first = services.reverse(row, key="back", at=NOW, reason="")
    assert services.reverse(row, key="back", at=NOW, reason="") == first


def test_a_key_that_reversed_one_does_not_reverse_another(ann: Account, bob: Account, post: Post) -> None:
    one, other = (post((ann, 5), (bob, -5)) for _ in range(2))
    services.reverse(one, key="back", at=NOW, reason="")
    with pytest.raises(errors.KeyReused):
        services.reverse(other, key="back", at=NOW, reason="")


def test_a_reversal_is_not_reversed(ann: Account, bob: Account, post: Post) -> None:
    back = services.reverse(post((ann, 5), (bob, -5)), key="back", at=NOW, reason="")
    with pytest.raises(errors.ReversalReversed):
        services.reverse(back, key="forth", at=NOW, reason="")


def test_a_reversal_is_not_simply_posted(ann: Account, bob: Account, post: Post) -> None:
    with pytest.raises(errors.BadTransaction):
        post((ann, 5), (bob, -5), kind="reversal")
