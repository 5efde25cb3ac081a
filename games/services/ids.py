"""Ids that a client may have made itself, so that it can name a thing before it has the answer."""

from uuid import UUID, uuid4

from django.db.models import Model
from django.utils.translation import gettext_noop as _

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
from games.services.errors import Conflict

_TAKEN: dict[type[Model], str] = {
    BuyInRequest: _("There is a request with this id."),
    Club: _("There is a club with this id."),
    Dispute: _("There is a dispute with this id."),
    Entry: _("There is an entry with this id."),
    Hand: _("There is a hand with this id."),
    Invite: _("There is an invite with this id."),
    Member: _("There is a member with this id."),
    Night: _("There is a night with this id."),
    Payment: _("There is a payment with this id."),
    Player: _("There is a player with this id."),
    Seat: _("There is a seat with this id."),
    Settlement: _("There is a settlement with this id."),
    Task: _("There is a task with this id."),
}


def free_id(model: type[Model], wanted: UUID | None) -> UUID:
    """The id that a row of this model is to have, a new one unless one is wanted. Raises Conflict for a taken one."""
    if wanted is None:
        return uuid4()
    if model._base_manager.filter(pk=wanted).exists():
        raise Conflict(_TAKEN[model])
    return wanted
