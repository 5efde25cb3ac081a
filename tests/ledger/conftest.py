"""A small club's book: two people, the bank, one currency."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from ledger import services
from ledger.models import Account, Book, JournalTransaction

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
ANN, BOB = UUID(int=1), UUID(int=2)

Post = Callable[..., JournalTransaction]


@pytest.fixture
def book(db: None) -> Book:
    return services.open_book()


@pytest.fixture
def ann(book: Book) -> Account:
    return services.open_account(book, "balance", "EUR", owner=ANN)


@pytest.fixture
def bob(book: Book) -> Account:
    return services.open_account(book, "balance", "EUR", owner=BOB)


@pytest.fixture
def post(book: Book) -> Post:
    """Posts lines given as (account, amount), under a new key unless one is given."""

    def call(*lines: tuple[Account, int], kind: str = "payment", **named: object) -> JournalTransaction:
        named.setdefault("key", str(uuid4()))
        named.setdefault("at", NOW)
        return services.post(book, kind, lines, **named)

    return call
