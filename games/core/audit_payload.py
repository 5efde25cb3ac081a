"""What the chain says of an entry. Once written it is for ever: a new form needs a new type (docs/accounting.md).

Ids, amounts and cards stand in the open. Of names, free text and the word of a secret declaration only a commitment
does, salted: the salt stands beside the text in the entry, and goes with it when the text is removed.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from uuid import UUID

from ledger.bodies import moment
from ledger.canonical import sha256

ENTRY = "entry"
# Whatever people write or are called by stands under these keys of an entry's body, and under no others.
TEXTS = frozenset({"reason", "word", "name", "former_name", "text"})
SECRETS = frozenset({"as"})
# What an entry about a member says whose texts were removed.
FORGOTTEN = "pseudonymised"

Body = dict[str, Any]


def entry_body(entry: Any) -> Body:
    """Of an entry as it is kept. `told` is not in it: the chain has an order of its own."""
    return {
        "type": ENTRY,
        "id": str(entry.pk),
        "club": _id(entry.club_id),
        "night": _id(entry.night_id),
        "hand": _id(entry.hand_id),
        "player": _id(entry.player_id),
        "number": entry.number,
        "kind": str(entry.kind),
        "takes_back": entry.takes_back,
        "secret": entry.secret,
        "reveals": entry.reveals,
        "ends": entry.ends,
        "by": _id(entry.by_id),
        "device": _id(entry.device_id),
        "at": moment(entry.at),
        "phone_at": moment(entry.phone_at) if entry.phone_at else None,
        "body": covered(entry.body, entry.salt, secret=entry.secret),
    }


def covered(body: Mapping[str, Any], salt: str, *, secret: bool) -> Body:
    """A body with commitments in place of texts, and of what was declared; so for each action that it restates."""
    hidden = hidden_keys(secret=secret)
    found: Body = {}
    for key, value in body.items():
        if key in hidden and isinstance(value, str):
            value = sha256(salt + value)
        elif key == "actions" and value is not None:
            value = [covered(action, salt, secret=secret) for action in value]
        found[key] = value
    return found


def hidden_keys(*, secret: bool) -> frozenset[str]:
    return TEXTS | SECRETS if secret else TEXTS


def without_texts(body: Mapping[str, Any], *, secret: bool) -> Body:
    """What of a body stays when its texts are removed."""
    hidden = hidden_keys(secret=secret)
    found: Body = {}
    for key, value in body.items():
        if key in hidden and isinstance(value, str):
            continue
        if key == "actions" and value is not None:
            value = [without_texts(action, secret=secret) for action in value]
        found[key] = value
    return found


@lru_cache(maxsize=256)  # the same few clubs, nights, hands and people again and again
def _id(id: UUID | None) -> str | None:
    return None if id is None else str(id)
