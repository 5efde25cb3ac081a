"""What is kept. Only `Balance` ever changes, and it can be derived again from the postings."""

from ledger.models.accounts import Account, Balance, Book
from ledger.models.chain import Link
from ledger.models.journal import JournalTransaction, Posting

__all__ = ["Account", "Balance", "Book", "JournalTransaction", "Link", "Posting"]
