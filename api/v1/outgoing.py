"""Gives documents that selectors have put together the names that the API has for their parts.

The serializer of an answer says so: a field's `source` is the name in the document, the field's own name is the one in
the API. Everything else goes out as it is.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import Any, cast

from rest_framework import serializers

Renamer = Callable[[Any], Any]


def named(shape: type[Any], document: Any) -> Any:
    """The document with the API's names. It is not changed itself."""
    rename = _renamer_of(cast(Hashable, shape))
    return document if rename is None else rename(document)


@cache
def _renamer_of(shape: Hashable) -> Renamer | None:
    return _renamer(cast("type[Any]", shape)())


def _renamer(field: Any) -> Renamer | None:
    """How to rename what is in a field; None where every name stays."""
    if isinstance(field, serializers.Serializer):
        return _of_object(field)
    child = getattr(field, "child", None)
    rename = None if child is None else _renamer(child)
    if rename is None:
        return None
    return _of_values(rename) if isinstance(field, serializers.DictField) else _of_items(rename)


def _of_object(serializer: serializers.Serializer[Any]) -> Renamer | None:
    fields = {str(field.source): (name, _renamer(field)) for name, field in serializer.fields.items()}
    changes = {source: found for source, found in fields.items() if found != (source, None)}
    if not changes:
        return None

    def rename(document: Mapping[str, Any] | None) -> Any:
        return None if document is None else dict(_pair(key, value) for key, value in document.items())

    def _pair(key: str, value: Any) -> tuple[str, Any]:
        name, below = changes.get(key, (key, None))
        return name, value if below is None else below(value)

    return rename


def _of_items(rename: Renamer) -> Renamer:
    return lambda items: items if items is None else [rename(item) for item in items]


def _of_values(rename: Renamer) -> Renamer:
    return lambda values: values if values is None else {key: rename(value) for key, value in values.items()}
