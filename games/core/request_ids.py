"""The id of the request that is being answered, as the log has it."""

from structlog.contextvars import get_contextvars


def request_id() -> str:
    """Empty outside a request."""
    return str(get_contextvars().get("request_id", ""))
