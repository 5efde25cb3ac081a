"""Disputes: opened where the thing is, argued, ended."""

from uuid import UUID

from django.db.models import QuerySet

from api.v1 import filters
from api.v1.operations import Ask, Told, read_operation, write_operation
from api.v1.serializers.disputes import AddDisputeMessage, Dispute, DisputeSummary, OpenDispute, UpholdDispute
from api.v1.serializers.settlements import Reason
from api.v1.view import ApiView
from games import models
from games.core.actor import Actor
from games.disputes.selectors import disputes as select
from games.disputes.services import disputes

DISPUTES = (
    filters.word("status", models.Dispute.State.values, "How it stands.", field="state"),
    filters.player(lambda disputes, one: disputes.filter(player=one), "For whom it was opened."),
    filters.order("opened_at", "due_at"),
)


class ClubDisputes(ApiView):
    @read_operation("listDisputes", DisputeSummary, "The disputes of a club, newest first", many=True, filters=DISPUTES)
    def get(self, actor: Actor, club_id: UUID) -> QuerySet[models.Dispute]:
        """Those that have ended among them."""
        return select.disputes_of(actor, club_id)


class NightDisputes(ApiView):
    @read_operation(
        "listNightDisputes", DisputeSummary, "The disputes of a night, newest first", many=True, filters=DISPUTES
    )
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.Dispute]:
        """Those that have ended among them."""
        return select.disputes_of_night(actor, night_id)


class HandDisputes(ApiView):
    @write_operation("disputeHand", OpenDispute, Dispute, "Dispute a hand", at=("disputes/{id}/",))
    def post(self, ask: Ask, hand_id: UUID) -> Told:
        """By a player who was dealt in; with `player`, by a scorekeeper for one."""
        return _shown(ask.actor, disputes.open_dispute(ask.actor, hand_id=hand_id, **ask.given))


class EntryDisputes(ApiView):
    @write_operation(
        "disputeEntry", OpenDispute, Dispute, "Dispute an action of a hand, a buy-in, a count", at=("disputes/{id}/",)
    )
    def post(self, ask: Ask, entry_id: UUID) -> Told:
        """By who was dealt in, or, of a night's money, had a seat; with `player`, by a scorekeeper for one."""
        return _shown(ask.actor, disputes.open_dispute(ask.actor, entry_id=entry_id, **ask.given))


class PaymentDisputes(ApiView):
    @write_operation("disputePayment", OpenDispute, Dispute, "Dispute a payment", at=("disputes/{id}/",))
    def post(self, ask: Ask, payment_id: UUID) -> Told:
        """By who pays or receives it; with `player`, by a scorekeeper for one."""
        return _shown(ask.actor, disputes.open_dispute(ask.actor, payment_id=payment_id, **ask.given))


class OneDispute(ApiView):
    @read_operation("readDispute", Dispute, "A dispute, with what both sides said")
    def get(self, actor: Actor, dispute_id: UUID) -> Told:
        """Oldest first. The last message of one that has ended has the reason."""
        return Told(select.dispute_document(actor, dispute_id))


class Messages(ApiView):
    @write_operation(
        "addDisputeMessage", AddDisputeMessage, Dispute, "Say something in a dispute", at=("disputes/{id}/",)
    )
    def post(self, ask: Ask, dispute_id: UUID) -> Told:
        """By whom it concerns, scorekeepers, and the arbiter, until it has ended."""
        return _shown(ask.actor, disputes.answer_dispute(ask.actor, dispute_id, **ask.given))


class Upheld(ApiView):
    @write_operation(
        "upholdDispute", UpholdDispute, Dispute, "It was as the opener says, and was put right", status=200
    )
    def post(self, ask: Ask, dispute_id: UUID) -> Told:
        """Put it right first; `remedy` names the entry by which that was done. Nobody judges their own case."""
        return _shown(ask.actor, disputes.uphold_dispute(ask.actor, dispute_id, **ask.given))


class Rejected(ApiView):
    @write_operation("rejectDispute", Reason, Dispute, "It stays as it is", status=200)
    def post(self, ask: Ask, dispute_id: UUID) -> Told:
        """With a reason, which everybody concerned reads."""
        return _shown(ask.actor, disputes.reject_dispute(ask.actor, dispute_id, **ask.given))


class Withdrawn(ApiView):
    @write_operation("withdrawDispute", Reason, Dispute, "The opener has changed their mind", status=200)
    def post(self, ask: Ask, dispute_id: UUID) -> Told:
        """By who opened it, or for whom it was opened."""
        return _shown(ask.actor, disputes.withdraw_dispute(ask.actor, dispute_id, **ask.given))


def _shown(actor: Actor, dispute: models.Dispute) -> Told:
    return Told(select.dispute_document(actor, dispute.pk))
