"""A night's money beside chips: requests, expenses, mistakes."""

from uuid import UUID

from django.db.models import QuerySet

from api.v1 import filters
from api.v1.operations import Ask, read_operation, write_operation
from api.v1.serializers.money import AskForChips, ChipRequest, RecordExpense, ReverseEntry
from api.v1.serializers.nights import Empty, Entry
from api.v1.serializers.settlements import Reason
from api.v1.view import ApiView
from games import models
from games.core.actor import Actor
from games.money.services import chip_requests, expenses
from games.nights.selectors import nights as select
from games.nights.services import entry_reversal

REQUESTS = (
    filters.word("status", models.BuyInRequest.Status.values, "What came of it."),
    filters.player(lambda requests, one: requests.filter(player=one), "Who asked."),
    filters.order(created_at="asked_at"),
)


class Requests(ApiView):
    @read_operation(
        "listChipRequests", ChipRequest, "Chips that players of a night asked for", many=True, filters=REQUESTS
    )
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.BuyInRequest]:
        """Oldest first, decided ones among them."""
        return select.requests_of(actor, night_id)

    @write_operation(
        "requestChips",
        AskForChips,
        ChipRequest,
        "Ask for a buy-in or a top-up",
        fails=("bad_amount",),
        at=("nights/{night_id}/requests/",),
    )
    def post(self, ask: Ask, night_id: UUID) -> models.BuyInRequest:
        """A player for themselves, a scorekeeper for anyone seated; one request at a time."""
        return chip_requests.ask_for_chips(ask.actor, night_id, **ask.given)


class Grant(ApiView):
    @write_operation("grantChipRequest", Empty, ChipRequest, "Grant a request: the chips are bought in", status=200)
    def post(self, ask: Ask, request_id: UUID) -> models.BuyInRequest:
        """During a hand they count from the next one."""
        return chip_requests.grant(ask.actor, request_id)


class Refuse(ApiView):
    @write_operation("refuseChipRequest", Reason, ChipRequest, "Refuse a request", status=200)
    def post(self, ask: Ask, request_id: UUID) -> models.BuyInRequest:
        """With a reason, which the player sees."""
        return chip_requests.refuse(ask.actor, request_id, **ask.given)


class Withdraw(ApiView):
    @write_operation("withdrawChipRequest", Empty, ChipRequest, "Withdraw a request of one's own", status=200)
    def post(self, ask: Ask, request_id: UUID) -> models.BuyInRequest:
        """By the player who asked, or a scorekeeper, while it is undecided."""
        return chip_requests.withdraw(ask.actor, request_id)


class Expenses(ApiView):
    @read_operation(
        "listExpenses", Entry, "What a night cost beside the game", many=True, filters=(filters.ENTRY_ORDER,)
    )
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.Entry]:
        """Oldest first, with who paid, who bears which part, and the odd cents."""
        return select.money_entries(actor, night_id).filter(kind=models.Entry.Kind.EXPENSE)

    @write_operation(
        "recordExpense",
        RecordExpense,
        Entry,
        "Pizza, the room, a rake",
        fails=("bad_amount",),
        at=("nights/{night_id}/expenses/",),
    )
    def post(self, ask: Ask, night_id: UUID) -> models.Entry:
        """The body of the entry names who bears how much, and in `odd` who bears one minor unit more."""
        given = dict(ask.given)
        paid_by = given.pop("paid_by"), given.pop("player")
        return expenses.record_expense(ask.actor, night_id, paid_by=paid_by, **given)


class TakeBack(ApiView):
    @write_operation(
        "reverseEntry",
        ReverseEntry,
        Entry,
        "Take back an entry about money that was a mistake",
        at=("nights/{night}/money/",),
    )
    def post(self, ask: Ask, entry_id: UUID) -> models.Entry:
        """A buy-in, a cash-out, a count, an expense, a decision about pot, difference or match. Both entries stay."""
        return entry_reversal.take_back(ask.actor, entry_id, **ask.given)
