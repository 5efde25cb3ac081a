"""Antes owed to the game: whoever lost an all-out pays them all at the next deal (rules 3.6)."""

from typing import NamedTuple
from uuid import UUID

from games import engine
from games.core.errors import Conflict
from games.core.night_entries import entries_that_stand, hands_since
from games.models import Entry, Hand, Night
from prepared.lookups import Prepared

_GAMES = [name for name, game in engine.GAMES.items() if "antes_paid_by" in game.setup_keys]
_LAST = Prepared(
    lambda night: Hand.objects.filter(
        night=night, game__in=_GAMES, set_up__isnull=False, status=Hand.Status.COMPLETE
    ).order_by("-number")[:1],
    night=UUID,
)


def hand_of(night: Night) -> Hand | None:
    """The last hand of a game in which such a debt can arise."""
    return _LAST.first(night=night.pk)


class Debt(NamedTuple):
    """Who pays all antes of the next deal, if anybody does; or that they lie in the pot already, paid on leaving."""

    payer: str | None
    paid_ahead: bool


def at_next_deal(night: Night) -> Debt:
    """Two queries. Who has been let off since, or has left, owes nothing any more."""
    hand = hand_of(night)
    if hand is None:
        return Debt(None, paid_ahead=False)
    ended = _ended(night, hand)
    owed = None if hand.result is None or ended else hand.result["antes_paid_by"]
    return Debt(owed, any(entry.body["owed"] == "pay" for entry in ended))


def payer(night: Night) -> str | None:
    """The player who owes the antes of the next deal, if one does who has not left or been let off since."""
    return at_next_deal(night).payer


def check_nothing_rests_on(night: Night, entry: Entry) -> None:
    """Raises Conflict where a debt ended by this entry cannot be owed again: the deal, or the pot, has gone on."""
    if hands_since(night, entry).exists():
        raise Conflict("A hand was dealt since these antes were paid or waived.")
    if entries_that_stand(night, Entry.Kind.POT, after=entry):
        raise Conflict("The pot was decided since these antes were paid: take that back first.")


def _ended(night: Night, hand: Hand) -> list[Entry]:
    """How the debt that a hand left was ended, if it was."""
    return entries_that_stand(night, Entry.Kind.ANTES, hand=hand)
