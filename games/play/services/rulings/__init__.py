"""Rulings on a finished hand: where doubt remains, the arbiter is right (rules 0.14). Everything is added."""

from games.play.services.rulings.entry_points import preview_ruling, rule
from games.play.services.rulings.ruling_request import Asked, Looked

__all__ = ["Asked", "Looked", "preview_ruling", "rule"]
