"""The database refuses what the code would never ask for: every attempt here goes past the services."""

import sqlite3
from collections.abc import Callable
from types import SimpleNamespace
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from ledger import errors, guards, services
from ledger.checks import guards_in_place
from ledger.models import Account, Book, JournalTransaction, Link, Posting
from ledger.models.chain import FIRST_PREVIOUS
from tests.ledger.conftest import NOW, Post

TABLES = ["ledger_book", "ledger_account", "ledger_journaltransaction", "ledger_posting", "ledger_link"]
ON_SQLITE = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a statement of SQLite's own")
ON_POSTGRESQL = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="a statement of PostgreSQL's own")


@pytest.fixture
def posted(ann: Account, bob: Account, post: Post) -> JournalTransaction:
    return post((ann, 5), (bob, -5), key="the first")


def refused(*statements: str | Callable[[], object]) -> None:
    """All in one transaction, checked to its end as a commit would."""
    with pytest.raises(IntegrityError), transaction.atomic():
        for statement in statements:
            if callable(statement):
                statement()
            else:
                with connection.cursor() as cursor:
                    cursor.execute(statement)
        connection.check_constraints()


def raw(id: UUID) -> str:
    """A UUID as this database writes it."""
    return f"'{id.hex if connection.vendor == 'sqlite' else id}'"


def closing(book: Book, id: UUID, size: int = 2, **more: object) -> Callable[[], object]:
    """Writes the row that closes a transaction, past the services."""
    fields = {"kind": "payment", "key": str(id), "happened_at": NOW} | more
    return lambda: JournalTransaction.objects.create(id=id, book=book, size=size, **fields)


def posting(id: UUID, account: Account, amount: int) -> Callable[[], object]:
    return lambda: Posting.objects.create(transaction_id=id, account=account, amount=amount)


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_updated(posted: JournalTransaction, table: str) -> None:
    refused(f"UPDATE {table} SET id = id")


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_deleted(posted: JournalTransaction, table: str) -> None:
    refused(f"DELETE FROM {table}")


