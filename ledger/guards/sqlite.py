"""The guards in SQLite's words.

SQLite has no deferred triggers. The postings are therefore written first, under a foreign key that is checked
at commit, and the row of the transaction last: its trigger sees all of them.

A row that the log must name is put on a list of what is awaited, whose foreign key refers to no row at all and is
checked at commit; the entry that names it takes it off the list. Links are not awaited in this way: every action would
pay for it. The audit names what has none.

`INSERT OR REPLACE` deletes without firing a delete trigger, so an insert that would meet an existing row, by
any of its unique keys or by SQLite's own rowid, is refused before that happens.
"""

from collections.abc import Collection, Iterable
from typing import Protocol

from django.db.migrations import Migration

from ledger.guards.guarded import ENTRIES, Guarded, Linked, Logged


class _Cursor(Protocol):
    def execute(self, sql: str, /) -> object: ...
    def fetchall(self) -> list[tuple[str, str]]: ...


def _refuse(name: str, event: str, table: str, condition: str, sentence: str) -> tuple[str, str]:
    """A trigger's name and text; without a condition it refuses always."""
    when = f" WHEN {condition}" if condition else ""
    body = f"BEGIN SELECT RAISE(ABORT, 'ledger: {sentence}'); END"
    return name, f"CREATE TRIGGER {name} {event} ON {table}{when} {body}"


def _met(table: str, *keys: str) -> str:
    """The condition that a new row would meet an old one by one of its keys."""
    return " OR ".join(f"EXISTS (SELECT 1 FROM {table} AS old WHERE {key})" for key in keys)  # noqa: S608


def _append_only(table: str, *keys: str, change: str = "") -> list[tuple[str, str]]:
    """`change` is what is refused of changes, where not all are."""
    return [
        _refuse(f"{table}_no_update", "BEFORE UPDATE", table, change, "what is written is not changed"),
        _refuse(f"{table}_no_delete", "BEFORE DELETE", table, "", "what is written is not deleted"),
        _refuse(f"{table}_no_replace", "BEFORE INSERT", table, _met(table, *keys), "it is there already"),
    ]


def _more_than_erased(kept: Iterable[str]) -> str:
    """A change of more than a text that is removed with its salt; `kept` are all columns but these two."""
    same = " AND ".join(f"OLD.{column} IS NEW.{column}" for column in kept)
    return f"NOT (OLD.salt <> '' AND NEW.salt = '' AND {same})"


_KEPT_OF_A_TRANSACTION = (
    "id", "book_id", "kind", "key", "size", "reverses_id", "scope", "happened_at", "posted_at",
)  # fmt: skip

_BOOK, _ACCOUNT = "ledger_book", "ledger_account"
_TRANSACTION, _POSTING, _LINK = "ledger_journaltransaction", "ledger_posting", "ledger_link"


def _check(name: str, wrong: str, sentence: str) -> tuple[str, str]:
    """A check of a whole transaction, when its row arrives."""
    return _refuse(name, "AFTER INSERT", _TRANSACTION, wrong, sentence)


_ZEROS = "0" * 64

_SAME_ROW = ("old.id = NEW.id", "old.rowid = NEW.rowid")
_SAME_ACCOUNT = (
    "old.book_id = NEW.book_id AND old.kind = NEW.kind AND old.scope IS NEW.scope"
    " AND old.owner IS NEW.owner AND old.currency = NEW.currency"
)

_POSTINGS = f"{_POSTING} AS p JOIN {_ACCOUNT} AS a ON a.id = p.account_id WHERE p.transaction_id = NEW.id"

# Table and column names of our own, no value from anywhere: nothing here can be injected.
_WRONG_SIZE = f"NEW.size < 2 OR (SELECT COUNT(*) FROM {_POSTINGS}) <> NEW.size"  # noqa: S608
_WRONG_SUM = f"EXISTS (SELECT 1 FROM {_POSTINGS} GROUP BY a.currency HAVING SUM(p.amount) <> 0)"  # noqa: S608
_WRONG_BOOK = f"EXISTS (SELECT 1 FROM {_POSTINGS} AND a.book_id <> NEW.book_id)"  # noqa: S608
_WRONG_MIRROR = (
    f"NEW.reverses_id IS NOT NULL AND (NOT EXISTS (SELECT 1 FROM {_TRANSACTION} AS o"  # noqa: S608
    " WHERE o.id = NEW.reverses_id AND o.reverses_id IS NULL AND o.book_id = NEW.book_id)"
    f" OR EXISTS (SELECT 1 FROM {_POSTING} AS p WHERE p.transaction_id IN (NEW.id, NEW.reverses_id)"
    " GROUP BY p.account_id HAVING SUM(p.amount) <> 0))"
)

_WRONG_LINK = (
    f"NOT (NEW.sequence = 1 AND NEW.previous = '{_ZEROS}') AND NOT EXISTS (SELECT 1 FROM {_LINK} AS l"  # noqa: S608
    " WHERE l.book_id = NEW.book_id AND l.sequence = NEW.sequence - 1 AND l.hash = NEW.previous)"
)

