"""The tests: fast passwords, a secret that protects nothing, a database of their own."""

import os

from config.settings.base import *  # noqa: F403
from config.settings.base import DATABASES, LIMITS, REDIS_URL, VAR_DIR

SECRET_KEY = "only-for-the-tests"  # noqa: S105  it signs nothing outside a test
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: threads must be able to contend for it as they do in service. One a process, so
    # that two runs side by side do not meet.
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / f"test-{os.getpid()}.sqlite3"}
    if os.environ.get("TESTS_IN_MEMORY"):  # a quick check, which leaves out what contends (tests/conftest.py)
        DATABASES["default"]["TEST"] = {"NAME": ":memory:"}

if not REDIS_URL:
    # At once, so that a test sees what became of it.
    TASK_WAKER = "games.tasks.run"

# Mailed at once, too.
MAIL_ASIDE = False
# English needs no look-up; the tests speak another language, too (tests/games/translations).
USE_I18N = True
# The tests are one person who is in a great hurry; those of the limits set their own.
LIMITS = dict.fromkeys(LIMITS)
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
