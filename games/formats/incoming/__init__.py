"""Hand files taken into a night, recorded as if they had been played there."""

from games.formats.incoming.importing import Options, import_hands, import_night

__all__ = ["Options", "import_hands", "import_night"]
