"""Corrections of a hand: looked at first, then made."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from rest_framework.response import Response

from api.v1.operations import Ask, Told, read_operation, write_operation
from api.v1.problems import Problem
from api.v1.serializers.corrections import (
    CorrectHand,
    CorrectionPreview,
    CorrectionResult,
    PreviewCorrection,
    change_of,
)
from api.v1.serializers.hands import Correction
from api.v1.views.hands import HandView, shown
from games.core.actor import Actor
from games.play.selectors import hands as select
from games.play.services import corrections
from games.play.services.corrections import LaterHandIllegal

ILLEGAL = ("bad_rules", "bad_setup", "bad_amount", "not_your_turn")


class PreviewOfCorrection(HandView):
    @write_operation(
        "previewCorrection",
        PreviewCorrection,
        CorrectionPreview,
        "What a correction would change, for whom",
        status=200,
        if_match=True,
        fails=ILLEGAL,
    )
    def post(self, ask: Ask, hand_id: UUID) -> Told:
        """Nothing is written. A later hand that would no longer be legal is named in `blocked`."""
        change = change_of(ask.given["change"])
        return Told(corrections.preview_correction(ask.actor, hand_id, change, ask.version).document())


class Corrections(HandView):
    @read_operation("listCorrections", Correction, "How a hand was corrected, by whom and why", many=True)
    def get(self, actor: Actor, hand_id: UUID) -> list[dict[str, Any]]:
        """Oldest first. The log of the hand has the corrections themselves."""
        return select.corrections_of(actor, hand_id)

    @write_operation(
        "correctHand",
        CorrectHand,
        CorrectionResult,
        "Put a hand right",
        versioned=True,
        if_match=True,
        fails=(*ILLEGAL, "later_hand_illegal"),
        at=("hands/{hand_id}/corrections/",),
    )
    def post(self, ask: Ask, hand_id: UUID) -> Told:
        """The hand is played again as it was in truth, and so are the later hands of the night.

        A later hand that would no longer be legal refuses all of it: 422 `later_hand_illegal`, its place in `later`.
        """
        given = ask.given
        done = corrections.correct(
            ask.actor,
            hand_id,
            change_of(given["change"]),
            given["reason"],
            ask.version,
            as_adjustment=given["as_adjustment"],
        )
        after = shown(ask.actor, done.hand)
        return Told({"changes": done.preview.document(), "hand": after.body}, after.headers)

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, LaterHandIllegal):
            place = {**asdict(exc.place), "hand": str(exc.place.hand)}
            exc = Problem(exc.code, exc.detail, later=place)
        return super().handle_exception(exc)
