"""State a row that is part of the record in the chain whenever it is saved.

Code that writes past `save` (a change of many rows at once) calls `stated_anew` itself.
"""

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Model
from django.db.models.signals import post_save, pre_delete

from games.core.atomic import state
from games.core.row_statements import CHANGED, GONE, KINDS, MADE, kinds_of


def connect() -> None:
    """For the `ready` of the app."""
    for model in {kind.model for kind in KINDS}:
        post_save.connect(_saved, sender=model, dispatch_uid=f"recorded {model._meta.label}")
        pre_delete.connect(_deleted, sender=model, dispatch_uid=f"recorded {model._meta.label}")


def stated_anew(model: type[Model], pks: Iterable[Any], what: str = CHANGED) -> None:
    """Rows of a model were made or changed by one statement."""
    pks = list(pks)
    for kind in kinds_of(model):
        if pks and not (what == CHANGED and kind.only):
            state(kind, pks, what)


def _saved(
    sender: type[Model], instance: Model, created: bool, update_fields: Collection[str] | None, **_: Any
) -> None:
    names = {sender._meta.get_field(name).attname for name in update_fields or ()}  # type: ignore[union-attr]
    for kind in kinds_of(sender):
        if created or update_fields is None or not names.isdisjoint({*kind.columns, "salt"}):
            state(kind, [instance.pk], MADE if created else CHANGED)


def _deleted(sender: type[Model], instance: Model, **_: Any) -> None:
    for kind in kinds_of(sender):
        state(kind, [instance.pk], GONE)
