"""Settings from the environment. What is missing or malformed is said in one sentence, at start."""

import os

from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool) -> bool:
    given = os.environ.get(name)
    if given is None:
        return default
    word = given.strip().lower()
    if word not in _TRUE | _FALSE:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {given!r}.")
    return word in _TRUE


def number(name: str, default: int) -> int:
    given = text(name)
    if not given:
        return default
    if not (given.isascii() and given.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {given!r}.")
    return int(given)


def words(name: str) -> list[str]:
    """The comma-separated words of a variable, without empty ones."""
    return [word.strip() for word in text(name).split(",") if word.strip()]
