"""What was tapped on a pad, as the hand file writes it."""

import json
from collections.abc import Callable
from typing import Any

from django.http import QueryDict

from games.core.errors import BadValue


def action_of(text: str, sent: QueryDict, amount: Callable[[str], int]) -> dict[str, Any]:
    """An action from a button's value; what is null in it was typed or picked. Raises BadValue, BadAmount."""
    try:
        action = json.loads(text)
    except (ValueError, RecursionError):
        raise BadValue("This is no entry.") from None
    if not isinstance(action, dict):
        raise BadValue("This is no entry.")
    return {key: _typed(key, sent.get(key, ""), amount) if value is None else value for key, value in action.items()}


def _typed(key: str, text: str, amount: Callable[[str], int]) -> Any:
    """What stands in a field for a key of an action: an amount, cards, one card, or words."""
    match key:
        case "to":
            return amount(text)
        case "cards":
            return text.split()
        case _:
            return text.strip()
