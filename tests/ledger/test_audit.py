"""The audit finds what was forged while no guard stood."""

from uuid import uuid4

import pytest
from django.db import connection

from ledger import audit, guards, services
from ledger.models import Account, Balance, Book, JournalTransaction, Posting
from tests.ledger.conftest import NOW, Post


@pytest.fixture
def posted(ann: Account, bob: Account, post: Post) -> JournalTransaction:
    return post((ann, 5), (bob, -5))


def found(book: Book) -> list[str]:
    return [str(difference) for difference in audit.verify(book)]


def test_books_that_are_in_order(book: Book, posted: JournalTransaction) -> None:
    services.reverse(posted, key="back", at=NOW, reason="")
    assert found(book) == []
    assert found(services.open_book()) == []


def test_a_changed_balance(book: Book, posted: JournalTransaction, ann: Account) -> None:
    Balance.objects.filter(account=ann).update(amount=6)
    assert found(book) == [f"balance of account {ann.pk}: expected 5, found 6"]


def test_a_lost_balance(book: Book, posted: JournalTransaction, ann: Account) -> None:
    Balance.objects.filter(account=ann).delete()
    assert found(book) == [f"balance of account {ann.pk}: expected 5, found none"]


def test_a_changed_posting(book: Book, posted: JournalTransaction, ann: Account, bob: Account) -> None:
    with guards.lifted_for_tests(connection):
        Posting.objects.filter(account=ann).update(amount=9)
    assert found(book) == [
        f"sum of transaction {posted.pk}: expected 0, found EUR +4",
        f"balance of account {ann.pk}: expected 9, found 5",
        f"lines of transaction {posted.pk}: expected "
        f'[["{ann.pk}",5],["{bob.pk}",-5]], found [["{ann.pk}",9],["{bob.pk}",-5]]',
    ]


def test_a_lost_posting(book: Book, posted: JournalTransaction, ann: Account) -> None:
    with guards.lifted_for_tests(connection):
        Posting.objects.filter(account=ann).delete()
    assert f"postings of transaction {posted.pk}: expected 2, found 1" in found(book)


def test_a_posting_in_another_book(book: Book, posted: JournalTransaction, ann: Account) -> None:
    elsewhere = services.open_account(services.open_book(), "balance", "EUR")
    with guards.lifted_for_tests(connection):
        Posting.objects.filter(account=ann).update(account=elsewhere)
    said = f"account {elsewhere.pk} of book {elsewhere.book_id}"
    assert f"book of a posting of transaction {posted.pk}: expected {book.pk}, found {said}" in found(book)


def test_a_reversal_of_something_else(
    book: Book, posted: JournalTransaction, ann: Account, bob: Account, post: Post
) -> None:
    other = post((ann, 7), (bob, -7))
    with guards.lifted_for_tests(connection):
        JournalTransaction.objects.filter(pk=other.pk).update(reverses=posted)
    assert any(line.startswith(f"reversal {other.pk}: expected the mirror of") for line in found(book))


def test_a_reversal_of_a_reversal(
    book: Book, posted: JournalTransaction, ann: Account, bob: Account, post: Post
) -> None:
    back = services.reverse(posted, key="back", at=NOW, reason="")
    forth = post((ann, 5), (bob, -5))
    with guards.lifted_for_tests(connection):
        JournalTransaction.objects.filter(pk=forth.pk).update(reverses=back)
    assert f"reversal {forth.pk}: expected of no reversal, found of reversal {back.pk}" in found(book)


def test_postings_without_a_transaction(book: Book, ann: Account) -> None:
    id = uuid4()
    Posting.objects.create(transaction_id=id, account=ann, amount=3)
    assert found(book) == [
        f"transaction {id}: expected a finished one, found none for +3 on account {ann.pk}",
        f"balance of account {ann.pk}: expected 3, found 0",
    ]
    with guards.lifted_for_tests(connection):
        Posting.objects.all().delete()
