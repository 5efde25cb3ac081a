"""One's own machine, and the bare endpoint beside the API: in the same process, behind the same middleware."""

from config.settings.dev import *  # noqa: F403
from config.settings.dev import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "rest_framework.authtoken", "bench.bare"]
ROOT_URLCONF = "bench.bare.urls"
