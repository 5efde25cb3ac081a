"""Chapter of files: hands that were written down elsewhere come in, and everything goes out."""

import io
import uuid
from typing import Any

from django.db import transaction

from games.clubs.services import clubs
from games.core.actor import Actor
from games.formats.archive import write_archive
from games.models import User
from tests.api.story.stage import NAMES, Stage, named, repeating, standing_still

OLD_NIGHT, ANOTHER = named("old night"), named("club from another server")
HAND: dict[str, Any] = {
    "format": "tableside-hand/1",
    "game": "council-bluffs",
    "chip": 25,
    "players": [{"name": "Dora", "stack": 2000}, {"name": "Emil", "stack": 1500}],
    "dealer": "Dora",
    "actions": [{"type": "raise", "player": "Dora", "to": 250}, {"type": "fold", "player": "Emil"}],
}
NEXT: dict[str, Any] = {
    **HAND,
    "players": [{"name": "Dora", "stack": 2100}, {"name": "Emil", "stack": 1400}],
    "dealer": "Emil",
    "actions": [{"type": "fold", "player": "Emil"}],
}


def tell(stage: Stage) -> None:
    body = {"id": OLD_NIGHT, "name": "A night on paper", "hands": [HAND], "guests": True}
    stage.do("importNight", "scorekeeper", body, club_id=stage.club)
    stage.do("importHands", "scorekeeper", {"hands": [NEXT]}, night_id=OLD_NIGHT)
    stage.do("readNightHandsFile", "player", night_id=OLD_NIGHT)
    stage.do("readNightHandsFile", "player", query="?format=phhs", night_id=OLD_NIGHT)
    stage.do("exportClub", "owner", club_id=stage.club)
    stage.do("importClub", "owner", archive_from_elsewhere(stage))


def archive_from_elsewhere(stage: Stage) -> bytes:
    """Of a club that this server does not have."""
    stream = io.BytesIO()
    with standing_still(stage.now()), repeating("elsewhere"), transaction.atomic():
        keeper = Actor(User.objects.get(name=NAMES["scorekeeper"]))
        club = clubs.create_club(keeper, "Sunday", "EUR", "Europe/Berlin", club_id=uuid.UUID(ANOTHER))
        clubs.add_player(keeper, club.pk, "Gus")
        write_archive(club, stream)
        transaction.set_rollback(True)
    return stream.getvalue()
