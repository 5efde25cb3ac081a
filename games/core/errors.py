"""What a service answers when it will not do what was asked. The engine's `Refusal` passes through as it is."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.models import Club, Night


class Money(NamedTuple):
    """Money in a sentence: minor units of a currency, as this club writes it."""

    amount: int
    currency: str
    club: Club

    def __str__(self) -> str:
        return str(self.amount)


class ServiceError(Exception):
    """Base of all. `code` is stable and for programs, `detail` one plain sentence for people.

    The sentence is given in English, with fields in braces, and said in the language that is spoken where the error
    is made. `params` fill the fields, or are what a client may need to go on, such as the current version.
    """

    code = "error"

    def __init__(self, sentence: str, **params: Any) -> None:
        self._sentence, self._said = sentence, gettext(sentence)
        self.params = params
        self.detail = self.sentence(str)
        super().__init__(self.detail)

    def sentence(self, write: Callable[[Money], str]) -> str:
        """The sentence with its money as `write` writes it; `detail` has minor units."""
        return self._filled(self._said, write)

    @property
    def english(self) -> str:
        """`detail` as it stands in the source: for what is kept, and may be said in any language later."""
        return self._filled(self._sentence, str)

    def _filled(self, sentence: str, write: Callable[[Money], str]) -> str:
        if not self.params:
            return sentence
        shown = {key: write(value) if isinstance(value, Money) else value for key, value in self.params.items()}
        return sentence.format_map(shown)


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


class NotBalanced(Conflict):
    """Nothing of a closed night can be settled, since something is left on its table; `nights` are those nights."""

    code = "not_balanced"

    def __init__(self, sentence: str, nights: Sequence[Night]) -> None:
        super().__init__(sentence, names=", ".join(night.name for night in nights))
        self.nights = nights


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


class Replaced(ServiceError):
    """Nothing is to be paid by this settlement any more; `params["by"]` is the one that took its place."""

    code = "replaced"


class BadAmount(ServiceError):
    """Money that cannot be: not positive, not whole chips, beyond all bounds."""

    code = "bad_amount"


class Throttled(ServiceError):
    """Too often; `params["seconds"]` says when it may be tried again."""

    code = "throttled"
