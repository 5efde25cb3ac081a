"""The accounts of a night in the ledger (docs/accounting.md): what they stand at, and what is posted to them.

What an entry moves is said by `effects`; here it is posted.
A player's balance with the club spans its nights; what a night has moved on it are the postings in the night's scope.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

import ledger.services
from games.core.errors import BadAmount
from games.models import Club, Entry, Night
from games.money.services.effects import NO_CONTEXT, Context, effects, journal_kind
from games.money.services.money_moves import BALANCE, CHIPS, CLUB, DIFFERENCE, MATCH, POT, Moves, Standing, totals
from ledger.errors import BadAmount as LedgerBadAmount
from ledger.errors import BalanceTooLarge
from ledger.models import Account, Balance, Book, JournalTransaction, Posting
from prepared.lookups import Prepared

# Accounts that stand at zero once a night is closed
ON_TABLE = (CHIPS, POT, DIFFERENCE, MATCH)

_BALANCES = Prepared(
    lambda book, scope: Balance.objects.filter(account__book=book, account__scope=scope).values_list(
        "account__kind", "account__owner", "amount"
    ),
    book=UUID,
    scope=UUID,
)
_OF_NIGHT = Prepared(lambda book, scope: Account.objects.filter(book=book, scope=scope), book=UUID, scope=UUID)

Lines = Iterable[tuple[Account, int]]


def open_book() -> UUID:
    return ledger.services.open_book().pk


def read(night: Night) -> Standing:
    """One query, however long the night."""
    standing = Standing()
    for kind, owner, amount in _BALANCES.tuples(book=night.club.book, scope=night.pk):
        standing.add(kind, str(owner) if owner else None, amount)
    return standing


def not_cleared(club: Club, nights: QuerySet[Night]) -> dict[UUID, Standing]:
    """What is left on the tables of those of a club's nights on whose tables something is left. One query.

    A closed night among them does not balance: something was corrected after it had been closed.
    """
    rows = Balance.objects.filter(account__book=club.book, account__kind__in=ON_TABLE).exclude(amount=0)
    rows = rows.filter(account__scope__in=nights.order_by().values("pk"))
    found: dict[UUID, Standing] = defaultdict(Standing)
    for night, kind, owner, amount in rows.values_list("account__scope", "account__kind", "account__owner", "amount"):
        assert night is not None
        found[night].add(kind, str(owner) if owner else None, amount)
    return dict(found)


def nets(night: Night) -> dict[str, int]:
    """What this night has moved on each player's balance: bought in, cashed out, shared. Payments are not in it."""
    moved = Posting.objects.filter(
        transaction__book=night.club.book, transaction__scope=night.pk, account__kind=BALANCE
    )
    rows = moved.values_list("account__owner").annotate(net=Sum("amount")).order_by()
    return {str(owner): net for owner, net in rows}


def post_entry(night: Night, entry: Entry, context: Context = NO_CONTEXT, memo: str | None = None) -> None:
    """Post what an entry moves, under its id. The memo is the reason or the word in its body, unless given."""
    if memo is None:
        memo = entry.body.get("reason") or entry.body.get("word", "")
    post(night, journal_kind(entry.kind), effects(entry.kind, entry.body, context), entry.pk, entry.at, memo)


def post(night: Night, kind: str, moves: Moves, key: object, at: datetime, memo: str = "") -> None:
    """Post once what moves; nothing where nothing does. Raises BadAmount where a balance would pass all bounds."""
    amounts = totals(moves)
    if not amounts:
        return
    book = Book(pk=night.club.book)
    accounts = _accounts(book, night, amounts)
    lines = [(accounts[which], amount) for which, amount in amounts.items()]
    write(book, kind, lines, f"{kind}:{key}", at, memo, night.pk)


def write(
    book: Book, kind: str, lines: Lines, key: str, at: datetime, memo: str = "", scope: UUID | None = None
) -> None:
    """Post lines once. Raises BadAmount where a balance would pass all bounds."""
    try:
        ledger.services.post(book, kind, lines, key=key, at=at, memo=memo, scope=scope)
    except (LedgerBadAmount, BalanceTooLarge):
        raise BadAmount("That is more money than can be kept.") from None


def reverse(night: Night, kinds: Iterable[str], key: object, at: datetime, reason: str) -> None:
    """Reverse what was posted under a key, of whichever of these kinds there is."""
    keys = [f"{kind}:{key}" for kind in kinds]
    posted = JournalTransaction.objects.filter(book=night.club.book, key__in=keys).select_related("book")
    for transaction in sorted(posted, key=lambda one: keys.index(one.key)):
        ledger.services.reverse(transaction, key=f"reversal:{transaction.key}", at=at, reason=reason)


def reverse_open(night: Night, kind: str, key_begins: str, at: datetime, reason: str) -> None:
    """Reverse what was posted under keys that begin so, where it is not reversed yet."""
    posted = JournalTransaction.objects.filter(
        book=night.club.book, scope=night.pk, key__startswith=f"{kind}:{key_begins}", reversed_by=None
    )
    for transaction in posted.select_related("book"):
        ledger.services.reverse(transaction, key=f"reversal:{transaction.key}", at=at, reason=reason)


def _accounts(
    book: Book, night: Night, wanted: Collection[tuple[str, str | None]]
) -> dict[tuple[str, str | None], Account]:
    """The accounts by kind and owner: those that are there in two queries, those that lack opened.

    Balances and what the club keeps span the nights; all else is of this night alone.
    """
    there = list(_OF_NIGHT.rows(book=book.pk, scope=night.pk))
    if lasting := [(kind, owner) for kind, owner in wanted if kind in (BALANCE, CLUB)]:
        of_members = Q(kind=BALANCE, owner__in=[owner for kind, owner in lasting if kind == BALANCE])
        of_club = Q(kind=CLUB, owner=None)
        there += Account.objects.filter(of_members | of_club, book=book, currency=night.currency, scope=None)
    accounts: dict[tuple[str, str | None], Account] = {
        (account.kind, str(account.owner) if account.owner else None): account for account in there
    }
    for kind, owner in wanted:
        if (kind, owner) not in accounts:
            accounts[kind, owner] = ledger.services.open_account(
                book,
                kind,
                night.currency,
                owner=UUID(owner) if owner else None,
                scope=None if kind in (BALANCE, CLUB) else night.pk,
            )
    return accounts
