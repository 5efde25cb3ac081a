"""No row and no field of what is kept can be changed, put there or taken away without the audit's naming it.

Of every model of the games, the books and the accounts, every field is changed in turn, a row is put there and one is
taken away, the triggers off. The audit has to name the row; or the field stands below, with the reason why it is no
part of the record. A new model or field is tried without anybody's having thought of it.
"""

from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.db.models import Model

from games.models import Club
from games.services import audit
from ledger import guards
from tests.games import tampering
from tests.games.laying import Laid
from tests.games.rich import rich

ALL = "*"
# Fields, or all of a model, that are no part of the record, and why.
NOT_RECORDED: dict[str, str] = {}
# What the database refuses whoever asks, without any trigger: there is nothing to find.
REFUSED: dict[str, str] = {}
# By what else than its own id a row is named.
NAMED_BY = {
    "games.Share": "settlement_id",
    "games.DisputeMessage": "dispute_id",
    "ledger.Balance": "account_id",
    "ledger.Link": "book_id",
    "ledger.Posting": "transaction_id",
}
_RICH = Laid(rich)


def found() -> str:
    lines = [str(one) for club in Club.objects.order_by("made_at") for one in audit.find(club).differences]
    if hasattr(audit, "find_of_installation"):
        lines += [str(one) for one in audit.find_of_installation().differences]
    return "\n".join(lines)


def label(model: type[Model]) -> str:
    return f"{model._meta.app_label}.{model.__name__}"


def names(*rows: Model) -> set[str]:
    named = {str(row.pk) for row in rows}
    for row in rows:
        if by := NAMED_BY.get(label(type(row))):
            named.add(str(getattr(row, by)))
    return named


def tampered(model: type[Model]) -> Iterator[str]:
    """What was done to a model and not named."""
    for field in tampering.every_field(model):
        if ALL in NOT_RECORDED.get(label(model), "") or f"{label(model)}.{field.attname}" in NOT_RECORDED:
            continue
        yield from _field(model, field)
    yield from _rows(model)


def _field(model, field):
    for row in tampering.some_rows(model):
        with undone():
            if not tampering.changed(row, field):
                yield f"{label(model)}.{field.attname} REFUSED"
                continue
            said = found()
            if not any(name in said for name in names(row)):
                yield f"{label(model)}.{field.attname} changed: {said[:300]}"


def _rows(model):
    for row in tampering.some_rows(model)[:1]:
        with undone():
            new = tampering.inserted(row)
            if new is None:
                yield f"{label(model)} insert REFUSED"
            elif not any(name in (said := found()) for name in names(new)):
                yield f"{label(model)} inserted: {said[:300]}"
    for row in tampering.some_rows(model):
        with undone():
            tampering.deleted(row)
            if not any(name in (said := found()) for name in names(row)):
                yield f"{label(model)} deleted: {said[:300]}"


from contextlib import contextmanager


class _Undo(Exception):
    pass

@contextmanager
def undone():
    """What happens within is undone."""
    sid = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(sid)


@pytest.mark.django_db
def test_x():
    _RICH()
    with guards.lifted_for_tests(connection):
        assert found() == ""
        for model in tampering.every_model():
            try:
                for line in tampered(model):
                    print("SILENT", line.replace("\n"," | ")[:200], flush=True)
            except Exception as e:
                import traceback; traceback.print_exc()
                print("CRASH", label(model), repr(e)[:300], flush=True)
