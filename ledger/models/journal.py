"""What was posted, for good."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from ledger.canonical import new_salt
from ledger.limits import MAX_AMOUNT, MAX_KEY, MAX_MEMO, MAX_SALT, MAX_WORD
from ledger.models.accounts import Account, Book


class JournalTransaction(models.Model):
    """One event in the books. Its postings sum to zero in each currency, or it does not exist.

    The row is written after its postings and closes them: `size` says how many there are, and none joins
    later.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="transactions", db_index=False)
    kind = models.CharField(max_length=MAX_WORD)
    key = models.CharField(max_length=MAX_KEY)
    size = models.PositiveIntegerField()
    reverses = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="reversed_by", editable=False
    )
    scope = models.UUIDField(null=True)
    memo = models.CharField(max_length=MAX_MEMO, blank=True)
    # With the memo it makes what the chain says of it; without it nobody can try words.
    salt = models.CharField(max_length=MAX_SALT, default=new_salt, editable=False)
    happened_at = models.DateTimeField()
    posted_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(name="ledger_key_once", fields=["book", "key"])]
        indexes = [
            models.Index(fields=["book", "scope", "posted_at"], name="ledger_journal_of_scope"),
            models.Index(fields=["book", "posted_at"], name="ledger_journal_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Posting(models.Model):
    """An amount that one transaction moved on one account: positive to it, negative from it.

    The number is the database's own: it orders the postings of an account, and nothing outside refers to it.
    """

    id = models.BigAutoField(primary_key=True)
    transaction = models.ForeignKey(JournalTransaction, on_delete=models.PROTECT, related_name="postings")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="postings", db_index=False)
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="ledger_posting_not_zero", condition=~Q(amount=0)),
            models.CheckConstraint(
                name="ledger_posting_bounds", condition=Q(amount__gte=-MAX_AMOUNT, amount__lte=MAX_AMOUNT)
            ),
        ]
        indexes = [models.Index(fields=["account", "id"], name="ledger_posting_in_order")]

    def __str__(self) -> str:
        return f"{self.amount:+d}"
