"""Many writers at once: they wait for each other, nothing is lost, and a key still posts once."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction

from ledger import audit, errors, selectors, services
from ledger.models import Account, Book, JournalTransaction
from tests.ledger import clerk
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


def test_several_posts_in_one_transaction_may_come_in_any_order(accounts: list[Account]) -> None:
    """The classic circle: one has posted to the first two and wants the others, the other one just so."""
    one, two, three, four = accounts
    begun = threading.Event()

    def both(name: str, pairs: list[tuple[Account, Account]]) -> None:
        with transaction.atomic():
            for number, (payer, payee) in enumerate(pairs):
                services.post(one.book, "payment", [(payee, 5), (payer, -5)], key=f"{name} {number}", at=NOW)
                if not begun.is_set():
                    begun.set()
                    time.sleep(0.3)  # time for the other one to get as far as it can

    def write(turn: int) -> None:
        if turn:
            begun.wait(10)
            both("there", [(three, four), (one, two)])
        else:
            both("here", [(one, two), (three, four)])

    together(write, [0, 1])
    assert list(selectors.balances(accounts).values()).count(10) == 2
    assert audit.verify(one.book) == []


def test_accounts_may_be_opened_in_any_order(transactional_db: None) -> None:
    """Each transaction opens accounts that another one is about to open, between posts."""
    book = services.open_book()
    owners = [UUID(int=number) for number in range(1, 7)]

    def write(turn: int) -> None:
        ring = owners[turn % 6 :] + owners[: turn % 6]
        with transaction.atomic():
            for number, (payer, payee) in enumerate(zip(ring, reversed(ring), strict=True)):
                if payer != payee:
                    lines = [
                        (services.open_account(book, "balance", "EUR", owner=payer), -5),
                        (services.open_account(book, "balance", "EUR", owner=payee), 5),
                    ]
                    services.post(book, "payment", lines, key=f"{turn} {number}", at=NOW)

    together(write, list(range(WRITERS * 2)))
    assert Account.objects.filter(book=book).count() == 6
    assert audit.verify(book) == []


@pytest.mark.slow
def test_many_threads_of_several_processes(transactional_db: None) -> None:
    """Three processes of four threads: ten transactions each, of three posts in any order, a fifth of them undone."""
    book = services.open_book()
    clerks = [clerk.hire("busy", str(book.pk), f"clerk {number}", "4", "10") for number in range(3)]
    said = [line for one in clerks for line in one.communicate(timeout=120)[0].splitlines()]
    assert [one.returncode for one in clerks] == [0, 0, 0]
    assert len(said) == len(set(said)) > 60
    assert JournalTransaction.objects.filter(book=book).count() == len(said) * clerk.POSTS
    assert audit.verify(book) == []
