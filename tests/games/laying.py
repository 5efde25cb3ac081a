"""What most stories begin with: made by the services once a process, and from then on put there row by row.

The rows are those that the services wrote, with their ids and times. So it is the same club in every test.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Generic, TypeVar

from django.apps import apps
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from ledger.models import JournalTransaction, Posting

T = TypeVar("T")
_NOW = timezone.now
_LAST = (Posting, JournalTransaction)


class Laid(Generic[T]):
    """What `make` makes in an empty database, again and again."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._kept: tuple[T, list[list[Model]]] | None = None

    def __call__(self) -> T:
        if timezone.now is not _NOW:  # told by a clock of the test's own
            return self._make()
        if self._kept is None:
            made = self._make()
            self._kept = deepcopy(made), _rows()
            return made
        made, rows = self._kept
        with transaction.atomic():  # each row finds the one it points to by the end
            for of_one_model in rows:
                type(of_one_model[0])._base_manager.bulk_create(of_one_model)
        return deepcopy(made)


def _rows() -> list[list[Model]]:
    """All there are, by model, as the guards want them: postings before their transaction, a reversal after it."""
    models = [*apps.get_app_config("games").get_models(), *apps.get_app_config("ledger").get_models()]
    models.sort(key=lambda model: _LAST.index(model) + 1 if model in _LAST else 0)
    found = [list(model._base_manager.order_by("pk")) for model in models]
    for of_one_model in found:
        of_one_model.sort(key=lambda row: getattr(row, "reverses_id", None) is not None)
    return [rows for rows in found if rows]
