"""The only writers of the ledger. Each call is one transaction, or part of the caller's.

A refusal found before the book is locked leaves the caller's transaction usable; a later one does not.
"""

import re
import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from ledger import chain
from ledger.bodies import account_body, book_body, transaction_body
from ledger.errors import (
    AlreadyReversed,
    BadAmount,
    BadCurrency,
    BadTransaction,
    BalanceTooLarge,
    ForeignAccount,
    KeyReused,
    ReversalReversed,
    Unbalanced,
)
from ledger.limits import MAX_AMOUNT, MAX_KEY, MAX_MEMO, MAX_WORD
from ledger.locks import lock
from ledger.models import Account, Balance, Book, JournalTransaction, Posting
from prepared.lookups import Prepared
from prepared.rows import insert

REVERSAL = "reversal"

_BATCH = 500
_CURRENCY = re.compile(r"[A-Z]{3}")

_BY_KEY = Prepared(lambda book, key: JournalTransaction.objects.filter(book=book, key=key), book=UUID, key=str)


class Line(NamedTuple):
    """One posting to be made: positive to the account, negative from it, in minor units of its currency."""

    account: Account
    amount: int


@dataclass(frozen=True, slots=True)
class _Draft:
    """A transaction whose form is in order, before the database has seen it."""

    book: Book
    kind: str
    key: str
    lines: tuple[Line, ...]
    at: datetime
    memo: str
    scope: UUID | None
    reverses: JournalTransaction | None = None


def open_book(id: UUID | None = None) -> Book:
    """A new set of accounts."""
    with transaction.atomic(savepoint=False):
        book = Book.objects.create(id=id or uuid.uuid4())
        chain.append(book, book_body(book))
    return book


def open_account(
    book: Book, kind: str, currency: str, *, owner: UUID | None = None, scope: UUID | None = None
) -> Account:
    """The account of that kind, currency, owner and scope; opened if there is none yet."""
    if not _CURRENCY.fullmatch(currency):
        raise BadCurrency(f"A currency is three capital letters, not {currency!r}.")
    if not 0 < len(kind) <= MAX_WORD:
        raise BadTransaction(f"A kind of account has 1 to {MAX_WORD} characters.")
    same = Account.objects.filter(book=book, kind=kind, currency=currency, owner=owner, scope=scope)
    if (account := same.first()) is not None:
        return account
    with transaction.atomic(savepoint=False):
        lock(book)
        if (account := same.first()) is not None:  # another one opened it in the meantime
            return account
        account = Account.objects.create(book=book, kind=kind, currency=currency, owner=owner, scope=scope)
        Balance.objects.create(account=account)
        chain.append(book, account_body(account))
    return account


def post(
    book: Book,
    kind: str,
    lines: Iterable[tuple[Account, int]],
    *,
    key: str,
    at: datetime,
    memo: str = "",
    scope: UUID | None = None,
) -> JournalTransaction:
    """Posts the lines as one transaction that happened at `at`.

    The same key with the same kind, scope and lines gives the transaction that it posted first. Raises
    `KeyReused`, `Unbalanced`, `BadAmount`, `BadTransaction`, `ForeignAccount`, `BalanceTooLarge`.
    """
    if kind == REVERSAL:
        raise BadTransaction("A reversal is made by reversing.")
    draft = _Draft(book, kind, key, tuple(Line(*line) for line in lines), at, memo, scope)
    _check_form(draft)
    with transaction.atomic(savepoint=False):
        lock(draft.book)
        return _posted_before(draft) or _write(draft)


def reverse(original: JournalTransaction, *, key: str, at: datetime, reason: str) -> JournalTransaction:
    """Posts the opposite of a transaction, once, under its scope.

    The same key for the same transaction gives the reversal that it made first. Raises `AlreadyReversed`,
    `ReversalReversed`, `KeyReused`, `BadTransaction`, `BalanceTooLarge`.
    """
    if original.reverses_id is not None:
        raise ReversalReversed("A reversal is not reversed; post anew what it took back.")
    postings = Posting.objects.filter(transaction=original).select_related("account").order_by("id")
    lines = tuple(Line(posting.account, -posting.amount) for posting in postings)
    draft = _Draft(original.book, REVERSAL, key, lines, at, reason, original.scope, reverses=original)
    _check_form(draft)
    with transaction.atomic(savepoint=False):
        lock(draft.book)
        if (before := _posted_before(draft)) is not None:
            return before
        if JournalTransaction.objects.filter(reverses=original).exists():
            raise AlreadyReversed("That transaction has been reversed already.")
        return _write(draft)


