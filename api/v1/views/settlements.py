"""Who pays whom, kept, and what of it is paid."""

from uuid import UUID

from django.db.models import QuerySet

from api.v1 import filters
from api.v1.operations import Ask, Told, read_operation, write_operation
from api.v1.serializers.nights import Empty
from api.v1.serializers.settlements import (
    ClubBalances,
    ClubUnsettled,
    Payment,
    PaymentSummary,
    Reason,
    RecordPayment,
    SettleClub,
    Settlement,
    SettlementSummary,
    SettleNight,
)
from api.v1.view import ApiView
from games import models
from games.core.actor import Actor
from games.settlement.selectors import settlements as select
from games.settlement.services import payments, settlements

SETTLEMENTS = (
    filters.text("currency", "currency", "In this currency."),
    filters.flag("replaced", "replaced_by__isnull", "Whether another has taken its place.", when=False),
    filters.order(created_at="made_at"),
)
PAYMENTS = (
    filters.player(select.payments_with, "Who paid or received."),
    filters.text("currency", "transfer__settlement__currency", "In this currency."),
    filters.word("payment_method", models.PaymentWay.values, "How it was paid.", field="way"),
    filters.flag("confirmed", "confirmed_at__isnull", "Whether the receiver has said so.", when=False),
    filters.flag("reversed", "reversed_at__isnull", "Whether it was taken back.", when=False),
    filters.order("amount", created_at="made_at"),
)


class Balances(ApiView):
    @read_operation("readBalances", ClubBalances, "Everybody's balance with the club, and who has to pay whom")
    def get(self, actor: Actor, club_id: UUID) -> Told:
        """Over all nights, open ones included, by currency."""
        return Told(select.balances_view(actor, club_id))


class UnsettledView(ApiView):
    @read_operation("readUnsettled", ClubUnsettled, "What is unsettled over all closed nights, and who would pay whom")
    def get(self, actor: Actor, club_id: UUID) -> Told:
        """One proposal a currency, with the fewest payments that would settle everybody. Nothing is written.

        A closed night with something left on its table, after a correction, is in no proposal: `not_balanced` names it.
        """
        return Told(select.unsettled_view(actor, club_id))


class ClubSettlements(ApiView):
    @read_operation(
        "listSettlements", SettlementSummary, "The settlements of a club, newest first", many=True, filters=SETTLEMENTS
    )
    def get(self, actor: Actor, club_id: UUID) -> QuerySet[models.Settlement]:
        """Each names the nights that it took something up of."""
        return select.settlements_of(actor, club_id)

    @write_operation(
        "settleClub",
        SettleClub,
        Settlement,
        "Settle all closed nights of a club",
        fails=("not_balanced",),
        at=("settlements/{id}/",),
    )
    def post(self, ask: Ask, club_id: UUID) -> Told:
        """It replaces earlier ones on which nothing was ever paid; what others took up is not taken up again.

        Closed nights that do not balance are left out. Where nothing else is unsettled, 409 `not_balanced` names them.
        """
        return _shown(ask.actor, settlements.settle_club(ask.actor, club_id, **ask.given))


class NightSettlements(ApiView):
    @read_operation(
        "listNightSettlements",
        SettlementSummary,
        "The settlements of a night, newest first",
        many=True,
        filters=SETTLEMENTS,
    )
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.Settlement]:
        """Of this night alone, or of the club where it took this night up."""
        return select.settlements_of_night(actor, night_id)

    @write_operation(
        "settleNight",
        SettleNight,
        Settlement,
        "Settle a closed night",
        at=("settlements/{id}/",),
        fails=("not_balanced",),
    )
    def post(self, ask: Ask, night_id: UUID) -> Told:
        """After a correction: what was paid stands, and the difference is settled. Before any payment the night is
        settled anew, and the new settlement replaces the earlier one of this night alone. A night with something
        left on its table is refused: 409 `not_balanced`.
        """
        return _shown(ask.actor, settlements.settle_night(ask.actor, night_id, **ask.given))


class OneSettlement(ApiView):
    @read_operation("readSettlement", Settlement, "A settlement, its transfers and their payments")
    def get(self, actor: Actor, settlement_id: UUID) -> Told:
        """With what of each transfer is paid, confirmed, and still outstanding."""
        return Told(select.settlement_document(actor, settlement_id))


class ClubPayments(ApiView):
    @read_operation("listPayments", PaymentSummary, "The payments of a club, newest first", many=True, filters=PAYMENTS)
    def get(self, actor: Actor, club_id: UUID) -> QuerySet[models.Payment]:
        """Those that were reversed stay among them."""
        return select.payments_of(actor, club_id)


class Payments(ApiView):
    @write_operation(
        "recordPayment",
        RecordPayment,
        Payment,
        "A transfer was paid, all or in part",
        fails=("bad_amount", "overpaid", "replaced"),
        at=("settlements/{settlement_id}/",),
    )
    def post(self, ask: Ask, transfer_id: UUID) -> Told:
        """By who pays, who receives, or a scorekeeper. What the receiver records is confirmed with that."""
        payment = payments.record_payment(ask.actor, transfer_id, **ask.given)
        return Told(select.payment_document(payment), ids={"settlement_id": payment.transfer.settlement_id})


class Confirmation(ApiView):
    @write_operation("confirmPayment", Empty, Payment, "The receiver has the money", status=200)
    def post(self, ask: Ask, payment_id: UUID) -> Told:
        """By the player; for the box by who holds it, for the club by an admin, for a guest by a scorekeeper."""
        return Told(select.payment_document(payments.confirm_payment(ask.actor, payment_id)))


class Reversal(ApiView):
    @write_operation("reversePayment", Reason, Payment, "The payment was none", status=200)
    def post(self, ask: Ask, payment_id: UUID) -> Told:
        """What it paid is outstanding again."""
        return Told(select.payment_document(payments.reverse_payment(ask.actor, payment_id, **ask.given)))


def _shown(actor: Actor, settlement: models.Settlement) -> Told:
    return Told(select.settlement_document(actor, settlement.pk))
