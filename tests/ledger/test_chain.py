"""The chain: every entry is a link, and whatever is changed in the rows or in the chain is found."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from ledger import audit, chain, errors, guards, selectors, services
from ledger.canonical import canonical
from ledger.chain_audit import Chained, verify_chain
from ledger.models import Account, Book, JournalTransaction, Link
from tests.ledger.conftest import ANN, NOW, Post

SECRET = "it was Bob who bought in"


@pytest.fixture
def posted(ann: Account, bob: Account, post: Post) -> JournalTransaction:
    return post((ann, 5), (bob, -5), memo=SECRET, scope=UUID(int=7))


def links(book: Book) -> list[Link]:
    return list(book.links.order_by("sequence"))


def found(book: Book) -> list[str]:
    return [str(difference) for difference in audit.verify(book)]


def raw(id: UUID) -> str:
    return f"'{id.hex if connection.vendor == 'sqlite' else id}'"


def tamper(*statements: str) -> None:
    """By raw SQL, the triggers lifted."""
    with guards.lifted_for_tests(connection), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def test_a_book_without_links_has_a_head_too(db: None) -> None:
    assert chain.head(Book.objects.create()) == (0, "0" * 64)


def test_everything_in_the_books_is_a_link(book: Book, posted: JournalTransaction, ann: Account, bob: Account) -> None:
    back = services.reverse(posted, key="back", at=NOW, reason="")
    found = links(book)
    assert [link.sequence for link in found] == [1, 2, 3, 4, 5]
    assert [canonical({"id": str(row.pk)})[1:-1] in link.body for row, link in
            zip((book, ann, bob, posted, back), found, strict=True)] == [True] * 5  # fmt: skip
    previous = "0" * 64
    for link in found:
        assert link.previous == previous
        previous = sha256((previous + link.body).encode()).hexdigest()
        assert link.hash == previous
    assert chain.head(book) == chain.head(book.pk) == (5, previous)
    assert chain.head(book).short.replace(" ", "") == previous[:16]


def test_what_a_transaction_is_in_the_chain(book: Book, posted: JournalTransaction, ann: Account, bob: Account) -> None:
    assert links(book)[-1].body == (
        f'{{"book":"{book.pk}","happened_at":"2026-03-01T20:00:00.000000+00:00","id":"{posted.pk}",'
        f'"key":"{posted.key}","kind":"payment","lines":[["{ann.pk}",5],["{bob.pk}",-5]],'
        f'"memo":"{sha256((posted.salt + SECRET).encode()).hexdigest()}",'
        f'"posted_at":"{posted.posted_at.astimezone(UTC).isoformat(timespec="microseconds")}",'
        f'"reverses":null,"scope":"{UUID(int=7)}","type":"transaction"}}'
    )


def test_free_text_is_in_no_link_and_its_salt_is_its_own(book: Book, posted: JournalTransaction, post: Post) -> None:
    one, two = selectors.lines([posted])[posted.pk]
    again = post((one.account, 5), (two.account, -5), memo=SECRET)
    assert SECRET not in "".join(link.body for link in links(book))
    assert len({posted.salt, again.salt}) == 2
    assert len(again.salt) == 32


def test_a_time_is_that_of_utc(book: Book, ann: Account, bob: Account, post: Post) -> None:
    at = datetime(2026, 3, 1, 12, 0, 0, 5, tzinfo=timezone(timedelta(hours=-8)))
    post((ann, 5), (bob, -5), at=at)
    assert '"happened_at":"2026-03-01T20:00:00.000005+00:00"' in links(book)[-1].body
    assert found(book) == []


def test_a_retry_and_a_refusal_add_nothing(book: Book, ann: Account, bob: Account, post: Post) -> None:
    post((ann, 5), (bob, -5), key="once")
    head = chain.head(book)
    post((ann, 5), (bob, -5), key="once")
    with pytest.raises(errors.Unbalanced):
        post((ann, 5), (bob, -4))
    services.open_account(book, "balance", "EUR", owner=ANN)
    assert chain.head(book) == head


def test_other_entries_join_the_same_chain(book: Book, posted: JournalTransaction, ann: Account, post: Post) -> None:
    chain.append(book, {"type": "hand", "cards": ["9♣"], "n": 2, "sure": True, "a": None})
    link = Link.objects.filter(book=book).latest("sequence")
    assert link.body == '{"a":null,"cards":["9♣"],"n":2,"sure":true,"type":"hand"}'
    assert (link.sequence, link.hash) == chain.head(book)
    services.reverse(posted, key="back", at=NOW, reason="")
    assert found(book) == []


def test_several_entries_join_it_one_after_the_other(book: Book) -> None:
    chain.append(book, {"type": "hand", "number": 1}, {"type": "hand", "number": 2}, {"type": "hand", "number": 3})
    assert [link.body for link in links(book)[1:]] == [f'{{"number":{one},"type":"hand"}}' for one in (1, 2, 3)]
    assert found(book) == []


def test_an_audit_goes_on_from_the_link_it_came_to(book: Book, posted: JournalTransaction, post: Post) -> None:
    before = verify_chain(book)
    assert (before.head, before.differences) == (chain.head(book), [])
    same = verify_chain(book, since=before.head, known=before.counts)
    assert (same.head, same.counts, same.differences) == (before.head, before.counts, [])
    later = services.reverse(posted, key="back", at=NOW, reason="")
    tamper("DELETE FROM ledger_link WHERE sequence = 5")
    again = verify_chain(book, since=before.head, known=before.counts)
    assert [str(one) for one in again.differences] == [
        f"links of rows of type transaction in book {book.pk}: expected 2, found 1"
    ], later
    tamper("UPDATE ledger_link SET hash = previous WHERE sequence = 4")
    (changed, *_) = verify_chain(book, since=before.head, known=before.counts).differences
    assert str(changed).startswith(f"hash of link 4, verified before, of book {book.pk}: expected {before.head.hash}")


def test_links_of_others_are_held_against_what_others_have(book: Book) -> None:
    """As a client of the ledger does with its own: a row that the chain knows in other words, and one it does not."""
    ids = [UUID(int=1), UUID(int=2)]
    chain.append(book, {"type": "hand", "id": str(ids[0]), "won": 5})
    rows = {one: {"type": "hand", "id": str(one), "won": 6} for one in ids}
    seen: list[Any] = []
    hands = Chained("hand", bodies=lambda said: {one: rows[one] for one in said}, ids=lambda: iter(ids))
    walk = verify_chain(book, (hands,), seen_body=seen.append)
    assert [str(one) for one in walk.differences] == [
        f"won of hand {ids[0]}: expected 5, found 6",
        f"links of hand {ids[1]}: expected one, found none",
    ]
    assert seen == [{"type": "hand", "id": str(ids[0]), "won": 5}]


def test_what_is_undone_leaves_no_gap(book: Book, posted: JournalTransaction) -> None:
    head = chain.head(book)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        chain.append(book, {"type": "hand"})
        raise ZeroDivisionError
    assert chain.head(book) == head
    chain.append(book, {"type": "hand"})
    assert chain.head(book).sequence == head.sequence + 1


@pytest.mark.parametrize(
    "body",
    [
        {"a": 1.0},
        {"a": 2**53},
        {"a": float("nan")},
        {"a": NOW},
        {"a": [b""]},
        {1: "a"},
        {"é": 1},
        {"a": "\ud800"},
        ["a"],
    ],
    ids=["float", "large", "nan", "time", "bytes", "key", "letter", "half", "list"],
)
def test_what_has_no_canonical_json_is_refused(book: Book, body: Any) -> None:
    with pytest.raises(errors.BadBody):
        chain.append(book, body)
    assert chain.head(book).sequence == 1


COLUMNS = [
    ("ledger_journaltransaction", "kind = 'hand'", "kind of transaction"),
    ("ledger_journaltransaction", "key = 'another'", "key of transaction"),
    ("ledger_journaltransaction", "memo = 'it was Ann'", "memo of transaction"),
    ("ledger_journaltransaction", "salt = 'salted'", "memo of transaction"),
    ("ledger_journaltransaction", "scope = NULL", "scope of transaction"),
    ("ledger_journaltransaction", "happened_at = '2026-03-01 20:00:01+00:00'", "happened_at of transaction"),
    ("ledger_journaltransaction", "posted_at = '2026-03-01 20:00:01+00:00'", "posted_at of transaction"),
    ("ledger_posting", "amount = -amount", "lines of transaction"),
    ("ledger_account", "kind = 'chips'", "kind of account"),
    ("ledger_account", "currency = 'USD'", "currency of account"),
    ("ledger_account", "scope = {}", "scope of account"),
    ("ledger_account", "owner = {}", "owner of account"),
    ("ledger_account", "opened_at = '2026-03-01 20:00:01+00:00'", "opened_at of account"),
    ("ledger_book", "opened_at = '2026-03-01 20:00:01+00:00'", "opened_at of book"),
    ("ledger_link", "body = '{}' WHERE sequence = 4", "hash of link 4 of book"),
    ("ledger_link", "hash = previous WHERE sequence = 4", "hash of link 4 of book"),
    ("ledger_link", "previous = hash WHERE sequence = 4", "previous hash of link 4 of book"),
    ("ledger_link", "sequence = 9 WHERE sequence = 4", "number of the next link of book"),
]


@pytest.mark.parametrize(("table", "change", "name"), COLUMNS, ids=[f"{t[7:]} {c[:9]}" for t, c, _ in COLUMNS])
def test_a_changed_row_is_found(book: Book, posted: JournalTransaction, table: str, change: str, name: str) -> None:
    # Ann's account only, where an owner changes: two of one owner would be one account.
    only = f" WHERE owner = {raw(ANN)}" if "owner =" in change else ""
    if table == "ledger_account":
        change = change.replace("{}", raw(UUID(int=99)))
    tamper(f"UPDATE {table} SET {change}{only}")
    assert any(line.startswith(f"{name} ") for line in found(book)), found(book)


def test_two_changes_are_two_differences(book: Book, posted: JournalTransaction) -> None:
    tamper("UPDATE ledger_journaltransaction SET kind = 'hand', scope = NULL")
    assert found(book) == [
        f'kind of transaction {posted.pk}: expected "payment", found "hand"',
        f'scope of transaction {posted.pk}: expected "{UUID(int=7)}", found null',
    ]


def test_a_transaction_that_vanished_is_found(book: Book, posted: JournalTransaction) -> None:
    tamper("DELETE FROM ledger_posting", "DELETE FROM ledger_journaltransaction")
    tamper("UPDATE ledger_balance SET amount = 0")
    assert found(book) == [f"transaction {posted.pk}: expected as in link 4, found none"]


def test_a_transaction_without_a_link_is_found(book: Book, posted: JournalTransaction) -> None:
    tamper("DELETE FROM ledger_link WHERE sequence = 4")
    assert found(book) == [f"links of transaction {posted.pk}: expected one, found none"]


def test_a_book_without_its_chain_is_found(book: Book, posted: JournalTransaction, ann: Account, bob: Account) -> None:
    tamper("DELETE FROM ledger_link")
    names = [("book", book.pk), *(("account", id) for id in sorted([ann.pk, bob.pk])), ("transaction", posted.pk)]
    assert found(book) == [f"links of {name} {id}: expected one, found none" for name, id in names]


def test_a_lost_link_is_found(book: Book, posted: JournalTransaction, bob: Account) -> None:
    lost, next_ = links(book)[2:]
    tamper("DELETE FROM ledger_link WHERE sequence = 3")
    assert found(book) == [
        f"number of the next link of book {book.pk}: expected 3, found 4",
        f"previous hash of link 4 of book {book.pk}: expected {lost.previous}, found {next_.previous}",
        f"links of account {bob.pk}: expected one, found none",
    ]


def test_a_second_link_is_found(book: Book, posted: JournalTransaction) -> None:
    Link.objects.create(**chain.after(chain.head(book), links(book)[-1].body), book=book)
    assert found(book) == [f"links of transaction {posted.pk}: expected one, found link 5 besides"]


def test_a_link_of_another_book_is_found(book: Book, posted: JournalTransaction) -> None:
    elsewhere = services.open_book()
    Link.objects.create(**chain.after(chain.head(elsewhere), links(book)[-1].body), book=elsewhere)
    assert found(elsewhere) == [f'book in link 2 of book {elsewhere.pk}: expected {elsewhere.pk}, found "{book.pk}"']


@pytest.mark.parametrize("text", ["{}x", "[]", '{"a": 1}', '{"a":1.5}', '{"a":NaN}', "[" * 5000])
def test_a_body_that_is_not_canonical_is_found(book: Book, text: str) -> None:
    Link.objects.create(**chain.after(chain.head(book), text), book=book)
    assert found(book) == [f"body of link 2 of book {book.pk}: expected canonical JSON, found {text}"]


@pytest.mark.parametrize(
    ("id", "shown"), [("7", '"7"'), (str(UUID(int=7)).replace("-", ""), f'"{UUID(int=7).hex}"'), (7, "7")]
)
def test_a_link_that_names_no_row_is_found(book: Book, id: object, shown: str) -> None:
    chain.append(book, {"type": "account", "id": id})
    assert found(book) == [f"id in link 2 of book {book.pk}: expected one, found {shown}"]


def test_a_link_of_a_row_in_other_words_is_found(book: Book, ann: Account) -> None:
    """The same account, spelled as no writer of ours would."""
    spaced = links(book)[-1].body.replace(":", ": ", 1)
    tamper("DELETE FROM ledger_link WHERE sequence = 2")
    Link.objects.create(**chain.after(chain.head(book), spaced), book=book)
    assert found(book) == [f"body of link 2 of book {book.pk}: expected canonical JSON, found {spaced}"]


def test_a_memo_is_forgotten_with_its_salt_and_the_chain_holds(
    book: Book, posted: JournalTransaction, ann: Account, bob: Account, post: Post
) -> None:
    kept = post((ann, 7), (bob, -7), memo="for the pizza")
    assert services.forget_memos(book, [SECRET, "never written"]) == 1
    posted.refresh_from_db()
    kept.refresh_from_db()
    assert (posted.memo, posted.salt) == ("", "")
    assert (kept.memo, kept.salt != "") == ("for the pizza", True)
    assert found(book) == []
    assert services.forget_memos(book, [SECRET]) == 0


def test_a_whole_chain_made_anew_has_another_head(book: Book, posted: JournalTransaction) -> None:
    """What no look at the database can find, the paper does."""
    head = chain.head(book)
    forged = [link.body.replace('"payment"', '"hand"') for link in links(book)]
    tamper("DELETE FROM ledger_link", "UPDATE ledger_journaltransaction SET kind = 'hand'")
    for body in forged:
        Link.objects.create(**chain.after(chain.head(book), body), book=book)
    assert found(book) == []
    assert chain.head(book).sequence == head.sequence
    assert chain.head(book).hash != head.hash


def test_the_audit_takes_a_bounded_number_of_queries(
    book: Book, ann: Account, bob: Account, post: Post, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    for _ in range(20):
        post((ann, 5), (bob, -5))
    with django_assert_max_num_queries(30):  # the savepoints of the checks among them, two each
        assert found(book) == []


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_books_of_before_are_chained_in_the_order_of_posting(ann: Account, bob: Account, post: Post) -> None:
    """As an upgrade finds them: no links, and one salt for all."""
    book = ann.book
    first = post((ann, 5), (bob, -5), memo=SECRET)
    rows = [first, post((ann, 2), (bob, -2)), services.reverse(first, key="back", at=NOW, reason="no")]
    call_command("migrate", "ledger", "0001", verbosity=0)
    # A clock that went back while they were posted.
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE ledger_journaltransaction SET posted_at = '2020-01-01 00:00:00+00:00' WHERE id = {raw(rows[2].pk)}"
        )
    call_command("migrate", verbosity=0)
    assert guards.missing(connection) == []
    assert audit.verify(book) == []
    bodies = [link.body for link in links(book)]
    assert [f'"id":"{row.pk}"' in body for row, body in zip(rows, bodies[3:], strict=True)] == [True] * 3
    assert len(set(JournalTransaction.objects.values_list("salt", flat=True))) == 3
    post((ann, 1), (bob, -1))
    assert audit.verify(book) == []
