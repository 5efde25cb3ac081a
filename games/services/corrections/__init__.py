"""Corrections of a finished hand, or of the set-up of the one being played. Everything is added, nothing edited."""

from games.services.corrections.correcting import Corrected, correct, preview_correction
from games.services.corrections.preview import Preview
from games.services.corrections.refusals import LaterHandIllegal, Place

__all__ = ["Corrected", "LaterHandIllegal", "Place", "Preview", "correct", "preview_correction"]
