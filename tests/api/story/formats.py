"""Chapter of files: hands that were written down elsewhere come in, and everything goes out."""

from typing import Any

from tests.api.story.stage import Stage, named

OLD_NIGHT = named("old night")
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
    stage.do("readClubArchive", "owner", club_id=stage.club)
