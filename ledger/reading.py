"""Reading rows of which some may be damaged: each of those becomes a finding, and the others are still read."""

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import ForeignKey, Model, QuerySet, TextField
from django.db.models.functions import Cast

from ledger.difference import Difference

log = logging.getLogger(__name__)

READABLE = "what can be read"


def checked(what: str, id: UUID | str, check: Callable[[], Iterable[Difference]]) -> list[Difference]:
    """What a check finds. Where it fails, its failure is the finding, and the traceback is logged."""
    found: list[Difference] = []
    try:
        with transaction.atomic():  # a query that fails must not spoil those of the next check
            for difference in check():
                found.append(difference)
    except Exception as why:
        log.exception("The audit could not check %s %s", what, id)
        found.append(unreadable(what, id, why))
    return found


def unreadable(what: str, id: UUID | str, why: Exception) -> Difference:
    return Difference(what, id, READABLE, f"{type(why).__name__}: {why}"[:300])


def ids_of(rows: "QuerySet[Any]") -> Iterator[UUID | str]:
    """The ids of the rows; one that is no UUID as the text that it is."""
    texts = rows.annotate(id_as_text=Cast("pk", TextField())).values_list("id_as_text", flat=True)
    for text in texts.iterator():
        try:
            yield UUID(text)
        except ValueError:
            yield str(text)


def unreadable_rows(what: str, rows: "QuerySet[Any]") -> Iterator[Difference]:
    """Those that cannot be read, or hold what their fields cannot; for when something has failed: it is slow."""
    for id in list(ids_of(rows.order_by())):
        yield from checked(what, id, lambda id=id: _wrong_fields(what, rows.model, id))  # type: ignore[misc]


def _wrong_fields(what: str, model: type[Model], id: UUID | str) -> Iterator[Difference]:
    row = model._base_manager.get(pk=id)
    for field in model._meta.concrete_fields:
        value = getattr(row, field.attname)
        if isinstance(field, ForeignKey):
            target = field.related_model._base_manager
            if value is not None and not target.filter(pk=value).exists():
                yield Difference(f"{field.name} of {what}", id, "a row that is there", str(value))
        elif value is None and not field.null:
            yield Difference(f"{field.name} of {what}", id, READABLE, "nothing")
        elif value is not None:
            field.run_validators(field.to_python(value))
