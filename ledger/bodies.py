"""What the chain says of the ledger's own rows. Once written it is for ever: a new form needs a new type.

Ids, words and amounts stand in the open. Of free text only a salted commitment does, so that nobody can guess the text
from its hash, and the text itself is in no link.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from ledger.canonical import sha256
from ledger.models import Account, Book, JournalTransaction

Body = dict[str, Any]

BOOK, ACCOUNT, TRANSACTION = "book", "account", "transaction"


def book_body(book: Book) -> Body:
    return {"type": BOOK, "id": str(book.pk), "book": str(book.pk), "opened_at": moment(book.opened_at)}


def account_body(account: Account) -> Body:
    return {
        "type": ACCOUNT,
        "id": str(account.pk),
        "book": str(account.book_id),
        "kind": account.kind,
        "currency": account.currency,
        "owner": _id(account.owner),
        "scope": _id(account.scope),
        "opened_at": moment(account.opened_at),
    }


def transaction_body(row: JournalTransaction, lines: Iterable[tuple[UUID, int]]) -> Body:
    """The lines are account and amount, in the order in which they were posted."""
    return {
        "type": TRANSACTION,
        "id": str(row.pk),
        "book": str(row.book_id),
        "kind": row.kind,
        "key": row.key,
        "happened_at": moment(row.happened_at),
        "posted_at": moment(row.posted_at),
        "scope": _id(row.scope),
        "reverses": _id(row.reverses_id),
        "memo": sha256(row.salt + row.memo),
        "lines": [[str(account), amount] for account, amount in lines],
    }


def moment(at: datetime) -> str:
    """UTC, to the microsecond, always as long: 2026-03-01T20:00:00.000000+00:00."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _id(id: UUID | None) -> str | None:
    return None if id is None else str(id)
