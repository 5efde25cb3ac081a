"""A club's or a provider's server. It refuses to start when that would be unsafe, and says why."""

from django.core.exceptions import ImproperlyConfigured

from config import env, logs
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR

_SHORTEST_SECRET = 50

if env.flag("TABLESIDE_DEBUG", default=False):
    raise ImproperlyConfigured("TABLESIDE_DEBUG is on: a public server must not show its insides. Unset it.")

SECRET_KEY = env.text("TABLESIDE_SECRET_KEY")
if len(SECRET_KEY) < _SHORTEST_SECRET or len(set(SECRET_KEY)) < 5:
    raise ImproperlyConfigured(
        f"TABLESIDE_SECRET_KEY must be a random text of at least {_SHORTEST_SECRET} characters; make one "
        "with `python -c 'import secrets; print(secrets.token_urlsafe(50))'`."
    )

ALLOWED_HOSTS = env.words("TABLESIDE_HOSTS")
if not ALLOWED_HOSTS or any("*" in host for host in ALLOWED_HOSTS):
    raise ImproperlyConfigured("TABLESIDE_HOSTS must name the hosts of this server, without wildcards.")

SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
CSRF_TRUSTED_ORIGINS = [f"https://{host.removeprefix('.')}" for host in ALLOWED_HOSTS]

# Whoever watches over the server asks it from beside it, without TLS.
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics/"]

LOGGING = logs.logging_of(env.text("TABLESIDE_LOG_LEVEL", "INFO"), env.text("TABLESIDE_LOG_FORMAT", "json"))

# Where `manage.py collectstatic` puts them, each under a name of its content.
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
