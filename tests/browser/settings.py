"""The server that the tests' phones call: as at home, with the quick passwords of the tests and their great hurry."""

from config.settings.dev import *  # noqa: F403
from config.settings.dev import LIMITS
from config.settings.test import PASSWORD_HASHERS, SECRET_KEY

__all__ = ["PASSWORD_HASHERS", "SECRET_KEY"]

LIMITS = dict.fromkeys(LIMITS)
# At once, so that a page shows what became of it.
TASK_WAKER = "games.tasks.run"
