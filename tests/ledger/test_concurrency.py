"""Many writers at once: they wait for each other, nothing is lost, and a key still posts once."""

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from django.db import connection

from ledger import audit, errors, selectors, services
from ledger.models import Account, Book, JournalTransaction
from tests.ledger.conftest import NOW

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS, ROUNDS = 8, 12


@pytest.fixture
def accounts(transactional_db: None) -> list[Account]:
    book = services.open_book()
    return [services.open_account(book, "balance", "EUR", owner=UUID(int=n)) for n in range(1, 5)]


def together(write: object, jobs: list[object]) -> list[object]:
    """Runs the jobs on threads, each with a connection of its own that is closed after."""

    def run(job: object) -> object:
        try:
            return write(job)
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(run, jobs))


def test_posts_to_the_same_accounts_all_count(accounts: list[Account]) -> None:
    book = accounts[0].book

    def write(number: int) -> None:
        # In every order of the accounts: whoever locked in the order of the lines would wait for ever.
        turn = number % 4
        ring = accounts[turn:] + accounts[:turn]
        lines = [(ring[0], 3), (ring[1], -1), (ring[2], -1), (ring[3], -1)]
        services.post(book, "hand", lines, key=str(number), at=NOW)

    together(write, list(range(WRITERS * ROUNDS)))
    assert JournalTransaction.objects.filter(book=book).count() == WRITERS * ROUNDS
    assert set(selectors.balances(accounts).values()) == {0}
    assert audit.verify(book) == []


def test_one_key_posts_once(accounts: list[Account]) -> None:
    ann, bob = accounts[:2]
    write = lambda _: services.post(ann.book, "payment", [(ann, 5), (bob, -5)], key="one", at=NOW).pk  # noqa: E731
    assert len(set(together(write, list(range(WRITERS * 2))))) == 1
    assert selectors.balance(ann) == 5


def test_one_key_for_different_accounts_posts_one_of_them(accounts: list[Account]) -> None:
    book = accounts[0].book

    def write(turn: int) -> bool:
        one, two = accounts[2 * turn : 2 * turn + 2]
        try:
            services.post(book, "payment", [(one, 5), (two, -5)], key="one", at=NOW)
        except errors.KeyReused:
            return False
        return True

    assert sorted(together(write, [0, 1])) == [False, True]
    assert audit.verify(book) == []


def test_a_transaction_is_reversed_by_one_of_many(accounts: list[Account]) -> None:
    ann, bob = accounts[:2]
    row = services.post(ann.book, "payment", [(ann, 5), (bob, -5)], key="one", at=NOW)

    def write(number: int) -> bool:
        try:
            services.reverse(row, key=f"back {number}", at=NOW, reason="")
        except errors.AlreadyReversed:
            return False
        return True

    assert sum(together(write, list(range(WRITERS)))) == 1
    assert selectors.balance(ann) == 0


def test_an_account_is_opened_once(transactional_db: None) -> None:
    book: Book = services.open_book()
    night = uuid4()
    write = lambda _: services.open_account(book, "pot", "EUR", scope=night).pk  # noqa: E731
    assert len(set(together(write, list(range(WRITERS * 2))))) == 1
