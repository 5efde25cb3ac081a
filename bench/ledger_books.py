"""A club's books in a process of their own: `python -m bench.ledger_books POSTINGS`.

It fills the empty database that DATABASE_URL names, and then answers as `bench.asking` asks.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID, uuid4

import django

from bench.asking import Works, answer

MEMBERS = [UUID(int=number) for number in range(1, 31)]
SEATS, HANDS = 8, 30
CURRENCY = "EUR"
BEGAN = datetime(2020, 1, 1, 20, tzinfo=UTC)

POSTING = "INSERT INTO ledger_posting (transaction_id, account_id, amount) VALUES (%s, %s, %s)"

Lines = list[tuple[UUID, int]]


class Books:
    """The books of one club as they are made up, before the database has them."""

    def __init__(self) -> None:
        self.chance = random.Random(7)
        self.accounts: list[tuple[UUID, str, UUID | None, UUID | None]] = []
        self.balances: dict[UUID, int] = defaultdict(int)
        self.members = [self.open("balance", member, None) for member in MEMBERS]
        self.nights: list[UUID] = []

    def open(self, kind: str, owner: UUID | None, scope: UUID | None) -> UUID:
        id = uuid4()
        self.accounts.append((id, kind, owner, scope))
        self.balances[id] = 0
        return id

    def night(self) -> Iterator[tuple[str, UUID, Lines]]:
        """Everybody buys in, so many hands, everybody cashes out."""
        night = uuid4()
        self.nights.append(night)
        seated = self.chance.sample(range(len(MEMBERS)), SEATS)
        chips = [self.open("chips", MEMBERS[seat], night) for seat in seated]
        for seat, stack in zip(seated, chips, strict=True):
            yield "buy-in", night, [(stack, 2000), (self.members[seat], -2000)]
        for _ in range(HANDS):
            lost = [self.chance.choice((5, 10, 25)) for _ in chips[1:]]
            winner = self.chance.choice(chips)
            losers = [stack for stack in chips if stack != winner]
            yield "hand", night, [(winner, sum(lost)), *zip(losers, (-one for one in lost), strict=True)]
        for seat, stack in zip(seated, chips, strict=True):
            if left := self.balances[stack]:
                yield "cash-out", night, [(stack, -left), (self.members[seat], left)]


def fill(postings: int) -> Works:
    """Writes books of so many postings into the database; gives the pieces of work on them."""
    from django.core.management import call_command
    from django.db import connection

    from ledger import guards, services
    from ledger.models import Account, Balance

    call_command("migrate", verbosity=0)
    book, books = services.open_book(), Books()
    # A million posts through the services would take an hour; they are made as the services make them.
    with guards.lifted_for_tests(connection):
        _journal(book, books, postings)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    kept = Balance.objects.filter(account__kind="balance").order_by("account__owner")
    assert [one.amount for one in kept] == [books.balances[id] for id in books.members]
    accounts = list(Account.objects.filter(pk__in=books.members[:SEATS]))
    return _works(book, books.nights[-1], accounts)


def _journal(book: object, books: Books, postings: int) -> None:
    from django.db import connection, transaction

    from ledger.models import Account, Balance, JournalTransaction

    def raw(id: UUID) -> object:
        return JournalTransaction._meta.pk.get_db_prep_value(id, connection)

    left, opened = postings, 0
    while left > 0:
        transactions, lines = [], []
        for kind, night, moved in books.night():
            at = BEGAN + timedelta(hours=len(books.nights))
            row = JournalTransaction(
                book=book, kind=kind, key=str(uuid4()), size=len(moved), scope=night, happened_at=at, posted_at=at
            )
            transactions.append(row)
            for account, amount in moved:
                books.balances[account] += amount
                lines.append((raw(row.pk), raw(account), amount))
        new, opened = books.accounts[opened:], len(books.accounts)
        with transaction.atomic():
            Account.objects.bulk_create(
                Account(id=id, book=book, kind=kind, currency=CURRENCY, owner=owner, scope=scope)
                for id, kind, owner, scope in new
            )
            with connection.cursor() as cursor:  # far faster than a million objects
                cursor.executemany(POSTING, lines)
            JournalTransaction.objects.bulk_create(transactions)
        left -= len(lines)
    Balance.objects.bulk_create(
        (Balance(account_id=id, amount=amount) for id, amount in books.balances.items()), batch_size=5000
    )


def _works(book: object, night: UUID, accounts: list[object]) -> Works:
    from ledger import selectors, services

    numbers = count()

    def read() -> None:
        selectors.balance(accounts[0])
        selectors.balances(accounts)
        assert len(selectors.balances_by_owner(book, "balance", CURRENCY)) == len(MEMBERS)
        assert selectors.totals(book, scope=night)["chips", CURRENCY] == 0

    def post() -> None:
        lines = [(account, 5) for account in accounts[1:]] + [(accounts[0], -5 * (len(accounts) - 1))]
        services.post(book, "hand", lines, key=f"new {next(numbers)}", at=BEGAN, scope=night)

    return {"read": read, "post": post}


if __name__ == "__main__":
    django.setup()
    answer(fill(int(sys.argv[1])))
