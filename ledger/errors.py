"""What the ledger refuses. Every refusal is a `LedgerError`; `code` is stable, the text is for people."""

from typing import ClassVar


class LedgerError(Exception):
    """The base of all refusals. Nothing has been posted."""

    code: ClassVar[str] = "ledger"


class BadAmount(LedgerError):
    """Not a whole number of minor units, zero, or beyond the bounds."""

    code = "bad_amount"


class BadTransaction(LedgerError):
    """Something about it is malformed: too few postings, no key, a time without a zone, a text too long."""

    code = "bad_transaction"


class BadCurrency(LedgerError):
    """Not three capital letters, as ISO 4217 has them."""

    code = "bad_currency"


class Unbalanced(LedgerError):
    """The postings of at least one currency do not sum to zero."""

    code = "unbalanced"


class ForeignAccount(LedgerError):
    """An account of another book, or one that was never opened."""

    code = "foreign_account"


class KeyReused(LedgerError):
    """The key already posted something else."""

    code = "key_reused"


class AlreadyReversed(LedgerError):
    """A transaction is reversed at most once."""

    code = "already_reversed"


class ReversalReversed(LedgerError):
    """A reversal stands. What it took back is posted anew, as a transaction of its own."""

    code = "reversal_reversed"


class BadBody(LedgerError):
    """What was to be chained has no canonical JSON."""

    code = "bad_body"


class BalanceTooLarge(LedgerError):
    """The balance of an account would pass the bounds of an amount."""

    code = "balance_too_large"


class NotZeroSum(LedgerError):
    """Nets that do not sum to zero cannot be settled among their owners."""

    code = "not_zero_sum"


class GuardsMissing(LedgerError):
    """The database does not carry the triggers that keep the ledger."""

    code = "guards_missing"
