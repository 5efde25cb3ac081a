"""Hand files taken into a night, recorded as if they had been played there."""

from games.formats.hand_import.importer import Options, import_hands, import_night

__all__ = ["Options", "import_hands", "import_night"]
