"""Reading rows of which some may be damaged: each of those becomes a finding, and the others are still read."""

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, ForeignKey, Model, OuterRef, QuerySet, TextField
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
    """Those that cannot be read, or hold what their fields cannot, or refer to a row that is not there."""
    rows = rows.order_by()
    try:
        with transaction.atomic():
            for row in rows.iterator():
                _validate(row)
    except Exception:
        log.exception("Some %s cannot be read: they are read one by one", what)
        for id in list(ids_of(rows)):
            yield from checked(what, id, lambda id=id: _wrong(rows.model, id))  # type: ignore[misc]
    for field in rows.model._meta.concrete_fields:
        if isinstance(field, ForeignKey):
            target = field.related_model._base_manager.filter(pk=OuterRef(field.attname))
            for id in ids_of(rows.filter(~Exists(target), **{f"{field.attname}__isnull": False})):
                yield Difference(f"{field.name} of {what}", id, "a row that is there", "none")


def _wrong(model: type[Model], id: UUID | str) -> Iterator[Difference]:
    _validate(model._base_manager.get(pk=id))
    yield from ()


def _validate(row: Model) -> None:
    """Raises whatever its fields do about what they cannot hold."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if value is None and not field.null:
            raise ValueError(f"{field.name} is missing")
        if value is not None and not isinstance(field, ForeignKey):
            field.run_validators(field.to_python(value))
