"""Why a hand could not stand after a correction of an earlier one."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games import engine
from games.core.errors import ServiceError
from games.models import Hand


class Blocked(Exception):
    """A hand would not be legal, for a reason that the engine does not know of."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Place:
    """Where a correction meets what it would make illegal: the hand, and the action counted from 0, if it is one.

    `code` is the engine's, or `not_over`, `more_than_they_have`, `match_over`, `match_runs_on`, `not_the_tied`,
    `opens_secrets`.
    """

    hand: UUID
    number: int
    action: int | None
    code: str
    detail: str


ILLEGAL = _("Hand {number} would no longer be legal: {why}")


class LaterHandIllegal(ServiceError):
    """A correction would make a later hand illegal; `params["place"]` is the Place. A sentence may say what to do."""

    code = "later_hand_illegal"

    def __init__(self, place: Place, sentence: str = ILLEGAL) -> None:
        super().__init__(sentence, number=place.number, why=place.detail, place=place)
        self.place = place


def may_fall(hand: Hand, why: Blocked | engine.Refusal) -> bool:
    """Whether calling a hand off lets the match be over, or tied, before it. One that was ruled on stands."""
    return is_off_the_board(why.code) and hand.status != Hand.Status.VOID and not hand.rulings


def is_off_the_board(code: str) -> bool:
    """Whether a hand would have been one too many for its match."""
    return code in ("match_over", "not_the_tied")


def place_of(hand: Hand, why: Blocked | engine.Refusal, names: Mapping[str, str]) -> Place:
    if isinstance(why, Blocked):
        return Place(hand.pk, hand.ordinal, None, why.code, why.detail)
    detail = engine.sentence(why, name=lambda player: names.get(player, player), words=gettext)
    return Place(hand.pk, hand.ordinal, why.action, why.code, detail)