def forget_memos(book: Book, memos: Collection[str]) -> int:
    """Remove these words from the book, with the salt of what the chain says of them; from how many transactions."""
    rows = JournalTransaction.objects.filter(book=book).exclude(memo="").exclude(salt="")
    wanted, gone = sorted(memos), 0
    for start in range(0, len(wanted), _BATCH):
        gone += rows.filter(memo__in=wanted[start : start + _BATCH]).update(memo="", salt="")
    return gone


def _check_form(draft: _Draft) -> None:
    """All that can be refused without asking the database."""
    if not 0 < len(draft.kind) <= MAX_WORD:
        raise BadTransaction(f"A kind of transaction has 1 to {MAX_WORD} characters.")
    if not 0 < len(draft.key) <= MAX_KEY:
        raise BadTransaction(f"A key has 1 to {MAX_KEY} characters.")
    if len(draft.memo) > MAX_MEMO:
        raise BadTransaction(f"A memo has at most {MAX_MEMO} characters.")
    if draft.at.utcoffset() is None:
        raise BadTransaction("The time of a transaction needs a time zone.")
    if len(draft.lines) < 2:
        raise BadTransaction("A transaction has at least two postings.")
    for line in draft.lines:
        _check_line(draft.book, line)
    _check_sums(draft.lines)


def _check_line(book: Book, line: Line) -> None:
    # bool is an int to Python, and true is not an amount.
    if type(line.amount) is not int:
        raise BadAmount(f"An amount is a whole number of minor units, not {line.amount!r}.")
    if line.amount == 0:
        raise BadAmount("A posting moves something; its amount is not zero.")
    if abs(line.amount) > MAX_AMOUNT:
        raise BadAmount(f"An amount is at most {MAX_AMOUNT}.")
    if line.account.book_id != book.pk:
        raise ForeignAccount(f"Account {line.account.pk} belongs to another book.")


def _check_sums(lines: Sequence[Line]) -> None:
    sums: Counter[str] = Counter()
    for account, amount in lines:
        sums[account.currency] += amount
    if wrong := {currency: total for currency, total in sorted(sums.items()) if total}:
        said = ", ".join(f"{currency} {total:+d}" for currency, total in wrong.items())
        raise Unbalanced(f"The postings do not sum to zero: {said}.")


def _posted_before(draft: _Draft) -> JournalTransaction | None:
    """What the key posted before, if it is the same; looked at under the lock, where no twin can slip by."""
    before = _BY_KEY.first(book=draft.book.pk, key=draft.key)
    if before is None:
        return None
    postings = Counter(before.postings.values_list("account_id", "amount"))
    same = (
        (before.kind, before.scope) == (draft.kind, draft.scope)
        and before.reverses_id == (draft.reverses.pk if draft.reverses else None)
        and postings == Counter((line.account.pk, line.amount) for line in draft.lines)
    )
    if not same:
        raise KeyReused(f"The key {draft.key!r} has posted something else.")
    return before


def _write(draft: _Draft) -> JournalTransaction:
    """Postings first, the transaction last: its row is what closes and checks them (see `ledger.guards`)."""
    balances = _balances(draft.lines)
    _move(draft.lines, balances)
    row = JournalTransaction(
        book=draft.book,
        kind=draft.kind,
        key=draft.key,
        size=len(draft.lines),
        reverses=draft.reverses,
        scope=draft.scope,
        memo=draft.memo,
        happened_at=draft.at,
    )
    insert([Posting(transaction_id=row.pk, account=account, amount=amount) for account, amount in draft.lines])
    insert([row])
    # one statement that only names the new amounts; the rows are there, and are ours until the book is free
    Balance.objects.bulk_create(
        balances.values(), update_conflicts=True, unique_fields=["account"], update_fields=["amount"]
    )
    chain.append(draft.book, transaction_body(row, ((account.pk, amount) for account, amount in draft.lines)))
    return row


def _balances(lines: Sequence[Line]) -> dict[UUID, Balance]:
    """What the accounts stand at; nobody else moves them while the book is locked."""
    ids = {line.account.pk for line in lines}
    balances = {row.account_id: row for row in Balance.objects.filter(account__in=ids)}
    if unknown := ids - balances.keys():
        raise ForeignAccount(f"Account {min(unknown)} was never opened.")
    return balances


def _move(lines: Sequence[Line], balances: Mapping[UUID, Balance]) -> None:
    for account, amount in lines:
        balances[account.pk].amount += amount
    for balance in balances.values():
        if abs(balance.amount) > MAX_AMOUNT:
            raise BalanceTooLarge(f"Account {balance.account_id} would stand at {balance.amount}.")
