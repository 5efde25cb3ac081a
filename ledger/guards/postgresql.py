"""The guards in PostgreSQL's words.

Whether a row has its entry or its link is asked at the commit, and looked up from the newest one backwards: what was
written with the row is found at once, whatever the length of the log.

A transaction is checked when it commits, by deferred constraint triggers on its row and on each posting: a
posting that another session slips in before the row is visible to it is caught by the count.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple, Protocol

from django.db.migrations import Migration, RunPython

from ledger.guards.guarded import ENTRIES, Guarded, Linked, Logged


class _Cursor(Protocol):
    def execute(self, sql: str, /) -> object: ...
    def fetchall(self) -> list[tuple[str, str, str]]: ...


class _Trigger(NamedTuple):
    """What `create` says is word for word what PostgreSQL itself says of the trigger, so that the two are compared."""

    name: str
    event: str
    table: str
    function: str
    deferred: bool = False
    given: str = ""

    def drop(self) -> str:
        return f"DROP TRIGGER IF EXISTS {self.name} ON {self.table}"

    def create(self) -> str:
        kind, how = "TRIGGER", ""
        if self.deferred:
            kind, how = "CONSTRAINT TRIGGER", " DEFERRABLE INITIALLY DEFERRED"
        each = "STATEMENT" if "TRUNCATE" in self.event else "ROW"
        return (
            f"CREATE {kind} {self.name} {self.event} ON {self.table}{how} FOR EACH {each} "
            f"EXECUTE FUNCTION {self.function}({self.given})"
        )


_TABLES = ("ledger_book", "ledger_account", "ledger_journaltransaction", "ledger_posting", "ledger_link")

# restrict_violation is of the class of integrity errors, as SQLite's refusals are.
_REFUSE = """
BEGIN
  RAISE EXCEPTION 'ledger: what is written is not changed or deleted (% on %)', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
"""

_CLOSED = """
BEGIN
  IF EXISTS (SELECT 1 FROM ledger_journaltransaction AS t WHERE t.id = NEW.transaction_id) THEN
    RAISE EXCEPTION 'ledger: the transaction is finished' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
"""

_CHECK = """
DECLARE
  journal ledger_journaltransaction%ROWTYPE;
  problem text;
BEGIN
  IF TG_TABLE_NAME = 'ledger_posting' THEN
    SELECT * INTO journal FROM ledger_journaltransaction AS t WHERE t.id = NEW.transaction_id;
  ELSE
    journal := NEW;
  END IF;
  IF journal.id IS NULL THEN
    problem := 'a posting without its transaction';
  ELSIF journal.size < 2
      OR (SELECT COUNT(*) FROM ledger_posting AS p WHERE p.transaction_id = journal.id) <> journal.size THEN
    problem := 'postings are missing or too many';
  ELSIF EXISTS (SELECT 1 FROM ledger_posting AS p JOIN ledger_account AS a ON a.id = p.account_id
      WHERE p.transaction_id = journal.id GROUP BY a.currency HAVING SUM(p.amount) <> 0) THEN
    problem := 'the sum is not zero';
  ELSIF EXISTS (SELECT 1 FROM ledger_posting AS p JOIN ledger_account AS a ON a.id = p.account_id
      WHERE p.transaction_id = journal.id AND a.book_id <> journal.book_id) THEN
    problem := 'an account of another book';
  ELSIF journal.reverses_id IS NOT NULL AND (
      NOT EXISTS (SELECT 1 FROM ledger_journaltransaction AS o WHERE o.id = journal.reverses_id
        AND o.reverses_id IS NULL AND o.book_id = journal.book_id)
      OR EXISTS (SELECT 1 FROM ledger_posting AS p
        WHERE p.transaction_id IN (journal.id, journal.reverses_id)
        GROUP BY p.account_id HAVING SUM(p.amount) <> 0)) THEN
    problem := 'not the reversal of it';
  END IF;
  IF problem IS NOT NULL THEN
    RAISE EXCEPTION 'ledger: %', problem USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
"""

_NEXT = """
BEGIN
  IF NOT (NEW.sequence = 1 AND NEW.previous = repeat('0', 64)) AND NOT EXISTS (SELECT 1 FROM ledger_link AS l
      WHERE l.book_id = NEW.book_id AND l.sequence = NEW.sequence - 1 AND l.hash = NEW.previous) THEN
    RAISE EXCEPTION 'ledger: not the next link' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
"""

# What is free text may be removed, together with the salt of what the chain says of it; nothing else may change.
_ERASE = """
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.salt <> '' AND NEW.salt = ''
      AND to_jsonb(NEW) - 'salt' - TG_ARGV[0] = to_jsonb(OLD) - 'salt' - TG_ARGV[0] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'ledger: what is written is not changed or deleted (% on %)', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
"""

# An archive is brought in with all its rows; it may be older than the entries that name them (`ledger.guards.admit`).
ADMIT = "SET LOCAL tableside.brought_in = 'on'"
_NAMED = """
BEGIN
  IF current_setting('tableside.brought_in', true) IS DISTINCT FROM 'on' THEN
    PERFORM 1 FROM {where} LIMIT 1;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'ledger: nothing in the {what} names this row (%)', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
    END IF;
  END IF;
  RETURN NULL;
