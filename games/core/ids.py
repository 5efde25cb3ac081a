"""Ids that a client may have made itself, so that it can name a thing before it has the answer."""

from typing import NamedTuple
from uuid import UUID, uuid4

from django.db.models import Model
from django.utils.translation import gettext_noop as _

from games.core.errors import Conflict
from games.models import (
    BuyInRequest,
    Club,
    Dispute,
    Entry,
    Hand,
    Invite,
    Member,
    Night,
    Payment,
    Player,
    Seat,
    Settlement,
    Task,
)


class _Taken(NamedTuple):
    """The sentence for a taken id that the asker may see, and the look-up of the club it belongs to."""

    sentence: str
    club: str = "club"


# A club, and a task, which only whoever asked for it may see, are never told apart from what nobody may see.
_TAKEN: dict[type[Model], _Taken | None] = {
    BuyInRequest: _Taken(_("There is a request with this id."), "night__club"),
    Club: None,
    Dispute: _Taken(_("There is a dispute with this id.")),
    Entry: _Taken(_("There is an entry with this id.")),
    Hand: _Taken(_("There is a hand with this id."), "night__club"),
    Invite: _Taken(_("There is an invite with this id.")),
    Member: _Taken(_("There is a member with this id.")),
    Night: _Taken(_("There is a night with this id.")),
    Payment: _Taken(_("There is a payment with this id."), "transfer__settlement__club"),
    Player: _Taken(_("There is a player with this id.")),
    Seat: _Taken(_("There is a seat with this id."), "night__club"),
    Settlement: _Taken(_("There is a settlement with this id.")),
    Task: None,
}


def free_id(model: type[Model], wanted: UUID | None, club: UUID | None) -> UUID:
    """The id that a row of this model is to have in this club, a new one unless one is wanted. Raises Conflict.

    The sentence names the thing only where the same club has it: whoever writes there may know of it. Of anything
    else it does not even say what it is.
    """
    if wanted is None:
        return uuid4()
    found = model._base_manager.filter(pk=wanted)
    if not found.exists():
        return wanted
    taken = _TAKEN[model]
    if taken is not None and club is not None and found.filter(**{taken.club: club}).exists():
        raise Conflict(taken.sentence)
    raise Conflict("This id cannot be used: make a new one.")
