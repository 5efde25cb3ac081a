"""Posting: what goes in, what is refused, and that a key posts once."""

from collections.abc import Callable
from datetime import datetime
from uuid import uuid4

import pytest
from django.db import connection

from ledger import errors, selectors, services
from ledger.limits import MAX_AMOUNT
from ledger.models import Account, Balance, Book, JournalTransaction, Posting
from tests.ledger.conftest import ANN, NOW, Post


def test_a_payment_moves_both_balances(ann: Account, bob: Account, post: Post) -> None:
    row = post((ann, 500), (bob, -500), memo="for the pizza")
    assert selectors.balance(ann) == 500
    assert selectors.balances([ann, bob]) == {ann.pk: 500, bob.pk: -500}
    assert (row.size, row.memo, row.happened_at) == (2, "for the pizza", NOW)


def test_an_account_is_opened_once(book: Book, ann: Account) -> None:
    night = uuid4()
    assert services.open_account(book, "balance", "EUR", owner=ANN) == ann
    others = {
        services.open_account(book, "balance", "EUR"),
        services.open_account(book, "balance", "USD", owner=ANN),
        services.open_account(book, "balance", "EUR", scope=night),
        services.open_account(book, "balance", "EUR", owner=ANN, scope=night),
        services.open_account(book, "chips", "EUR", owner=ANN),
        services.open_account(services.open_book(), "balance", "EUR", owner=ANN),
    }
    assert len(others | {ann}) == 7
    assert selectors.find_account(book, "balance", "EUR", owner=ANN) == ann
    assert selectors.find_account(book, "box", "EUR") is None


@pytest.mark.parametrize("kind", ["", "k" * 41], ids=["empty", "long"])
def test_a_kind_of_account_is_a_word(book: Book, kind: str) -> None:
    with pytest.raises(errors.BadTransaction):
        services.open_account(book, kind, "EUR")


@pytest.mark.parametrize("currency", ["", "eur", "EURO", "€", "EU1"])
def test_a_currency_is_three_capitals(book: Book, currency: str) -> None:
    with pytest.raises(errors.BadCurrency):
        services.open_account(book, "balance", currency)


@pytest.mark.parametrize("amount", [0, 1.0, True, "5", None, MAX_AMOUNT + 1, -MAX_AMOUNT - 1])
def test_an_amount_is_a_whole_number_within_bounds(ann: Account, bob: Account, post: Post, amount: object) -> None:
    with pytest.raises(errors.BadAmount):
        post((ann, amount), (bob, -5))
    assert not JournalTransaction.objects.exists()


def test_what_does_not_sum_to_zero_is_refused(ann: Account, bob: Account, post: Post) -> None:
    with pytest.raises(errors.Unbalanced, match=r"EUR \+1"):
        post((ann, 5), (bob, -4))


def test_currencies_do_not_cancel_each_other(book: Book, ann: Account, post: Post) -> None:
    dollars = services.open_account(book, "balance", "USD", owner=ANN)
    with pytest.raises(errors.Unbalanced, match=r"EUR \+5, USD -5"):
        post((ann, 5), (dollars, -5))


def test_two_currencies_may_share_a_transaction_where_each_balances(
    book: Book, ann: Account, bob: Account, post: Post
) -> None:
    here, there = (services.open_account(book, kind, "USD") for kind in ("box", "bank"))
    assert post((ann, 5), (bob, -5), (here, 7), (there, -7)).size == 4


@pytest.mark.parametrize(
    "named",
    [{"key": ""}, {"key": "k" * 201}, {"memo": "m" * 1001}, {"at": datetime(2026, 1, 1)}, {"kind": ""}],  # noqa: DTZ001
    ids=["no key", "long key", "long memo", "no zone", "no kind"],
)
def test_a_malformed_transaction_is_refused(ann: Account, bob: Account, post: Post, named: dict[str, object]) -> None:
    with pytest.raises(errors.BadTransaction):
        post((ann, 5), (bob, -5), **named)


def test_one_posting_is_no_transaction(ann: Account, post: Post) -> None:
    with pytest.raises(errors.BadTransaction):
        post((ann, 5))
    with pytest.raises(errors.BadTransaction):
        post()


def test_books_do_not_mix(ann: Account, post: Post) -> None:
    elsewhere = services.open_account(services.open_book(), "balance", "EUR")
    with pytest.raises(errors.ForeignAccount):
        post((ann, 5), (elsewhere, -5))


def test_an_account_that_was_never_opened_is_refused(book: Book, ann: Account, post: Post) -> None:
    with pytest.raises(errors.ForeignAccount):
        post((ann, 5), (Account(book=book, kind="box", currency="EUR"), -5))


def test_a_balance_stays_within_bounds(ann: Account, bob: Account, post: Post) -> None:
    post((ann, MAX_AMOUNT), (bob, -MAX_AMOUNT))
    with pytest.raises(errors.BalanceTooLarge):
        post((ann, 1), (bob, -1))


def test_a_balance_stays_within_bounds_below_zero_too(book: Book, ann: Account, bob: Account, post: Post) -> None:
    box = services.open_account(book, "box", "EUR")
    post((ann, MAX_AMOUNT), (bob, -MAX_AMOUNT))
    with pytest.raises(errors.BalanceTooLarge):
        post((box, 1), (bob, -1))


def test_the_same_key_and_lines_post_once(ann: Account, bob: Account, post: Post) -> None:
    first = post((ann, 5), (bob, -5), key="again")
    assert post((bob, -5), (ann, 5), key="again", memo="the retry's own words") == first
    assert selectors.balance(ann) == 5


@pytest.mark.parametrize(
    ("amount", "named"),
    [(6, {}), (5, {"kind": "hand"}), (5, {"scope": uuid4()})],
    ids=["lines", "kind", "scope"],
)
def test_the_same_key_for_something_else_is_refused(
    ann: Account, bob: Account, post: Post, amount: int, named: dict[str, object]
) -> None:
    post((ann, 5), (bob, -5), key="again")
    with pytest.raises(errors.KeyReused):
        post((ann, amount), (bob, -amount), key="again", **named)


def test_a_key_belongs_to_its_book(ann: Account, bob: Account, post: Post) -> None:
    post((ann, 5), (bob, -5), key="again")
    book = services.open_book()
    one, two = (services.open_account(book, kind, "EUR") for kind in ("box", "balance"))
    services.post(book, "payment", [(one, 5), (two, -5)], key="again", at=NOW)
    assert selectors.balance(one) == 5


def test_an_account_may_stand_in_several_lines(ann: Account, bob: Account, post: Post) -> None:
    post((ann, 5), (bob, -8), (ann, 3))
    assert selectors.balance(ann) == 8


def test_posting_takes_a_fixed_number_of_queries(
    book: Book, post: Post, django_assert_num_queries: Callable[..., object]
) -> None:
    """One of them is the chain's: the database finds the last link, and hashes and writes the next one."""
    for players in (2, 20):
        accounts = [services.open_account(book, "chips", "EUR", owner=uuid4()) for _ in range(players)]
        lines = [(account, 1) for account in accounts[1:]] + [(accounts[0], 1 - players)]
        with django_assert_num_queries(7 if connection.features.has_select_for_update else 6):
            post(*lines)


def test_a_refusal_leaves_no_trace(ann: Account, bob: Account, post: Post) -> None:
    with pytest.raises(errors.LedgerError):
        post((ann, 5), (bob, -4))
    assert not Posting.objects.exists()
    assert set(Balance.objects.values_list("amount", flat=True)) == {0}
