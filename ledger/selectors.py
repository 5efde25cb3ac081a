"""The readers of the ledger."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, QuerySet, Sum, Window

from ledger.models import Account, Balance, Book, JournalTransaction, Posting


class Total(NamedTuple):
    """What the accounts of one kind and currency stand at together."""

    kind: str
    currency: str


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One posting of an account; `balance` is what the account stood at after it."""

    transaction: UUID
    kind: str
    memo: str
    happened_at: datetime
    posted_at: datetime
    reverses: UUID | None
    amount: int
    balance: int


def find_account(
    book: Book, kind: str, currency: str, *, owner: UUID | None = None, scope: UUID | None = None
) -> Account | None:
    """That account, if it was ever opened."""
    return Account.objects.filter(book=book, kind=kind, currency=currency, owner=owner, scope=scope).first()


def balance(account: Account) -> int:
    """What the account stands at, in minor units."""
    return Balance.objects.get(account=account).amount


def balances(accounts: Iterable[Account]) -> dict[UUID, int]:
    """What each account stands at, by its id; one query for all."""
    ids = [account.pk for account in accounts]
    return dict(Balance.objects.filter(account__in=ids).values_list("account_id", "amount"))


def balances_by_owner(book: Book, kind: str, currency: str, *, scope: UUID | None = None) -> dict[UUID, int]:
    """What each owner's account of that kind stands at; accounts without an owner are left out."""
    accounts = Account.objects.filter(book=book, kind=kind, currency=currency, scope=scope)
    rows = accounts.filter(owner__isnull=False).values_list("owner", "kept__amount")
    return {owner: amount for owner, amount in rows if owner is not None}


def totals(book: Book, *, scope: UUID | None) -> dict[Total, int]:
    """The sums over all accounts of a scope, by kind and currency."""
    rows = Balance.objects.filter(account__book=book, account__scope=scope)
    grouped = rows.values("account__kind", "account__currency").annotate(total=Sum("amount")).order_by()
    return {Total(row["account__kind"], row["account__currency"]): row["total"] for row in grouped}


def moved(book: Book, *, scope: UUID, account_kind: str) -> dict[str, int]:
    """What the transactions of a scope have moved on the accounts of one kind, by currency."""
    rows = Posting.objects.filter(transaction__book=book, transaction__scope=scope, account__kind=account_kind)
    grouped = rows.values("account__currency").annotate(total=Sum("amount")).order_by()
    return {row["account__currency"]: row["total"] for row in grouped}


def lines(transactions: Iterable[JournalTransaction]) -> dict[UUID, list[Posting]]:
    """The postings of each transaction, with their accounts, in the order in which they were posted."""
    ids = [transaction.pk for transaction in transactions]
    found: dict[UUID, list[Posting]] = defaultdict(list)
    for posting in Posting.objects.filter(transaction__in=ids).select_related("account").order_by("id"):
        found[posting.transaction_id].append(posting)
    return dict(found)


def journal(book: Book, *, scope: UUID | None = None) -> QuerySet[JournalTransaction]:
    """The transactions of a book, or of one scope in it, oldest first."""
    rows = JournalTransaction.objects.filter(book=book).select_related("reversed_by")
    if scope is not None:
        rows = rows.filter(scope=scope)
    return rows.order_by("posted_at", "id")


def statement(account: Account) -> list[StatementLine]:
    """All that was ever posted to an account, oldest first, with the balance after each."""
    rows = (
        Posting.objects.filter(account=account)
        .select_related("transaction")
        .annotate(after=Window(Sum("amount"), order_by=F("id").asc()))
        .order_by("id")
    )
    return [
        StatementLine(
            transaction=row.transaction_id,
            kind=row.transaction.kind,
            memo=row.transaction.memo,
            happened_at=row.transaction.happened_at,
            posted_at=row.transaction.posted_at,
            reverses=row.transaction.reverses_id,
            amount=row.amount,
            balance=row.after,
        )
        for row in rows
    ]
