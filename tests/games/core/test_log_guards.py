"""The database refuses rows of power and money that no entry names, and entries that no link has."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from games.core.log_guards import of_rows
from games.models import Dispute, Entry, Invite, Member, Night, Payment, Player, Role, Settlement, Transfer, User
from games.settlement.services import settlements
from ledger import guards
from ledger.guards import Logged
from tests.games.cast import Table
from tests.games.purse import end, win

NOW = datetime(2026, 3, 1, 20, tzinfo=UTC)
ON_POSTGRESQL = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no triggers at the commit")


@pytest.fixture
def settled(table: Table) -> Table:
    win(table, Bob=100, Ann=-100)
    end(table)
    settlements.settle_night(table.cast.rob, table.night.pk)
    connection.check_constraints()
    return table


def member(table: Table) -> Model:
    return Member(club=table.cast.club, user=User.objects.create(name="Mallory"), role=Role.OWNER, joined_at=NOW)


def player(table: Table) -> Model:
    return Player(club=table.cast.club, name="Mallory", made_at=NOW)


def invite(table: Table) -> Model:
    return Invite(club=table.cast.club, role=Role.OWNER, token_hash="0" * 64, made_by=table.cast.rob.user, made_at=NOW,
                  expires_at=NOW)  # fmt: skip


def night(table: Table) -> Model:
    row = Night.objects.get(pk=table.night.pk)
    row.pk = uuid4()
    return row


def settlement(table: Table) -> Model:
    return Settlement(club=table.cast.club, currency="EUR", made_at=NOW, by=table.cast.rob.user)


def payment(table: Table) -> Model:
    transfer = Transfer.objects.order_by("number")[0]
    return Payment(transfer=transfer, amount=1, way="cash", made_at=NOW, by=table.cast.rob.user)


def dispute(table: Table) -> Model:
    return Dispute(club=table.cast.club, night=table.night, hand=table.night.hands.first(), opened_at=NOW,
                   opened_by=table.cast.ann.user, due_at=NOW)  # fmt: skip


ROWS: dict[str, Callable[[Table], Model]] = {
    "games_member": member,
    "games_player": player,
    "games_invite": invite,
    "games_night": night,
    "games_settlement": settlement,
    "games_payment": payment,
    "games_dispute": dispute,
}


def test_each_table_that_is_guarded_so_is_tried() -> None:
    assert {one.table for one in of_rows() if isinstance(one, Logged)} == set(ROWS)


@pytest.mark.parametrize("table_name", ROWS)
def test_a_row_that_no_entry_names_is_refused(settled: Table, table_name: str) -> None:
    row = ROWS[table_name](settled)
    assert row._meta.db_table == table_name
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)
        connection.check_constraints()
    connection.check_constraints()


def test_an_entry_of_another_club_or_another_row_names_nothing(settled: Table) -> None:
    row = member(settled)
    for club, named in ((settled.cast.other_club, row.pk), (settled.cast.club, uuid4())):
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save(force_insert=True)
            entry(settled, club=club, kind=Entry.Kind.MEMBER, body={"member": str(named)})
            connection.check_constraints()


def entry(table: Table, **more: Any) -> Entry:
    return Entry.objects.create(**{"club": table.cast.club, "by": table.cast.rob.user, "at": NOW, **more})


@ON_POSTGRESQL
def test_an_entry_without_a_link_is_refused(settled: Table) -> None:
    with pytest.raises(IntegrityError, match="in the chain names this row"), transaction.atomic():
        entry(settled, kind=Entry.Kind.CLUB, body={"name": "Sunday"})
        connection.check_constraints()


def test_what_is_brought_in_may_be_older_than_its_entries(settled: Table) -> None:
    with transaction.atomic():
        player(settled).save(force_insert=True)
        guards.admit(connection)
        connection.check_constraints()
