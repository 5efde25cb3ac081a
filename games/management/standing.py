"""What a club has, in few words: two installations that say the same of it have the same club."""

from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from games.models import Club, Entry, Hand, Night
from ledger import chain
from ledger.models import Balance, Posting


def standing(club: Club) -> dict[str, Any]:
    """`head`: the last link of the chain and its hash; how many rows; `balances` in minor units, by account."""
    head = chain.head(club.book)
    balances = Balance.objects.filter(account__book=club.book).exclude(amount=0).values_list("account_id", "amount")
    return {
        "head": [head.sequence, head.hash],
        "nights": Night.objects.filter(club=club).count(),
        "hands": Hand.objects.filter(night__club=club).count(),
        "entries": Entry.objects.filter(club=club).count(),
        "postings": Posting.objects.filter(account__book=club.book).count(),
        "balances": {str(account): amount for account, amount in balances.order_by("account_id")},
    }


def club_named(text: str) -> Club:
    """By its id, or its name where no other club has it. Raises CommandError."""
    try:
        found = list(Club.objects.filter(pk=UUID(text)))
    except ValueError:
        found = list(Club.objects.filter(name=text))
    if len(found) != 1:
        raise CommandError(f"There are {len(found)} clubs {text}: give the id.")
    return found[0]
