"""The books as they are kept: a club's accounts, and what was posted to each."""

from uuid import UUID

from django.db.models import QuerySet

from games.core.actor import Actor
from games.core.errors import NotFound
from games.core.permissions import May, member_for
from games.money.services.money_moves import BALANCE, BOX, CHIPS, CLUB, DIFFERENCE, MATCH, POT
from ledger.models import Account, Posting

KINDS = [BALANCE, CHIPS, POT, DIFFERENCE, BOX, MATCH, CLUB]


def accounts_of(actor: Actor, club_id: UUID) -> QuerySet[Account]:
    """All accounts of a club, in the order in which they were opened, with what each stands at."""
    club = member_for(actor, May.SEE, club=club_id).club
    return Account.objects.filter(book=club.book).select_related("kept").order_by("opened_at", "id")


def postings_to(actor: Actor, account_id: UUID) -> QuerySet[Posting]:
    """What was posted to an account, in order, each with its transaction."""
    account = Account.objects.filter(pk=account_id).first()
    if account is None:
        raise NotFound("There is no such thing in your clubs.")
    member_for(actor, May.SEE, club__book=account.book_id)
    return Posting.objects.filter(account=account_id).select_related("transaction").order_by("id")
