"""Whether a club that was brought in agrees with itself: its books, its log, and every hand with its own."""

from games.audit import services as audit
from games.formats.errors import BadArchive
from games.models import Club


def check(club: Club) -> None:
    """Raises BadArchive, naming the first that differs."""
    for difference in audit.find_of_club(club).differences:
        raise BadArchive("The archive does not agree with itself: {difference}.", difference=difference)
