"""A prepared look-up finds what Django's own finds, whoever asks and however often."""

import threading
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from games.accounts.services import users
from games.models import Device, Hand, Member, Night, Player
from prepared.lookups import Prepared
from tests.games.cast import Table

pytestmark = pytest.mark.django_db

NIGHTS = Prepared(lambda pk: Night.objects.select_related("club").filter(pk=pk), pk=UUID)
HANDS = Prepared(lambda pk: Hand.objects.select_related("match").filter(pk=pk), pk=UUID)
MEMBERS = Prepared(
    lambda user, night: Member.objects.select_related("player").filter(
        user=user, left_at=None, role__in=["player", "owner"], club__nights=night
    ),
    user=UUID,
    night=UUID,
)
DEVICES = Prepared(lambda name: Device.objects.filter(name=name), name=str)
NAMES: Prepared[Player] = Prepared(
    lambda night: Player.objects.filter(seats__night=night).order_by("name").values_list("name", "pk"), night=UUID
)


def test_rows_are_the_same_with_what_is_selected_beside_them(table: Table, django_assert_num_queries: Any) -> None:
    for pk in (table.night.pk, str(table.night.pk)):
        with django_assert_num_queries(1):
            night = NIGHTS.first(pk=pk)
            assert night is not None
            assert night.club.book == table.cast.club.book
        own = Night.objects.get(pk=table.night.pk)
        for field in Night._meta.concrete_fields:
            assert getattr(night, field.attname) == getattr(own, field.attname), field


def test_what_is_not_there_is_none_and_what_is_null_is_none(table: Table) -> None:
    assert NIGHTS.first(pk=uuid4()) is None
    hand = table.deal("buddhas-folly")
    found = HANDS.first(pk=hand.pk)
    assert found is not None
    assert (found.match, found.set_up) == (None, Hand.objects.get(pk=hand.pk).set_up)


def test_values_change_and_what_is_constant_stays(table: Table) -> None:
    ann, rob = table.cast.ann.user, table.cast.rob.user
    for user, role in ((ann, "player"), (rob, "owner"), (ann, "player")):
        found = MEMBERS.first(user=user.pk, night=table.night.pk)
        assert found is not None
        assert (found.user_id, found.role) == (user.pk, role)
    assert MEMBERS.first(user=table.cast.sue.user.pk, night=table.night.pk) is None
    assert MEMBERS.first(user=table.cast.otto.user.pk, night=table.night.pk) is None


def test_a_text_is_a_value_and_never_a_part_of_the_statement(table: Table) -> None:
    users.add_device(table.cast.sue.user, 'Sue\'s "phone"; %s')
    found = DEVICES.first(name='Sue\'s "phone"; %s')
    assert found is not None
    assert found.user_id == table.cast.sue.user.pk
    assert DEVICES.first(name="' OR 1=1 --") is None


def test_tuples_and_their_order(table: Table) -> None:
    assert list(NAMES.tuples(night=table.night.pk)) == [
        (name, table.players[name].pk) for name in ("Ann", "Bob", "Cid")
    ]


def test_a_look_up_that_hides_a_value_is_refused_when_it_is_made(table: Table) -> None:
    hidden: Prepared[Device] = Prepared(lambda name: Device.objects.filter(name=name.upper()), name=str)
    with pytest.raises(AssertionError, match="not in the statement"):
        hidden.first(name="phone")


@pytest.mark.django_db(transaction=True)
def test_threads_ask_over_connections_of_their_own(table: Table) -> None:
    """Each with its own value, all at once."""
    players = {name: player.pk for name, player in table.players.items()}
    by_id = Prepared(lambda pk: Player.objects.filter(pk=pk), pk=UUID)
    wrong: list[object] = []

    def ask(name: str) -> None:
        try:
            for _ in range(50):
                found = by_id.first(pk=players[name])
                if found is None or found.name != name:
                    wrong.append((name, found))
        except Exception as error:
            wrong.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=(name,)) for name in list(players) * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
