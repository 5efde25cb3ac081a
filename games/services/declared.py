"""What a player has declared in secret, asked before somebody gets an account that would see it."""

from games.models import Entry, Hand, Player
from games.services.errors import Conflict


def check_nothing_secret(player: Player) -> None:
    """An account sees what its player declared in secret, and nobody may who did not hear it said.

    Raises Conflict where that was done in a hand that is being played, taken back or not. Else a hand takes no notice
    of whose account its players have. Whoever asks has locked the open nights of the club.
    """
    declared = Entry.objects.filter(
        hand__night__club=player.club_id,
        hand__status=Hand.Status.OPEN,
        secret=True,
        body__player=str(player.pk),
    )
    if declared.exists():
        raise Conflict("This player has declared in secret in a hand that is being played: finish it first.")
