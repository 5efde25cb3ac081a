"""What all installations share. `dev`, `test` and `production` say only what differs."""

import logging
from pathlib import Path
from typing import Any

from config import env, logs
from config.database import database

BASE_DIR = Path(__file__).resolve().parent.parent.parent
# What an installation keeps: the database, the secret. Ignored by git.
VAR_DIR = Path(env.text("TABLESIDE_VAR") or BASE_DIR / "var")
VAR_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = False
SECRET_KEY = ""
ALLOWED_HOSTS: list[str] = []
# Where phones find a server that its owner calls localhost.
LAN_ADDRESSES: list[str] = []

INSTALLED_APPS = [
    "games.apps.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "django_prometheus",
    "django_structlog",
    "ledger.apps.LedgerConfig",
    "games.apps.GamesConfig",
    "api.apps.ApiConfig",
]

# No compression here, ever: it weakens the strong ETag of a hand, and lets lengths betray secrets.
MIDDLEWARE = [
    "config.request_ids.RequestIds",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "api.outside.KnownHost",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.core.pages.error_pages.AnonymousBody",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "games.core.pages.form_redisplay.GivesBack",
    "games.core.pages.error_pages.Outage",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

# Pages load nothing but what this server serves: no inline script or style, no other host.
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.version.in_pages",
            ],
        },
    },
    # Parts of a table, drawn anew with every entry (docs/pages.md, The table).
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "games" / "console" / "templates"],
        "OPTIONS": {"environment": "games.console.environment.environment"},
    },
]

# A service opens its own transaction, and knows what is in it.
DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        **database(env.text("DATABASE_URL"), VAR_DIR / "tableside.sqlite3"),
        "ATOMIC_REQUESTS": False,
    }
}
# Without one, the process that was asked does the work itself (docs/reports.md).
REDIS_URL = env.text("REDIS_URL")
# In seconds. One that hangs, or is not there, keeps nobody waiting for long.
REDIS_PATIENCE = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5}
# Who is told that a task waits: a function that takes its id.
TASK_WAKER = "config.celery.wake" if REDIS_URL else "games.tasks.wake"

# Who is told that a night has something new: a function that takes its id.
EVENT_WAKER = "config.waking.publish" if REDIS_URL else "games.core.event_signal.here"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "games.User"
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "front"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

SESSION_ENGINE = "games.accounts.services.session_store"
AUTHENTICATION_BACKENDS = ["games.accounts.services.auth_backend.SignIn"]
PASSWORD_RESET_TIMEOUT = 3600
# Without a mail server, what would be mailed is printed where the server runs.
EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.number("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_TLS", default=True)
EMAIL_TIMEOUT = 20
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", "Tableside <tableside@localhost>")
# In a thread of its own, so that the time of an answer tells nothing.
MAIL_ASIDE = True

# Counters of the limits. All processes share them where there is Redis.
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": REDIS_PATIENCE,
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 10_000}}
}
# How many in how many seconds (docs/api.md, Limits). None is no limit.
LIMITS: dict[str, tuple[int, int] | None] = {
    # passwords that were wrong
    "guess": (10, 900),
    "account": (100, 900),
    "address": (100, 900),
    # links mailed to one address
    "reset": (3, 900),
    # requests of an account, and of whoever has not signed in by network address
    "requests": (env.number("TABLESIDE_REQUESTS_A_MINUTE", 1200), 60),
    "anonymous": (env.number("TABLESIDE_ANONYMOUS_REQUESTS_A_MINUTE", 120), 60),
}
# Behind a proxy that ends TLS and sets X-Forwarded-Proto and -For itself. Elsewhere a client could forge them.
_BEHIND_PROXY = env.flag("TABLESIDE_BEHIND_PROXY", default=False)
TRUSTED_PROXIES = int(_BEHIND_PROXY)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _BEHIND_PROXY else None

# What all pages, reports and mails are in; the API speaks English (docs/pages.md, Words).
LANGUAGE_CODE = env.text("TABLESIDE_LANGUAGE", "en")
USE_I18N = not LANGUAGE_CODE.startswith("en")
LOCALE_PATHS = [BASE_DIR / "locale"]
# What is kept is UTC. A night has a time zone of its own.
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [folder for folder in [BASE_DIR / "static"] if folder.is_dir()]

# Above the largest batch of actions, below what hurts.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000

REST_FRAMEWORK: dict[str, Any] = {
    # The form of an answer depends on the Accept header alone; a `format` in a query is the operation's own.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    # Closed unless a view opens itself.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Tableside",
    "DESCRIPTION": "The scorekeeper's server for live home card games.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    # The list of all schemas is left out: to draw it takes seconds.
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "defaultModelsExpandDepth": -1},
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SERVERS": [{"url": "/", "description": "The server that this description comes from"}],
    "COMPONENT_SPLIT_REQUEST": True,
    # What a change may leave out, its serializer says.
    "COMPONENT_SPLIT_PATCH": False,
    "PATH_CONVERTER_OVERRIDES": {"id": {"type": "string", "format": "uuid"}},
    "POSTPROCESSING_HOOKS": [
        "api.v1.openapi.hooks.put_in_shapes",
        "api.v1.openapi.hooks.put_in_meanings",
        "api.v1.openapi.hooks.put_in_examples",
        "api.v1.openapi.hooks.put_in_prose",
        "api.v1.openapi.hooks.put_in_headers",
        "api.v1.openapi.hooks.put_in_components",
    ],
}

logs.set_up()
LOGGING = logs.logging_of(env.text("TABLESIDE_LOG_LEVEL", "WARNING"), env.text("TABLESIDE_LOG_FORMAT", "words"))
# A request is told at INFO, whatever the client got wrong. Where it came from is not kept.
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
# `config.request_ids` has checked it, or made a new one.
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True
# Who may read /metrics/; empty: nobody.
METRICS_TOKEN = env.text("TABLESIDE_METRICS_TOKEN")
