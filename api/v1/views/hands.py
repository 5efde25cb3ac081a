"""A hand: started, moved on, taken back, read, explained."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.response import Response

from api.v1 import filters
from api.v1.acting import actor_of
from api.v1.etags import etag_of
from api.v1.operations import Ask, Told, read_operation, write_operation
from api.v1.refusals import problem_at_hand
from api.v1.serializers.actions import Actions
from api.v1.serializers.hands import (
    Hand,
    HandExplanation,
    HandLogEntry,
    HandSummary,
    NamedHandResult,
    RecordedActions,
    RecordResult,
    StartHand,
)
from api.v1.serializers.nights import Empty
from api.v1.view import ApiView
from games import models
from games.core.actor import Actor
from games.core.errors import Conflict, Stale
from games.core.list_filters import hands_with
from games.engine import Refusal
from games.play.selectors import hands as select
from games.play.services import hands, missed_hands

RULES = ("bad_rules", "bad_setup")

HANDS = (
    filters.text("game", "game", "Of this game, by its name or the word it was entered with."),
    filters.word("status", [one for one in models.Hand.Status.values if one != "undone"], "How it stands."),
    filters.player(hands_with, "Who was dealt in."),
    filters.order("number"),
)


class NightHands(ApiView):
    @read_operation("listHands", HandSummary, "The hands of a night", many=True, filters=HANDS)
    def get(self, actor: Actor, night_id: UUID) -> QuerySet[models.Hand]:
        """In the order they were dealt."""
        return select.hands_of(actor, night_id)

    @write_operation(
        "startHand",
        StartHand,
        Hand,
        "Deal the next hand",
        versioned=True,
        fails=(*RULES, "bad_amount"),
        at=("hands/{id}/",),
    )
    def post(self, ask: Ask, night_id: UUID) -> Told:
        """To everyone seated, in, and able to play. Carried pot, owed antes and pegs go along."""
        return shown(ask.actor, hands.start_hand(ask.actor, night_id, **ask.given))


class Results(ApiView):
    @write_operation(
        "recordResult",
        RecordResult,
        Hand,
        "A hand nobody entered: only who won how much",
        versioned=True,
        fails=("bad_amount",),
        at=("hands/{id}/",),
    )
    def post(self, ask: Ask, night_id: UUID) -> Told:
        """For a game outside the catalogue, or a hand that was not kept."""
        return shown(ask.actor, missed_hands.record_result(ask.actor, night_id, **ask.given))


class HandView(ApiView):
    """Views of one hand. What they refuse says how the hand stands, so that a client can go on from there."""

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Stale | Refusal):
            exc = problem_at_hand(exc, actor_of(self.request), self.kwargs["hand_id"])
        return super().handle_exception(exc)


class OneHand(HandView):
    @read_operation("readHand", Hand, "A hand as it stands, with every action that may come next", versioned=True)
    def get(self, actor: Actor, hand_id: UUID) -> Told:
        """The hand's phase, who is to act, what lies on the table, and in `legal` each action that may come next."""
        return shown(actor, hand_id)


class HandActions(HandView):
    @read_operation("listHandEntries", HandLogEntry, "What was entered, by whom, when", many=True)
    def get(self, actor: Actor, hand_id: UUID) -> list[dict[str, Any]]:
        """A declaration that is still secret has no `as`."""
        return select.hand_entries(actor, hand_id)

    @write_operation(
        "recordActions",
        Actions,
        RecordedActions,
        "Enter what happened",
        versioned=True,
        if_match=True,
        fails=("not_your_turn",),
        at=("hands/{hand_id}/actions/",),
    )
    def post(self, ask: Ask, hand_id: UUID) -> Told:
        """One action of the hand file, or several that stand or fall together; players by their ids."""
        actions = ask.given["actions"]
        hand = hands.act(ask.actor, hand_id, actions, ask.version)
        after = shown(ask.actor, hand)
        return Told({"actions": actions, "hand": after.body}, after.headers)


class Undo(HandView):
    @write_operation(
        "undoAction",
        Empty,
        Hand,
        "Take back the last action",
        versioned=True,
        if_match=True,
        at=("hands/{hand_id}/actions/",),
    )
    def post(self, ask: Ask, hand_id: UUID) -> Told:
        """Adds an entry that takes another back. A finished hand is reopened, if it is the last.

        With no action left it takes back the deal: the hand's status is `undone`, and the next hand has its number.
        """
        return shown(ask.actor, hands.undo(ask.actor, hand_id, ask.version))


class Explain(ApiView):
    @read_operation("explainHand", HandExplanation, "Why the money went where it went", fails=("conflict",))
    def get(self, actor: Actor, hand_id: UUID) -> Told:
        """Pot by pot: who contended, each claim, each best five, who failed and by which rule, odd chips."""
        return Told(select.hand_explain(actor, hand_id))


class HandResult(ApiView):
    @read_operation(
        "readHandResult", NamedHandResult, "The result of a finished hand", versioned=True, fails=("conflict",)
    )
    def get(self, actor: Actor, hand_id: UUID) -> Told:
        """What each player won or lost; for pegs, who moved where. A conflict while the hand is open."""
        view = select.hand_view(actor, hand_id)
        if view["result"] is None:
            raise Conflict("This hand is not over yet.")
        return Told({"players": view["players"], "result": view["result"]}, {"ETag": etag_of(view)})


def shown(actor: Actor, hand: UUID | models.Hand) -> Told:
    view = select.hand_view(actor, hand)
    return Told(view, {"ETag": etag_of(view)})
