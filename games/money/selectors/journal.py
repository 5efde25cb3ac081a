"""The books: what a hand moved, and all that was posted for it, the statement of any account, and where they end."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import Sum

from games.core.display_names import names_of
from games.models import Club, Hand
from games.money.selectors import posting_texts, postings
from games.money.selectors.night_results import by_transaction, rows_of
from games.money.selectors.postings import Row, Sources
from games.money.services.money_moves import BALANCE, CHIPS
from ledger import chain
from ledger import selectors as ledger
from ledger.models import Account, JournalTransaction, Posting

Document = dict[str, Any]


def posted_for(hand: Hand) -> list[Document]:
    """All that was ever posted for a hand or taken back of it, oldest first: at, words, reason, reverses, lines.

    A line has account (its kind), name (of whose it is, if it is a player's) and amount.
    """
    rows = rows_of(hand.night)
    sources = postings.sources_of(rows, hand.night.club)
    mine = [row for row in rows if _is_of(row, hand, sources)]
    names = names_of({row.owner for row in mine if row.owner})
    return [_told(group, sources, names) for group in by_transaction(mine)]


def hand_money(hand: Hand) -> list[Document]:
    """What a hand moved by player, stakes, a match pot and corrections in money included: id, name, amount.

    Who won most stands first; nobody where it moved no money.
    """
    night = hand.night
    rows = rows_of(night)
    sources = postings.sources_of(rows, night.club)
    moved: dict[str, int] = defaultdict(int)
    for row in rows:
        if row.account in (CHIPS, BALANCE) and _is_of(row, hand, sources):
            moved[str(row.owner)] += row.amount
    names = names_of(moved)
    ranked = sorted(moved.items(), key=lambda item: (-item[1], names[item[0]]))
    return [{"id": player, "name": names[player], "amount": amount} for player, amount in ranked if amount]


def statement_of(club: Club, account: Account, before: int | None, most: int) -> Document:
    """The last lines of an account, newest first, or those before a line's number.

    `lines`, each with number, at, words, reason, reverses, amount and balance (after it); `older` is the number to go
    on from, None where there is nothing before.
    """
    found = Posting.objects.filter(account=account)
    if before is None:
        stands = ledger.balance(account)
    else:
        found = found.filter(pk__lt=before)
        stands = found.aggregate(sum=Sum("amount"))["sum"] or 0
    last = list(found.order_by("-id").values_list("pk", flat=True)[: most + 1])
    rows = sorted(postings.rows(Posting.objects.filter(pk__in=last)), key=lambda row: -row.number)
    shown = rows[:most]
    sources = postings.sources_of(shown, club)
    lines = []
    for row in shown:
        lines.append({**_of(row, sources), "number": row.number, "amount": row.amount, "balance": stands})
        stands -= row.amount
    return {"lines": lines, "older": shown[-1].number if len(rows) > most else None}


def head_of(book: UUID) -> dict[str, Any] | None:
    """Where the books ended: what a report on paper is a picture of. None in an empty book."""
    last = JournalTransaction.objects.filter(book=book).order_by("posted_at", "id").last()
    if last is None:
        return None
    head = chain.head(book)
    return {
        "transaction": str(last.pk),
        "posted_at": last.posted_at,
        "chain": {"sequence": head.sequence, "hash": head.hash, "short": head.short},
    }


def _is_of(row: Row, hand: Hand, sources: Sources) -> bool:
    of = postings.hand_of(row, sources)
    return of is not None and of.pk == hand.pk


def _of(row: Row, sources: Sources) -> Document:
    return {
        "at": row.at,
        "words": posting_texts.words(row, sources),
        "reason": posting_texts.reason(row, sources),
        "reverses": row.reverses is not None,
        "transaction": row.transaction,
    }


def _told(group: list[Row], sources: Sources, names: Mapping[str, str]) -> Document:
    lines = [
        {"account": row.account, "name": names.get(str(row.owner), "") if row.owner else "", "amount": row.amount}
        for row in sorted(group, key=lambda row: (row.account != CHIPS, -row.amount))
    ]
    return {**_of(group[0], sources), "lines": lines}
