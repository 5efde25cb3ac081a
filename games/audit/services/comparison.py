"""A row held against what the log says of it."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Model

from ledger.audit import Difference


def compared(what: str, row: Model, expected: Mapping[str, Any]) -> Iterator[Difference]:
    """By the names of its fields, those of which the log says anything."""
    for name, value in expected.items():
        if (found := getattr(row, name)) != value:
            yield Difference(f"{name.removesuffix('_id').replace('_', ' ')} of {what}", row.pk, str(value), str(found))
