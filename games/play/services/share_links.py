"""A hand shown by its link, where the club allows it, to people who have no account.

The link is the hand's id and a proof that this installation signed it: nothing is kept of it. A club that allows it
no more has ended every link, and one that allows it again has them all back.
"""

from uuid import UUID

from django.core.signing import BadSignature, Signer

from games.core.actor import Actor
from games.core.errors import Conflict, NotFound
from games.core.permissions import May, member_for
from games.models import Hand

_SALT = "games.hand-by-link"


def proof_for(actor: Actor, hand_id: UUID) -> str:
    """What makes a link to a hand of the actor's club good. Raises Conflict where the club allows none."""
    club = member_for(actor, May.SEE, club__nights__hands=hand_id).club
    if not club.hands_by_link:
        raise Conflict("This club shows no hands by link.")
    return _signer().signature(str(hand_id))


def hand_by_link(hand_id: UUID, proof: str) -> Hand:
    """The hand, with its night and club, for whoever has the link. Raises NotFound, also while the hand is open."""
    try:
        _signer().unsign(f"{hand_id}{_signer().sep}{proof}")
    except BadSignature:
        raise NotFound("There is no such hand.") from None
    shown = Hand.objects.filter(pk=hand_id, night__club__hands_by_link=True).exclude(status=Hand.Status.OPEN)
    hand = shown.select_related("night__club").first()
    if hand is None:
        raise NotFound("There is no such hand.")
    return hand


def _signer() -> Signer:
    return Signer(salt=_SALT)