TRIGGERS: dict[str, str] = dict(
    [
        *_append_only(_BOOK, *_SAME_ROW),
        *_append_only(_ACCOUNT, *_SAME_ROW, _SAME_ACCOUNT),
        *_append_only(
            _TRANSACTION,
            *_SAME_ROW,
            "old.book_id = NEW.book_id AND old.key = NEW.key",
            "old.reverses_id = NEW.reverses_id",
            change=_more_than_erased(_KEPT_OF_A_TRANSACTION),
        ),
        *_append_only(_POSTING, "old.id = NEW.id"),
        *_append_only(_LINK, "old.id = NEW.id", "old.book_id = NEW.book_id AND old.sequence = NEW.sequence"),
        _refuse("ledger_link_next", "BEFORE INSERT", _LINK, _WRONG_LINK, "not the next link"),
        _refuse(
            "ledger_posting_waits",
            "BEFORE INSERT",
            _POSTING,
            "(SELECT foreign_keys FROM pragma_foreign_keys) = 0",
            "foreign keys are off (PRAGMA foreign_keys)",
        ),
        _refuse(
            "ledger_posting_whole",
            "BEFORE INSERT",
            _POSTING,
            "typeof(NEW.amount) <> 'integer'",
            "an amount is a whole number",
        ),
        _refuse(
            "ledger_posting_closed",
            "BEFORE INSERT",
            _POSTING,
            f"EXISTS (SELECT 1 FROM {_TRANSACTION} AS t WHERE t.id = NEW.transaction_id)",  # noqa: S608
            "the transaction is finished",
        ),
        _check("ledger_journal_size", _WRONG_SIZE, "postings are missing"),
        _check("ledger_journal_sum", _WRONG_SUM, "the sum is not zero"),
        _check("ledger_journal_book", _WRONG_BOOK, "an account of another book"),
        _check("ledger_journal_mirror", _WRONG_MIRROR, "not the reversal of it"),
    ]
)


AnyGuarded = Guarded | Logged | Linked
_AWAITED = "ledger_awaited"
# No link has the number 0: while a row stands here, nothing can be committed.
_LIST = (
    f"CREATE TABLE IF NOT EXISTS {_AWAITED} (row TEXT NOT NULL PRIMARY KEY, club TEXT NOT NULL, "
    f"link INTEGER NOT NULL DEFAULT 0 REFERENCES {_LINK} (id) DEFERRABLE INITIALLY DEFERRED)"
)
ADMIT = f"DELETE FROM {_AWAITED}"  # noqa: S608


def _all(guarded: Iterable[AnyGuarded]) -> dict[str, str]:
    return TRIGGERS | dict(trigger for one in guarded for trigger in _of(one))


def _of(one: AnyGuarded) -> list[tuple[str, str]]:
    if isinstance(one, Linked):
        return []
    return _logged(one) if isinstance(one, Logged) else _of_guarded(one)


def _logged(one: Logged) -> list[tuple[str, str]]:
    """A new row is awaited unless it is named already, and until an entry names it."""
    table = one.table
    named = f"entry.{one.column}" if one.column else f"replace(json_extract(entry.body, '$.{one.key}'), '-', '')"
    there = (
        f"EXISTS (SELECT 1 FROM {ENTRIES} AS entry WHERE entry.club_id = {one.club} AND entry.kind = '{one.kind}'"  # noqa: S608
        f" AND {named} = NEW.id)"
    )
    wait = f"INSERT OR IGNORE INTO {_AWAITED} (row, club) VALUES (NEW.id, {one.club})"  # noqa: S608
    id = named.replace("entry.", "NEW.")
    come = f"DELETE FROM {_AWAITED} WHERE row = {id} AND club = NEW.club_id"  # noqa: S608
    when = f"WHEN NEW.kind = '{one.kind}'"
    off = "(SELECT foreign_keys FROM pragma_foreign_keys) = 0"
    return [
        _refuse(f"{table}_waits", "BEFORE INSERT", table, off, "foreign keys are off (PRAGMA foreign_keys)"),
        (
            f"{table}_logged",
            f"CREATE TRIGGER {table}_logged AFTER INSERT ON {table} WHEN NOT {there} BEGIN {wait}; END",
        ),
        (f"{table}_named", f"CREATE TRIGGER {table}_named AFTER INSERT ON {ENTRIES} {when} BEGIN {come}; END"),
    ]


def _of_guarded(one: Guarded) -> list[tuple[str, str]]:
    keys = (" AND ".join(f"old.{column} = NEW.{column}" for column in key) for key in one.keys)
    return _append_only(one.table, *_SAME_ROW, *keys, change=_more_than_erased(one.columns))


def functions(guarded: Iterable[AnyGuarded]) -> list[list[str]]:
    """SQLite's triggers have none; what they need is the list of what is awaited."""
    return [[_LIST]]


def install(guarded: Iterable[AnyGuarded], names: Collection[str]) -> list[list[str]]:
    missing = {name: sql for name, sql in _all(guarded).items() if name in names}
    return [[*map(_drop, missing), *missing.values()]]


def lift(guarded: Iterable[AnyGuarded]) -> list[list[str]]:
    return [[*map(_drop, _all(guarded))]]


def _drop(name: str) -> str:
    return f"DROP TRIGGER IF EXISTS {name}"


def in_the_way(migration: Migration) -> bool:
    """Django rebuilds a table for nearly every change, and SQLite refuses to rename it while a trigger names it."""
    return True


def missing(cursor: _Cursor, guarded: Iterable[AnyGuarded]) -> list[str]:
    """SQLite keeps the text of a trigger as it was given, so that an altered one shows."""
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    found = dict(cursor.fetchall())
    return [name for name, sql in _all(guarded).items() if found.get(name) != sql]
