"""Names that requests used before, and the names that have replaced them.

A request that still uses an old name is refused with the code `renamed_field`, and the sentence says the new name.
"""

from collections.abc import Collection, Mapping

CODE = "renamed_field"

_PAYMENT_METHOD = {"way": "payment_method"}
_DECISION = {"how": "decision"}

# By the serializer of the request body, or one that it inherits from: old names and new ones.
FIELDS: Mapping[str, Mapping[str, str]] = {
    "NewAccount": {"device": "device_name"},
    "SignIn": {"name": "login", "device": "device_name"},
    "ChangePassword": {"old": "current_password", "new": "new_password"},
    "ResetPassword": {"user": "account"},
    "CreateInvite": {"uses": "max_uses"},
    "CreateClub": {"default_way": "default_payment_method"},
    "UpdateClub": {"default_way": "default_payment_method"},
    "AddMember": {"account": "login"},
    "EndMembership": {"unsettled": "accept_unsettled"},
    "CorrectedPlayer": {"name": "player"},
    "RecordResult": {"word": "game"},
    "AskForChips": _PAYMENT_METHOD,
    "BuyIn": _PAYMENT_METHOD,
    "CashOut": _PAYMENT_METHOD,
    "RecordPayment": _PAYMENT_METHOD,
    "RecordExpense": {"word": "purpose", "parts": "shares", "club": "club_share"},
    "DecidePot": _DECISION,
    "EndMatch": _DECISION,
    "DecideOverShort": {"club": "club_bears"},
    "LeaveSeat": {"owed": "owed_antes"},
}

# Of lists, wherever the new name is a parameter.
PARAMETERS: Mapping[str, str] = {"state": "status", "way": "payment_method", "whole": "full"}


def new_field(serializer: type, old: str) -> str | None:
    """What a field of a request body is called now; None where it never had another name."""
    return next((new for base in serializer.__mro__ if (new := FIELDS.get(base.__name__, {}).get(old))), None)


def new_parameter(old: str, allowed: Collection[str]) -> str | None:
    """What a query parameter is called now; None where it never had another name here."""
    new = PARAMETERS.get(old)
    return new if new in allowed else None
