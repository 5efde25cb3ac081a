"""What was posted, for whom, and who pays whom."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.core.admin.read_only import ReadOnly, WithPage
from games.core.formatting import writer_for, writer_of
from games.models import Club, Night, Payment, Player, Settlement, Transfer
from games.models.words import word
from games.money.admin import account_page
from ledger.models import Account, JournalTransaction


class OfBook(ReadOnly):
    """Rows of the ledger, which knows no clubs: only their books."""

    club = "book"

    def named(self, club: Club) -> Any:
        return club.book


@admin.register(Account)
class AccountAdmin(OfBook, WithPage):
    """Every account of the club with what it stands at; one of them is its statement."""

    list_display = ("what", "whose", "of_night", "stands_at")
    list_select_related = ("kept",)
    narrows = ("kind", "owner", "scope")
    ordering = ("kind", "scope", "owner", "currency")
    shown = staticmethod(account_page.shown)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        name = Player.objects.filter(pk=OuterRef("owner")).values("name")[:1]
        night = Night.objects.filter(pk=OuterRef("scope")).values("name")[:1]
        rows: QuerySet[Account] = super().get_queryset(request)
        club = Club.objects.filter(book=OuterRef("book"))
        return rows.annotate(
            owner_name=Subquery(name),
            night_name=Subquery(night),
            locale=Subquery(club.values("locale")[:1]),
            time_zone=Subquery(club.values("time_zone")[:1]),
        )

    @admin.display(description=_("kind"))
    def what(self, account: Any) -> str:
        return word(account.kind)

    @admin.display(description=_("player"))
    def whose(self, account: Any) -> str | None:
        return account.owner_name

    @admin.display(description=_("night"))
    def of_night(self, account: Any) -> str | None:
        return account.night_name

    @admin.display(description=_("stands at"))
    def stands_at(self, account: Any) -> str:
        write = writer_for(account.locale, account.time_zone, account.currency)
        return write.money(account.kept.amount if hasattr(account, "kept") else 0)


@admin.register(JournalTransaction)
class JournalTransactionAdmin(OfBook):
    """What was posted, newest first, and what of it was taken back by what."""

    list_display = ("posted_at", "what", "memo", "size", "takes_back")
    list_select_related = ("reverses",)
    narrows = ("scope",)
    fields = ("posted_at", "happened_at", "what", "key", "memo", "size", "reverses", "taken_back_by", "lines")
    ordering = ("-posted_at",)

    @admin.display(description=_("kind"))
    def what(self, transaction: JournalTransaction) -> str:
        return word(transaction.kind)

    @admin.display(description=_("takes back"))
    def takes_back(self, transaction: JournalTransaction) -> str:
        return str(transaction.reverses or self.admin_site.empty_value_display)

    @admin.display(description=_("taken back by"))
    def taken_back_by(self, transaction: JournalTransaction) -> str:
        return str(getattr(transaction, "reversed_by", self.admin_site.empty_value_display))

    @admin.display(description=_("lines"))
    def lines(self, transaction: JournalTransaction) -> Any:
        return account_page.lines_of(transaction)


@admin.register(Settlement)
class SettlementAdmin(ReadOnly):
    list_display = ("made_at", "night", "currency", "who", "stands")
    list_select_related = ("night", "by")
    narrows = ("night",)
    fields = ("made_at", "club", "night", "currency", "who", "stands")
    ordering = ("-made_at",)
    change_form_template = "money/admin/settlement.html"

    @admin.display(description=_("by"))
    def who(self, settlement: Settlement) -> str:
        return settlement.by.name

    @admin.display(description=_("stands"), boolean=True)
    def stands(self, settlement: Settlement) -> bool:
        """Else another took its place, to which its page leads."""
        return settlement.replaced_by_id is None


@admin.register(Transfer)
class TransferAdmin(ReadOnly):
    club = "settlement__club"
    narrows = ("settlement",)
    list_display = ("settlement", "number", "payer_kind", "payer", "receiver_kind", "receiver", "sum", "stands")
    list_select_related = ("settlement__night", "settlement__club")
    fields = ("settlement", "number", "payer_kind", "payer", "receiver_kind", "receiver", "sum", "stands")
    ordering = ("-settlement__made_at", "number")

    @admin.display(description=_("amount"))
    def sum(self, transfer: Transfer) -> str:
        return _written(transfer, transfer.amount)

    @admin.display(description=_("stands"), boolean=True)
    def stands(self, transfer: Transfer) -> bool:
        return transfer.settlement.replaced_by_id is None


@admin.register(Payment)
class PaymentAdmin(ReadOnly):
    club = "transfer__settlement__club"
    narrows = ("transfer",)
    list_display = ("made_at", "transfer", "sum", "way", "who", "confirmed_at", "reversed_at")
    list_select_related = ("transfer__settlement__club", "by")
    fields = ("made_at", "transfer", "sum", "way", "who", "confirmed_at", "reversed_at", "reason")
    ordering = ("-transfer__settlement__made_at", "-made_at")

    @admin.display(description=_("by"))
    def who(self, payment: Payment) -> str:
        return payment.by.name

    @admin.display(description=_("amount"))
    def sum(self, payment: Payment) -> str:
        return _written(payment.transfer, payment.amount)


def _written(transfer: Transfer, amount: int) -> str:
    settlement = transfer.settlement
    return writer_of(settlement.club, settlement.currency).money(amount)
