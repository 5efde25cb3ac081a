"""Accounts, signing in, devices."""

import hashlib
import threading

import pytest
from django.db import connection

from games.accounts.services import users
from games.clubs.selectors.clubs import devices_of
from games.clubs.services import clubs
from games.core.actor import Actor
from games.core.errors import BadValue, Conflict, NotAuthenticated, NotFound
from games.models import Device, User
from tests.games.cast import PASSWORD, Cast


def test_one_signs_in_by_name_or_address(db: None) -> None:
    user = users.register("Rob", PASSWORD, "rob@example.org")
    for login in ("Rob", "rob", "ROB@example.org"):
        token, device = users.sign_in(login, PASSWORD, "phone")
        actor = users.who(token)
        assert (actor.user, actor.device) == (user, device)
    for login, password in (("Rob", "wrong"), ("Bob", PASSWORD), ("", PASSWORD)):
        with pytest.raises(NotAuthenticated):
            users.sign_in(login, password, "phone")


def test_what_is_longer_than_an_address_is_nobodys(cast: Cast) -> None:
    long = "x" * 60_000
    with pytest.raises(NotAuthenticated):
        users.sign_in(long, PASSWORD, "phone")
    with pytest.raises(NotFound, match="no account"):
        clubs.add_member(cast.rob, cast.club.pk, long)
    with pytest.raises(BadValue, match="at most 254"):
        users.register("Zed", PASSWORD, f"zed@{'.'.join(['x' * 60] * 5)}.example")


def test_a_token_is_kept_only_as_its_hash(db: None) -> None:
    token, device = users.add_device(users.register("Rob", PASSWORD), "phone")
    kept = Device.objects.values().get(pk=device.pk)
    assert token not in map(str, kept.values())
    assert kept["token_hash"] == hashlib.sha256(token.encode()).hexdigest()


def test_a_revoked_device_speaks_for_nobody(cast: Cast) -> None:
    token, device = users.add_device(cast.rob.user, "phone")
    with pytest.raises(NotFound):
        users.revoke_device(cast.sue, device.pk)
    users.revoke_device(cast.rob, device.pk)
    with pytest.raises(NotAuthenticated):
        users.who(token)
    assert [device.name for device in devices_of(cast.rob)] == ["phone"]


def test_whoever_is_not_active_does_not_get_in(db: None) -> None:
    user = users.register("Rob", PASSWORD)
    token, _ = users.add_device(user, "phone")
    User.objects.update(is_active=False)
    with pytest.raises(NotAuthenticated):
        users.who(token)
    with pytest.raises(NotAuthenticated):
        users.sign_in("Rob", PASSWORD, "phone")


def test_names_and_addresses_are_taken_once(db: None) -> None:
    users.register("Rob", PASSWORD, "rob@example.org")
    users.register("Sue", PASSWORD)
    users.register("Ann", PASSWORD)
    for name, email in (("rob", None), ("Bob", "Rob@Example.org")):
        with pytest.raises(Conflict):
            users.register(name, PASSWORD, email)
    for name, password in (("a@b", PASSWORD), ("", PASSWORD), ("x" * 81, PASSWORD), ("Bob", "12345678")):
        with pytest.raises(BadValue):
            users.register(name, password)


def test_a_device_notes_its_use_to_the_minute(cast: Cast) -> None:
    _, device = users.add_device(cast.rob.user, "phone")
    users.touch(device)
    device.refresh_from_db()
    first = device.last_used_at
    users.touch(device)
    device.refresh_from_db()
    assert first is not None
    assert device.last_used_at == first


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_a_name_one_is_told() -> None:
    done: list[object] = []
    gate = threading.Barrier(3)

    def register() -> None:
        gate.wait()
        try:
            done.append(users.register("Rob", PASSWORD))
        except Conflict as error:
            done.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=register) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done.count("conflict") == 2
    assert Actor(User.objects.get()).user.name == "Rob"
