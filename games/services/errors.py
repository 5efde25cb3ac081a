"""What a service answers when it will not do what was asked. The engine's `Refusal` passes through as it is."""

from typing import Any


class ServiceError(Exception):
    """Base of all. `code` is stable and for programs, `detail` one plain sentence for people.

    `params` holds what a client may need to go on, such as the current version.
    """

    code = "error"

    def __init__(self, detail: str, **params: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.params = params


class NotAuthenticated(ServiceError):
    code = "not_authenticated"


class Forbidden(ServiceError):
    code = "forbidden"


class NotFound(ServiceError):
    """Also for what the asker may not know exists."""

    code = "not_found"


class Conflict(ServiceError):
    """Right in itself, but not as things stand."""

    code = "conflict"


class Stale(ServiceError):
    """The hand has moved on; `params["version"]` says to where."""

    code = "stale"


class PreconditionRequired(ServiceError):
    code = "precondition_required"


class KeyReused(ServiceError):
    code = "key_reused"


class InFlight(ServiceError):
    code = "in_flight"


class BadValue(ServiceError):
    """Malformed: an empty name, an unknown currency or time zone."""

    code = "bad_format"


class Overpaid(ServiceError):
    """More than is still owed; `params["outstanding"]` says how much that is."""

    code = "overpaid"


class BadAmount(ServiceError):
    """Money that cannot be: not positive, not whole chips, beyond all bounds."""

    code = "bad_amount"


class Throttled(ServiceError):
    """Too often; `params["seconds"]` says when it may be tried again."""

    code = "throttled"
