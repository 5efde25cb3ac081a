"""How rows are locked."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

import games
import ledger
from games.core.atomic import one_transaction
from games.core.errors import Forbidden, NotFound
from games.core.permissions import May, member_for
from games.core.row_locks import lock_night, lock_night_for
from tests.games.cast import Table


def test_no_lock_makes_a_foreign_key_wait() -> None:
    """Whoever only refers to a locked row goes on: with the one writer a book has, waiting there could be for ever."""
    for package in (games, ledger):
        for path in Path(str(package.__file__)).parent.rglob("*.py"):
            for call in re.findall(r"select_for_update\(.*", path.read_text()):
                assert "no_key=True" in call, f"{path}: {call}"


@pytest.mark.django_db
def test_night_and_membership_come_together_as_they_come_one_by_one(
    table: Table, django_assert_num_queries: Any
) -> None:
    hand = table.deal("council-bluffs")
    for actor in (table.cast.rob, table.cast.sue, table.cast.ann):
        with one_transaction():
            with django_assert_num_queries(1):
                night, member = lock_night_for(actor, May.DECLARE_FOR_SELF, hands=hand.pk)
                assert (member.club.differences_by, member.own_id) and night.club == member.club
            own = member_for(actor, May.DECLARE_FOR_SELF, club__nights__hands=hand.pk)
            assert (night, member, member.own_id, member.role) == (lock_night(hands=hand.pk), own, own.own_id, own.role)


@pytest.mark.django_db
def test_who_may_not_is_told_as_ever(table: Table) -> None:
    cast = table.cast
    with one_transaction(), pytest.raises(Forbidden, match="player may not keep score"):
        lock_night_for(cast.ann, May.KEEP_SCORE, pk=table.night.pk)
    with one_transaction(), pytest.raises(NotFound):
        lock_night_for(cast.otto, May.SEE, pk=table.night.pk)
    cast.club.members.filter(user=cast.ann.user).update(left_at=table.night.opened_at)
    with one_transaction(), pytest.raises(NotFound):
        lock_night_for(cast.ann, May.SEE, pk=table.night.pk)


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite's writers stand in a row, whoever they are")
@pytest.mark.django_db(transaction=True)
def test_who_is_no_member_waits_for_nobody(table: Table) -> None:
    def asks() -> None:
        try:
            with one_transaction(), pytest.raises(NotFound):
                lock_night_for(table.cast.otto, May.SEE, pk=table.night.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, one_transaction():
        lock_night(pk=table.night.pk)
        pool.submit(asks).result(10)