END
"""


def _logged(one: Logged) -> str:
    id = f"e.{one.column} = NEW.id" if one.column else f"e.body ->> '{one.key}' = NEW.id::text"
    where = f"{ENTRIES} AS e WHERE e.club_id = {one.club} AND e.kind = '{one.kind}' AND {id} ORDER BY e.at DESC"
    return _NAMED.format(where=where, what="log")


def _linked(one: Linked) -> str:
    where = (
        f"ledger_link AS l WHERE l.book_id = {one.book} AND strpos(l.body, '\"id\":\"' || NEW.id || '\"') > 0"
        " ORDER BY l.sequence DESC"
    )
    return _NAMED.format(where=where, what="chain")


_FUNCTIONS = {
    "ledger_refuse": _REFUSE,
    "ledger_erase": _ERASE,
    "ledger_closed": _CLOSED,
    "ledger_check": _CHECK,
    "ledger_next": _NEXT,
}
AnyGuarded = Guarded | Logged | Linked


def _functions(guarded: Iterable[AnyGuarded]) -> dict[str, str]:
    named = {_named(one): _logged(one) if isinstance(one, Logged) else _linked(one)
             for one in guarded if not isinstance(one, Guarded)}  # fmt: skip
    return _FUNCTIONS | named


def _named(one: Logged | Linked) -> str:
    return f"{one.table}_{'logged' if isinstance(one, Logged) else 'linked'}"


def _triggers(one: AnyGuarded) -> list[_Trigger]:
    if isinstance(one, Guarded):
        return _append_only(one.table, one.erasable)
    return [_Trigger(_named(one), "AFTER INSERT", one.table, _named(one), deferred=True)]


def _append_only(table: str, erasable: str = "") -> list[_Trigger]:
    function, given = ("ledger_erase", f"'{erasable}'") if erasable else ("ledger_refuse", "")
    return [
        _Trigger(f"{table}_append_only", "BEFORE DELETE OR UPDATE", table, function, given=given),
        _Trigger(f"{table}_no_truncate", "BEFORE TRUNCATE", table, "ledger_refuse"),
    ]


_TRIGGERS = [
    *(trigger for t in _TABLES for trigger in _append_only(t, "memo" if t == "ledger_journaltransaction" else "")),
    _Trigger("ledger_posting_closed", "BEFORE INSERT", "ledger_posting", "ledger_closed"),
    _Trigger("ledger_link_next", "BEFORE INSERT", "ledger_link", "ledger_next"),
    _Trigger("ledger_posting_check", "AFTER INSERT", "ledger_posting", "ledger_check", True),
    _Trigger("ledger_journal_check", "AFTER INSERT", "ledger_journaltransaction", "ledger_check", True),
]

# One statement for who appends a link (`ledger.chain`): each statement in a function sees what is committed by then, so
# the last link is read once the lock is held.
_APPEND = """
DECLARE last record;
BEGIN
  PERFORM 1 FROM ledger_book AS b WHERE b.id = of_book FOR NO KEY UPDATE;
  SELECT l.sequence, l.hash INTO last FROM ledger_link AS l WHERE l.book_id = of_book ORDER BY l.sequence DESC LIMIT 1;
  RETURN QUERY INSERT INTO ledger_link AS l (book_id, sequence, body, previous, hash) VALUES (
    of_book, coalesce(last.sequence, 0) + 1, said, coalesce(last.hash, repeat('0', 64)),
    encode(sha256(convert_to(coalesce(last.hash, repeat('0', 64)) || said, 'UTF8')), 'hex')
  ) RETURNING l.*;
END
"""


def functions(guarded: Iterable[AnyGuarded]) -> list[list[str]]:
    """They are replaced beneath their triggers, whose tables nobody has to wait for."""
    bodies = [
        *(
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
            for name, body in _functions(guarded).items()
        ),
        "CREATE OR REPLACE FUNCTION ledger_append(of_book uuid, said text) RETURNS SETOF ledger_link "
        f"LANGUAGE plpgsql AS $${_APPEND}$$",
    ]
    return [bodies]


def install(guarded: Iterable[AnyGuarded], names: Collection[str]) -> list[list[str]]:
    """Each for itself: who holds one table waits for no other, and so in no circle with who posts meanwhile."""
    return [[trigger.drop(), trigger.create()] for trigger in _all(guarded) if trigger.name in names]


def lift(guarded: Iterable[AnyGuarded]) -> list[list[str]]:
    return [[trigger.drop()] for trigger in _all(guarded)]


def in_the_way(migration: Migration) -> bool:
    """A table may change beneath its triggers; they refuse only what rewrites rows, as a migration's Python may."""
    return any(isinstance(operation, RunPython) for operation in migration.operations)


def _all(guarded: Iterable[AnyGuarded]) -> list[_Trigger]:
    return [*_TRIGGERS, *(trigger for one in guarded for trigger in _triggers(one))]


# Not 'R', which holds only on a replica, and not 'D', which never does.
_FOUND = """
SELECT t.tgname || ' on ' || c.relname, pg_get_triggerdef(t.oid, true), p.prosrc
FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid JOIN pg_proc AS p ON p.oid = t.tgfoid
WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND pg_table_is_visible(c.oid)
"""


def missing(cursor: _Cursor, guarded: Collection[AnyGuarded]) -> list[str]:
    """A trigger counts when it is there as we made it, switched on, and its function has our body."""
    cursor.execute(_FOUND)
    found = {name: (text, body) for name, text, body in cursor.fetchall()}
    cursor.execute("SELECT p.proname, '', p.prosrc FROM pg_proc AS p WHERE p.proname = 'ledger_append'")
    append = [] if [body for _, _, body in cursor.fetchall()] == [_APPEND] else ["ledger_append"]
    functions = _functions(guarded)
    return append + [
        trigger.name
        for trigger in _all(guarded)
        if found.get(f"{trigger.name} on {trigger.table}") != (trigger.create(), functions[trigger.function])
    ]
