"""No row and no field of what is kept can be changed, put there or taken away without the audit's naming it.

Of every model of the games, the books and the accounts, every field is changed in turn, a row is put there and one is
taken away, the triggers off. The audit has to name the row; or the field stands below, with the reason why it is no
part of the record. A new model or field is tried without anybody's having thought of it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import CharField, Field, Model, TextField

from games.audit import services as audit
from games.core.row_statements import KINDS, Kind
from games.models import Club, Entry, User
from ledger import guards
from tests.games import tampering
from tests.games.cast import Table
from tests.games.laying import Laid
from tests.games.rich import rich

# Models and fields that are no part of the record, and why.
NOT_RECORDED: dict[str, str] = {
    "games.Answer": "answers kept a day for retries: they repeat what is in the record",
    "games.Audit": "what audits have found: the heads that they recorded are held against the chain",
    "games.Notification": "who was told of what is in the record",
    "games.RecordedHead": "what left the installation says the same: the heads here are held against the chain",
    "games.Task": "work in progress: a report is made anew at any time",
    "games.TaskFile": "a report: the head on it is held against the chain",
    "games.User_groups": "nobody asks Django's groups: who may do what goes by members, owners and is_superuser",
    "games.User_user_permissions": "as groups",
    "auth.Group": "as groups",
    "auth.Group_permissions": "as groups",
    "auth.Permission": "as groups",
    "sessions.Session": "signed with the server's secret, without which nobody can make one, and over in weeks",
    "games.User.last_login": "when somebody signed in last: it gives nothing to anybody",
    "games.Device.last_used_at": "when a phone was heard of last: shown to its user, and changed all the time",
    "games.Hand.free_since": "at which versions an open hand takes entries in any order, by the rules all the same",
    "games.Share.id": "a number of the database's own: a share goes by settlement, night and party",
    "games.Entry.salt": "without a text it says nothing; with one it is tried below",
    "ledger.Link.id": "a number of the database's own: a link goes by its sequence",
    "ledger.Posting.id": "a number of the database's own; the order that it makes of lines is tried by `lines`",
}
# What the database itself may refuse, without any trigger, as other rows stand here; and where it is tried instead.
REFUSED: dict[str, str] = {
    "games.Seat.night_id": "a night has one seat for each player, and all sit at all nights here",
    "games.Dispute.payment_id": "a dispute is about one thing: that of none here is a payment",
    "ledger.Balance inserted": "each account has one, and they all have",
    "ledger.Balance.account_id": "each account has one, and they all have",
}
# By what else than its own id a row may be named.
NAMED_BY: dict[str, str] = {
    "games.Entry": "night_id",
    "games.Share": "settlement_id",
    "ledger.Link": "book_id",
    "ledger.Posting": "transaction_id",
}
_RICH = Laid(rich)
pytestmark = pytest.mark.any_database("the guards are off, and the audit reads rows alike from either")


@pytest.fixture
def lived(db: None) -> Iterator[Table]:
    """The guards are off, once for all that is tried: lifting them takes longer than an audit."""
    table = _RICH()
    with guards.lifted_for_tests(connection):
        yield table


def found() -> Iterator[str]:
    """All that the audit of the installation and of every club names, one audit after the other."""
    yield "\n".join(map(str, audit.find_of_installation().differences))
    for club in Club.objects.order_by("-made_at", "-pk"):
        yield "\n".join(map(str, audit.find_of_club(club).differences))


def named(wanted: list[set[str]]) -> tuple[list[bool], str]:
    """For each row, by any of the names it goes by, whether an audit names it; and what was said."""
    said = ""
    for lines in found():
        said += lines
        if all(any(name in said for name in names) for names in wanted):
            break
    return [any(name in said for name in names) for names in wanted], said


def label(model: type[Model]) -> str:
    return f"{model._meta.app_label}.{model.__name__}"


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens within is taken back."""
    savepoint = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(savepoint)


Tamper = Callable[[Model], Model | None]


def unnamed(done: str, rows: list[Model], tamper: Tamper) -> list[str]:
    """What was done to rows, to all of them at once, and not named by the audit of each."""
    by = NAMED_BY.get(label(type(rows[0])), "pk")
    with undone():
        names = [{str(row.pk), str(getattr(row, by))} for row in rows]
        after = [tamper(row) for row in rows]
        for found_by, row in zip(names, after, strict=True):
            found_by |= {str(row.pk), str(getattr(row, by))} if row else set()
        is_named, said = named([found_by for found_by, row in zip(names, after, strict=True) if row])
    silent = [] if all(is_named) else [f"{done}: not named in {said[:500]!r}"]
    if done not in REFUSED and not any(after):
        silent.append(f"{done}: refused by the database")
    return silent


def change(field: "Field[Any, Any]") -> Tamper:
    return lambda row: row if tampering.changed(row, field) else None


def test_it_is_in_order(lived: Table) -> None:
    assert "".join(found()) == ""


MODELS = [model for model in tampering.every_model() if label(model) not in NOT_RECORDED]


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS, ids=label)
def test_whatever_is_done_to_a_row_is_named(lived: Table, model: type[Model]) -> None:
    rows = tampering.some_rows(model)
    assert rows, "the club that has something of everything has none of these"
    silent = unnamed(f"{label(model)} deleted", rows, tampering.deleted)
    silent += unnamed(f"{label(model)} inserted", rows[:1], tampering.inserted)
    for field in tampering.every_field(model):
        done = f"{label(model)}.{field.attname}"
        if done not in NOT_RECORDED:
            silent += unnamed(done, rows, change(field))
    assert not silent, "\n".join(silent)


def test_the_list_is_of_what_there_is() -> None:
    there = {label(model) for model in tampering.every_model()}
    there |= {f"{label(model)}.{field.attname}" for model in MODELS for field in tampering.every_field(model)}
    assert set(NOT_RECORDED) <= there


def test_the_salt_of_an_entry_with_a_text_is_held(lived: Table) -> None:
    entry = Entry.objects.filter(kind=Entry.Kind.RESULT).order_by("pk")[0]
    assert unnamed("salt changed", [entry], change(Entry._meta.get_field("salt"))) == []


def test_two_names_that_change_places_are_named(lived: Table) -> None:
    """With them everything that the two have ever entered would."""
    rob, sue = (User.objects.get(name=name) for name in ("Rob", "Sue"))
    for pk, name in ((rob.pk, "between"), (sue.pk, "Rob"), (rob.pk, "Sue")):
        User.objects.filter(pk=pk).update(name=name)
    said = "".join(found())
    assert f"name of user {rob.pk}" in said
    assert f"name of user {sue.pk}" in said


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_name_and_no_text_lies_open_in_the_chain(kind: Kind) -> None:
    """Of a text without fixed choices there is a commitment, and a salt to make it with; or it stands here."""
    open_ = {"Club": {"currency", "time_zone", "locale"}, "Night": {"currency", "time_zone"}, "Match": {"game"}}
    open_ |= {"Settlement": {"currency"}}
    for name in kind.columns:
        field = kind.model._meta.get_field(name)
        if isinstance(field, CharField | TextField) and not field.choices and not field.remote_field:
            assert name in {*kind.covered, *open_.get(kind.model.__name__, ())}, name
    assert kind.has_salt or set(kind.covered) <= {"token_hash"}
