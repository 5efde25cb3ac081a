"""The books checked from the postings up, as if nothing had been kept beside them."""

from collections.abc import Iterator

from django.db.models import Count, F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from ledger.chain_audit import Chained, verify_chain, verify_heads
from ledger.difference import Difference
from ledger.models import Account, Book, JournalTransaction, Posting
from ledger.reading import checked

__all__ = ["Chained", "Difference", "verify", "verify_books", "verify_heads"]


def verify(book: Book) -> list[Difference]:
    """Every difference in a book; none is the answer one hopes for."""
    return [*verify_books(book), *verify_chain(book).differences]


def verify_books(book: Book) -> list[Difference]:
    """The same without the chain."""
    checks = (_sizes, _sums, _strangers, _mirrors, _unfinished, _balances)
    return [found for check in checks for found in checked("books", book.pk, lambda check=check: check(book))]  # type: ignore[misc]


def _sizes(book: Book) -> Iterator[Difference]:
    rows = JournalTransaction.objects.filter(book=book).annotate(count=Count("postings"))
    for row in rows.exclude(count=F("size"), size__gte=2).order_by("posted_at", "id"):
        yield Difference("postings of transaction", row.pk, str(max(row.size, 2)), str(row.count))


def _sums(book: Book) -> Iterator[Difference]:
    rows = Posting.objects.filter(transaction__book=book).values("transaction_id", "account__currency")
    for row in rows.annotate(total=Sum("amount")).exclude(total=0).order_by("transaction_id"):
        found = f"{row['account__currency']} {row['total']:+d}"
        yield Difference("sum of transaction", row["transaction_id"], "0", found)


def _strangers(book: Book) -> Iterator[Difference]:
    rows = Posting.objects.filter(transaction__book=book).exclude(account__book=book).order_by("id")
    for row in rows.select_related("account"):
        found = f"account {row.account_id} of book {row.account.book_id}"
        yield Difference("book of a posting of transaction", row.transaction_id, str(book.pk), found)


def _mirrors(book: Book) -> Iterator[Difference]:
    """A reversal and what it reverses sum to zero on every account."""
    reversals = JournalTransaction.objects.filter(book=book, reverses__isnull=False)
    for row in reversals.filter(reverses__reverses__isnull=False).order_by("id"):
        yield Difference("reversal", row.pk, "of no reversal", f"of reversal {row.reverses_id}")
    for row in reversals.order_by("id"):
        both = Posting.objects.filter(transaction__in=[row.pk, row.reverses_id])
        unequal = both.values("account_id").annotate(total=Sum("amount")).exclude(total=0)
        for account in unequal.order_by("account_id"):
            found = f"{account['total']:+d} left on account {account['account_id']}"
            yield Difference("reversal", row.pk, f"the mirror of {row.reverses_id}", found)


def _unfinished(book: Book) -> Iterator[Difference]:
    """Postings whose transaction was never written; only a writer that ignores foreign keys leaves any."""
    written = JournalTransaction.objects.values("id")
    rows = Posting.objects.filter(account__book=book).exclude(transaction_id__in=written)
    for row in rows.order_by("id"):
        found = f"none for {row.amount:+d} on account {row.account_id}"
        yield Difference("transaction", row.transaction_id, "a finished one", found)


def _balances(book: Book) -> Iterator[Difference]:
    """Accounts whose kept balance is missing or not the sum of their postings."""
    sums = Posting.objects.filter(account=OuterRef("pk")).order_by().values("account")
    derived = Coalesce(Subquery(sums.annotate(total=Sum("amount")).values("total")), 0)
    accounts = Account.objects.filter(book=book).annotate(derived=derived)
    off = accounts.filter(Q(kept=None) | ~Q(kept__amount=F("derived"))).order_by("id")
    for id, expected, found in off.values_list("id", "derived", "kept__amount"):
        yield Difference("balance of account", id, str(expected), "none" if found is None else str(found))
