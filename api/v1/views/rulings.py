"""Rulings on a hand: looked at first, then made."""

from typing import Any
from uuid import UUID

from api.v1.operations import Ask, Told, read_operation, write_operation
from api.v1.serializers.hands import Ruling
from api.v1.serializers.rulings import PreviewRuling, RuleOnHand, RulingPreview, RulingResult
from api.v1.views.hands import HandView, shown
from games.core.actor import Actor
from games.play.selectors import hands as select
from games.play.services import rulings


class Preview(HandView):
    @write_operation(
        "previewRuling",
        PreviewRuling,
        RulingPreview,
        "What a ruling would change, for whom",
        status=200,
        if_match=True,
        fails=("bad_amount", "later_hand_illegal"),
    )
    def post(self, ask: Ask, hand_id: UUID) -> Told:
        """Nothing is written."""
        preview = rulings.preview_ruling(ask.actor, hand_id, rulings.Asked(**ask.given), ask.version)
        return Told(preview.document())


class Rulings(HandView):
    @read_operation("listRulings", Ruling, "The rulings on a hand, by whom and why", many=True)
    def get(self, actor: Actor, hand_id: UUID) -> list[dict[str, Any]]:
        """Oldest first; the last one stands."""
        return select.rulings_of(actor, hand_id)

    @write_operation(
        "ruleOnHand",
        RuleOnHand,
        RulingResult,
        "Set the award of a hand aside",
        versioned=True,
        if_match=True,
        fails=("bad_amount", "later_hand_illegal"),
        at=("hands/{hand_id}/rulings/",),
    )
    def post(self, ask: Ask, hand_id: UUID) -> Told:
        """By the arbiter alone. What the rules gave stays in `result`; only another ruling takes this one's place.

        Of a hand for money say `net`, and `carry` where that is another; of one for pegs `peg_moves`: the board
        follows, and later hands of the match with it.
        """
        given = dict(ask.given)
        reason = given.pop("reason")
        hand, preview = rulings.rule(ask.actor, hand_id, rulings.Asked(**given), reason, ask.version)
        after = shown(ask.actor, hand)
        return Told({"changes": preview.document(), "hand": after.body}, after.headers)
