"""Corrections of a finished hand, or of the set-up of the one being played. Everything is added, nothing edited."""

from games.play.services.corrections.entry_points import Corrected, correct, preview_correction
from games.play.services.corrections.preview import Preview
from games.play.services.corrections.refusals import LaterHandIllegal, Place

__all__ = ["Corrected", "LaterHandIllegal", "Place", "Preview", "correct", "preview_correction"]
