"""Books, the accounts in them, and what each account stands at."""

import uuid

from django.db import models
from django.db.models import Q, UniqueConstraint
from django.utils import timezone

from ledger.limits import MAX_AMOUNT, MAX_WORD


class Book(models.Model):
    """A closed set of accounts: money moves within a book, never between two. Its row is what a writer locks."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return str(self.id)


def _once(name: str, fields: list[str], condition: Q) -> UniqueConstraint:
    return UniqueConstraint(name=name, fields=["book", "kind", "currency", *fields], condition=condition)


class Account(models.Model):
    """Where amounts of one currency are posted. What kind, owner and scope mean is the client's affair.

    A positive amount belongs to the account. There is one account for each book, kind, currency, owner and
    scope; it is never changed and never deleted.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="accounts", db_index=False)
    kind = models.CharField(max_length=MAX_WORD)
    currency = models.CharField(max_length=3)
    owner = models.UUIDField(null=True)
    scope = models.UUIDField(null=True)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        # SQL holds two nulls for different, and SQLite cannot be told otherwise: so four constraints.
        constraints = [
            _once("ledger_account_plain", [], Q(owner=None, scope=None)),
            _once("ledger_account_owner", ["owner"], Q(owner__isnull=False, scope=None)),
            _once("ledger_account_scope", ["scope"], Q(owner=None, scope__isnull=False)),
            _once("ledger_account_both", ["owner", "scope"], Q(owner__isnull=False, scope__isnull=False)),
        ]
        indexes = [
            models.Index(fields=["book", "kind", "scope", "owner", "currency"], name="ledger_account_find"),
            models.Index(fields=["book", "owner"], name="ledger_account_of_owner"),
            models.Index(fields=["book", "scope"], name="ledger_account_of_scope"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.currency} {self.id}"


class Balance(models.Model):
    """The sum of an account's postings, kept by who posts them."""

    account = models.OneToOneField(Account, on_delete=models.PROTECT, primary_key=True, related_name="kept")
    amount = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="ledger_balance_bounds", condition=Q(amount__gte=-MAX_AMOUNT, amount__lte=MAX_AMOUNT)
            )
        ]

    def __str__(self) -> str:
        return f"{self.amount}"
