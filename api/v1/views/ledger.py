"""The books, for whoever wants to add them up."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from api.v1 import filters
from api.v1.operations import read_operation
from api.v1.serializers.ledger import LedgerAccount, Posting
from api.v1.view import ApiView
from games.core.actor import Actor
from games.money.selectors import ledger_accounts as select

ACCOUNTS = (
    filters.word("kind", select.KINDS, "What is kept there."),
    filters.player(lambda accounts, one: accounts.filter(owner=one), "Whose it is."),
    filters.night(lambda accounts, one: accounts.filter(scope=one), "Of which night it is."),
    filters.order("opened_at"),
)


class Accounts(ApiView):
    @read_operation("listAccounts", LedgerAccount, "The accounts of a club's books", many=True, filters=ACCOUNTS)
    def get(self, actor: Actor, club_id: UUID) -> QuerySet[Any]:
        """In the order in which they were opened. All balances of a currency sum to zero."""
        return select.accounts_of(actor, club_id)


class Postings(ApiView):
    @read_operation("listPostings", Posting, "What was posted to an account", many=True, filters=(filters.order("id"),))
    def get(self, actor: Actor, account_id: UUID) -> QuerySet[Any]:
        """Oldest first; with `order=-id` newest first. Nothing is ever changed: what was wrong is reversed."""
        return select.postings_to(actor, account_id)
