"""What a player has declared in secret, asked before somebody gets an account that would see it."""

from django.db.models import Exists, OuterRef, Q

from games.core.errors import Conflict
from games.models import Entry, Hand, Night, Player

_LATER = Hand.objects.filter(night=OuterRef("hand__night"), number__gt=OuterRef("hand__number"))
# A misdeal that was the last hand of the night is played on once it is undone.
_MAY_GO_ON = Q(hand__status=Hand.Status.OPEN) | Q(
    ~Exists(_LATER), hand__status=Hand.Status.VOID, hand__night__status=Night.Status.OPEN
)


def check_nothing_secret(player: Player) -> None:
    """An account sees what its player declared in secret, and nobody may who did not hear it said.

    Raises Conflict where that was done in a hand that may go on, taken back or not. Else a hand takes no notice of
    whose account its players have. Whoever asks has locked the open nights of the club.
    """
    declared = Entry.objects.filter(
        _MAY_GO_ON, hand__night__club=player.club_id, secret=True, body__player=str(player.pk)
    )
    if declared.exists():
        raise Conflict("This player has declared in secret in a hand that may go on: finish it, or deal the next one.")
