"""Chips bought, counted and paid out."""

from uuid import UUID

from django.db.models import QuerySet

from api.v1.filters import ENTRIES, ENTRIES_OF_PLAYERS, ENTRY_ORDER
from api.v1.operations import Ask, read_operation, write_operation
from api.v1.serializers.nights import BuyIn, CashOut, Entry, Recount
from api.v1.view import ApiView
from games import models
from games.core.actor import Actor
from games.money.services import chips
from games.nights.selectors import nights as select

Kind = models.Entry.Kind


class Money(ApiView):
    @read_operation(
        "listMoneyEntries", Entry, "Every entry about a night's chips, oldest first", many=True, filters=ENTRIES
    )
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.Entry]:
        """Buy-ins, cash-outs, counts, expenses, decisions, and what took one of them back."""
        return select.money_entries(actor, night_id)


class BuyIns(ApiView):
    @read_operation("listBuyIns", Entry, "Buy-ins and top-ups of a night", many=True, filters=ENTRIES_OF_PLAYERS)
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.Entry]:
        """Oldest first, those that were taken back among them."""
        return select.money_entries(actor, night_id).filter(kind__in=[Kind.BUY_IN, Kind.TOP_UP])

    @write_operation(
        "recordBuyIn",
        BuyIn,
        Entry,
        "Chips for a seated player",
        fails=("bad_amount",),
        at=("nights/{night_id}/buy-ins/",),
    )
    def post(self, ask: Ask, night_id: UUID) -> models.Entry:
        """During a hand they count from the next one."""
        return chips.buy_in(ask.actor, night_id, **ask.given)


class CashOuts(ApiView):
    @read_operation("listCashOuts", Entry, "Cash-outs of a night", many=True, filters=ENTRIES_OF_PLAYERS)
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.Entry]:
        """Oldest first, those that were taken back among them."""
        return select.money_entries(actor, night_id).filter(kind=Kind.CASH_OUT)

    @write_operation(
        "recordCashOut",
        CashOut,
        Entry,
        "All of a player's chips back, as counted",
        fails=("bad_amount",),
        at=("nights/{night_id}/cash-outs/",),
    )
    def post(self, ask: Ask, night_id: UUID) -> models.Entry:
        """What count and book differ by waits in the night's difference, to be decided before it closes."""
        return chips.cash_out(ask.actor, night_id, **ask.given)


class Recounts(ApiView):
    @read_operation("listRecounts", Entry, "Recounts of a night", many=True, filters=(ENTRY_ORDER,))
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.Entry]:
        """Oldest first."""
        return select.money_entries(actor, night_id).filter(kind=Kind.RECOUNT)

    @write_operation(
        "recordRecount",
        Recount,
        Entry,
        "Stacks as counted between hands",
        fails=("bad_amount",),
        at=("nights/{night_id}/recounts/",),
    )
    def post(self, ask: Ask, night_id: UUID) -> models.Entry:
        """Real chips against the book. What they differ by waits in the night's difference."""
        return chips.recount(ask.actor, night_id, **ask.given)
