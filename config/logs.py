"""What a server says: one line for each thing worth telling, with the id of the request it belongs to, no secret.

JSON where machines read it (`TABLESIDE_LOG_FORMAT=json`, the default of a served installation), words elsewhere.
"""

import re
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

# What follows these in an address is a key to something: an invite, a new password, a hand by its link.
_SECRETS = re.compile(r"(/(?:join|new-password|shared)/)[^\s?\"']+|(\?)[^\s\"']*")

SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def without_secrets(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Addresses are told without what opens something, and without their queries."""
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = _SECRETS.sub(lambda found: (found[1] or found[2]) + "…", value)
    return event


def logging_of(level: str, form: str) -> dict[str, Any]:
    """Django's LOGGING. `form` is `json` or `words`."""
    last: Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    )
    exceptions: list[Processor] = [structlog.processors.format_exc_info] if form == "json" else []
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *exceptions,
                    without_secrets,
                    last,
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # What a client got wrong is answered to the client; it is no news to whoever runs the server.
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
        },
    }


def set_up() -> None:
    """structlog's own loggers, which name the requests, go the way of all others."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
