"""One's own machine, and the table in the living room: what `make run` serves."""

from config import env
from config.network import lan_addresses, own_hosts
from config.secret import kept_secret
from config.settings.base import *  # noqa: F403
from config.settings.base import VAR_DIR

# Off even here: the phones at the table are not the developer's.
DEBUG = env.flag("TABLESIDE_DEBUG", default=False)
SECRET_KEY = env.text("TABLESIDE_SECRET_KEY") or kept_secret(VAR_DIR / "secret-key")
ALLOWED_HOSTS = [*own_hosts(), *env.words("TABLESIDE_HOSTS")]
LAN_ADDRESSES = lan_addresses()

# Static files straight from where they lie: nothing to collect before the first run.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

# Over plain HTTP browsers do not heed it, and complain of it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = None