@ON_SQLITE
@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_replaced(posted: JournalTransaction, table: str) -> None:
    refused(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")


@ON_SQLITE
@pytest.mark.parametrize("key", ["rowid", "book_id, key"])
def test_a_transaction_is_not_replaced_by_another_of_its_keys(
    posted: JournalTransaction, ann: Account, bob: Account, key: str
) -> None:
    new = uuid4()
    columns = "rowid, id, book_id, kind, key, size, memo, salt, happened_at, posted_at"
    values = {
        "rowid": f"rowid, {raw(new)}, book_id, kind, 'another', 2, memo, salt, happened_at, posted_at",
        "book_id, key": f"NULL, {raw(new)}, book_id, kind, key, 2, memo, salt, happened_at, posted_at",
    }
    replace = f"INSERT OR REPLACE INTO ledger_journaltransaction ({columns}) SELECT {values[key]}"
    refused(posting(new, ann, 1), posting(new, bob, -1), f"{replace} FROM ledger_journaltransaction")


@ON_SQLITE
def test_a_reversal_is_not_replaced_by_another_of_the_same(
    posted: JournalTransaction, ann: Account, bob: Account
) -> None:
    services.reverse(posted, key="back", at=NOW, reason="")
    new = uuid4()
    columns = "book_id, kind, size, memo, salt, happened_at, posted_at, reverses_id"
    refused(
        posting(new, ann, -5),
        posting(new, bob, 5),
        f"INSERT OR REPLACE INTO ledger_journaltransaction (id, key, {columns})"
        f" SELECT {raw(new)}, 'another', {columns} FROM ledger_journaltransaction WHERE reverses_id IS NOT NULL",
    )


@ON_SQLITE
def test_an_account_is_not_replaced_by_one_of_its_kind(ann: Account) -> None:
    columns = "book_id, kind, currency, owner, scope, opened_at"
    refused(
        f"INSERT OR REPLACE INTO ledger_account (id, {columns}) SELECT {raw(uuid4())}, {columns} FROM ledger_account"
    )


@ON_POSTGRESQL
@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_truncated(posted: JournalTransaction, table: str) -> None:
    connection.check_constraints()  # PostgreSQL truncates nothing while a check is due anyway
    refused(f"TRUNCATE {table} CASCADE")


def test_a_finished_transaction_takes_no_more_postings(posted: JournalTransaction, ann: Account, bob: Account) -> None:
    refused(posting(posted.pk, ann, 1), posting(posted.pk, bob, -1))


def test_a_sum_other_than_zero_is_refused(book: Book, ann: Account, bob: Account) -> None:
    id = uuid4()
    refused(posting(id, ann, 5), posting(id, bob, -4), closing(book, id))


def test_each_currency_sums_to_zero_by_itself(book: Book, ann: Account) -> None:
    id, dollars = uuid4(), services.open_account(book, "box", "USD")
    refused(posting(id, ann, 5), posting(id, dollars, -5), closing(book, id))


@pytest.mark.parametrize("size", [1, 3])
def test_a_transaction_has_the_postings_it_says(book: Book, ann: Account, bob: Account, size: int) -> None:
    id = uuid4()
    refused(posting(id, ann, 5), posting(id, bob, -5), closing(book, id, size))


def test_a_transaction_without_postings_is_refused(book: Book) -> None:
    refused(closing(book, uuid4(), 0))
    refused(closing(book, uuid4(), 2))


def test_postings_without_their_transaction_are_refused(ann: Account, bob: Account) -> None:
    id = uuid4()
    refused(posting(id, ann, 5), posting(id, bob, -5))


def test_an_account_of_another_book_is_refused(book: Book, ann: Account) -> None:
    id, elsewhere = uuid4(), services.open_account(services.open_book(), "box", "EUR")
    refused(posting(id, ann, 5), posting(id, elsewhere, -5), closing(book, id))


@pytest.mark.parametrize("amount", [0, 2**53, -(2**53)])
def test_an_amount_out_of_bounds_is_refused(book: Book, ann: Account, bob: Account, amount: int) -> None:
    id = uuid4()
    refused(posting(id, ann, amount), posting(id, bob, -amount), closing(book, id))


@ON_SQLITE
def test_an_amount_that_is_not_whole_is_refused(ann: Account) -> None:
    refused(
        f"INSERT INTO ledger_posting (transaction_id, account_id, amount) VALUES ({raw(uuid4())}, {raw(ann.pk)}, 2.5)"
    )


def test_a_key_posts_once(book: Book, posted: JournalTransaction, ann: Account, bob: Account) -> None:
    id = uuid4()
    refused(posting(id, ann, 5), posting(id, bob, -5), closing(book, id, key="the first"))


def test_a_second_reversal_is_refused(book: Book, posted: JournalTransaction, ann: Account, bob: Account) -> None:
    services.reverse(posted, key="back", at=NOW, reason="")
    id = uuid4()
    refused(posting(id, ann, -5), posting(id, bob, 5), closing(book, id, reverses=posted))


def test_a_reversal_that_is_no_mirror_is_refused(
    book: Book, posted: JournalTransaction, ann: Account, bob: Account
) -> None:
    id = uuid4()
    refused(posting(id, ann, -4), posting(id, bob, 4), closing(book, id, reverses=posted))


def test_a_reversed_reversal_is_refused(book: Book, posted: JournalTransaction, ann: Account, bob: Account) -> None:
    back = services.reverse(posted, key="back", at=NOW, reason="")
    id = uuid4()
    refused(posting(id, ann, 5), posting(id, bob, -5), closing(book, id, reverses=back))


def test_a_reversal_in_another_book_is_refused(posted: JournalTransaction) -> None:
    """Even one that would bring each account of its own book to nothing."""
    other, id = services.open_book(), uuid4()
    one, two = (services.open_account(other, kind, "EUR") for kind in ("box", "bank"))
    refused(posting(id, one, 5), posting(id, one, -5), closing(other, id, reverses=posted))
    refused(posting(id, one, 5), posting(id, two, -5), closing(other, id, reverses=posted))


@ON_SQLITE
def test_a_link_is_not_replaced_by_one_of_its_number(posted: JournalTransaction) -> None:
    columns = "book_id, sequence, body, previous, hash"
    refused(f"INSERT OR REPLACE INTO ledger_link ({columns}) SELECT {columns} FROM ledger_link WHERE sequence = 2")


@pytest.mark.parametrize(("sequence", "follows"), [(3, 3), (6, 4), (5, 3), (1, 0)])
def test_a_link_follows_the_last_one(book: Book, posted: JournalTransaction, sequence: int, follows: int) -> None:
    """The book, Ann, Bob, and what was posted are the first four."""
    hashes = [FIRST_PREVIOUS, *book.links.order_by("sequence").values_list("hash", flat=True)]
    assert len(hashes) == 5
    link = {"book": book, "body": "{}", "hash": "f" * 64}
    refused(lambda: Link.objects.create(sequence=sequence, previous=hashes[follows], **link))
    Link.objects.create(sequence=5, previous=hashes[4], **link)


@pytest.mark.django_db
def test_a_missing_guard_is_noticed_and_mended() -> None:
    guards.require(connection)
    with guards.lifted_for_tests(connection):
        assert "ledger_posting_closed" in guards.missing(connection)
        assert [found.id for found in guards_in_place(databases=["default"])] == ["ledger.W001"]
        with pytest.raises(errors.GuardsMissing, match="run `manage"):
            guards.require(connection)
    assert guards_in_place(databases=["default"]) == []


def test_a_database_without_guards_of_ours_keeps_no_books() -> None:
    with pytest.raises(errors.GuardsMissing, match="cannot be kept on oracle"):
        guards.lift(SimpleNamespace(vendor="oracle"))  # type: ignore[arg-type]


@ON_SQLITE
@pytest.mark.django_db
def test_an_altered_guard_is_noticed() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER ledger_posting_closed")
        cursor.execute("CREATE TRIGGER ledger_posting_closed BEFORE INSERT ON ledger_posting BEGIN SELECT 1; END")
    assert guards.missing(connection) == ["ledger_posting_closed"]


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_a_client_that_looks_at_no_references_posts_nothing(ann: Account) -> None:
    """So every plain client is, until it says otherwise; no foreign key waits for its commit."""
    client = sqlite3.connect(connection.settings_dict["NAME"])
    line = f"INSERT INTO ledger_posting (transaction_id, account_id, amount) VALUES ({raw(uuid4())}, {raw(ann.pk)}, 5)"
    try:
        client.execute("PRAGMA foreign_keys = OFF")
        with pytest.raises(sqlite3.IntegrityError, match="foreign keys are off"):
            client.execute(line)
        client.rollback()
        client.execute("PRAGMA foreign_keys = ON")
        client.execute(line)
        with pytest.raises(sqlite3.IntegrityError):
            client.commit()
        client.rollback()
    finally:
        client.close()
    assert not Posting.objects.exists()


@ON_POSTGRESQL
@pytest.mark.django_db
@pytest.mark.parametrize("how", ["ENABLE REPLICA", "DISABLE"])
def test_a_guard_that_is_switched_off_is_noticed(how: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE ledger_posting {how} TRIGGER ledger_posting_closed")
    assert guards.missing(connection) == ["ledger_posting_closed"]
    guards.install(connection)
    assert guards.missing(connection) == []


@ON_POSTGRESQL
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("ledger_posting_append_only", "TRIGGER {} BEFORE UPDATE ON ledger_posting"),
        ("ledger_posting_append_only", "TRIGGER {} BEFORE DELETE OR UPDATE OF account_id ON ledger_posting"),
        ("ledger_posting_check", "TRIGGER {} AFTER INSERT ON ledger_posting"),
    ],
)
def test_a_guard_of_the_same_name_that_does_less_is_noticed(name: str, instead: str) -> None:
    function = "ledger_check" if "check" in name else "ledger_refuse"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name} ON ledger_posting")
        cursor.execute(f"CREATE {instead.format(name)} FOR EACH ROW EXECUTE FUNCTION {function}()")
    assert guards.missing(connection) == [name]
    guards.install(connection)
    assert guards.missing(connection) == []


@ON_POSTGRESQL
@pytest.mark.django_db
def test_a_guard_that_holds_always_is_in_place() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE ledger_posting ENABLE ALWAYS TRIGGER ledger_posting_closed")
    assert guards.missing(connection) == []


@pytest.mark.django_db
def test_migrating_installs_what_is_missing() -> None:
    guards.lift(connection)
    call_command("migrate", verbosity=0)
    assert guards.missing(connection) == []


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
def test_a_rebuilt_table_has_its_guards_again(ann: Account, bob: Account, post: Post) -> None:
    """Going back and forth over the ledger's own migrations, as an upgrade does."""
    call_command("migrate", "ledger", verbosity=0)
    post((ann, 5), (bob, -5))
    guards.lift(connection)
    with connection.schema_editor() as editor:
        editor._remake_table(Posting)
    assert guards.missing(connection)[: len(guards.sqlite.TRIGGERS)] == list(guards.sqlite.TRIGGERS)
    assert "games_entry_no_update" in guards.missing(connection)
    call_command("migrate", verbosity=0)
    assert guards.missing(connection) == []
