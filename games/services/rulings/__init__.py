"""Rulings on a finished hand: where doubt remains, the arbiter is right (rules 0.14). Everything is added."""

from games.services.rulings.asked import Asked, Looked
from games.services.rulings.ruling import preview_ruling, rule

__all__ = ["Asked", "Looked", "preview_ruling", "rule"]
