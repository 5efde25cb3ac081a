"""Any sequence of openings, posts, repeats, refusals and reversals keeps the books in order."""

from contextlib import suppress
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import audit, errors, selectors, services
from ledger.models import Account, JournalTransaction
from tests.ledger.conftest import NOW

ACCOUNTS = 4
indexes = st.integers(0, ACCOUNTS - 1)
line = st.tuples(indexes, st.integers(-1000, 1000))
step = st.one_of(
    st.tuples(st.just("post"), st.integers(0, 9), st.lists(line, min_size=1, max_size=5)),
    st.tuples(st.just("balanced"), st.integers(0, 9), st.lists(line, min_size=1, max_size=5)),
    st.tuples(st.just("reverse"), st.integers(0, 9), st.integers(0, 9)),
)


class Model:
    """The books as a few dictionaries."""

    def __init__(self, accounts: list[Account]) -> None:
        self.accounts = accounts
        self.standing = [0] * len(accounts)
        self.posted: list[JournalTransaction] = []

    def post(self, key: int, lines: list[tuple[int, int]]) -> None:
        named = [(self.accounts[index], amount) for index, amount in lines]
        row = services.post(self.accounts[0].book, "hand", named, key=f"post {key}", at=NOW)
        if row not in self.posted:
            self.posted.append(row)
            for index, amount in lines:
                self.standing[index] += amount

    def reverse(self, key: int, which: int) -> None:
        if not self.posted:
            return
        row = self.posted[which % len(self.posted)]
        back = services.reverse(row, key=f"back {key}", at=NOW, reason="")
        if back not in self.posted:
            self.posted.append(back)
            for posting in back.postings.all():
                self.standing[self.accounts.index(posting.account)] += posting.amount


@pytest.mark.django_db
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.lists(step, max_size=12))
def test_the_books_stay_in_order(steps: list[tuple[str, int, object]]) -> None:
    book = services.open_book()
    model = Model([services.open_account(book, "chips", "EUR", owner=UUID(int=n)) for n in range(ACCOUNTS)])
    for what, key, given_ in steps:
        # A refusal under the lock spoils the transaction it is found in, so each step has one of its own.
        with suppress(errors.LedgerError), transaction.atomic():
            if what == "reverse":
                model.reverse(key, given_)
            else:
                total = sum(amount for _, amount in given_)
                model.post(key, [*given_, (0, -total)] if what == "balanced" else given_)
        standing = selectors.balances(model.accounts)
        assert [standing[account.pk] for account in model.accounts] == model.standing
        assert sum(model.standing) == 0
    assert audit.verify(book) == []
