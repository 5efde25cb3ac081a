"""The same key, the same answer, one effect."""

import threading
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import connection

from games.clubs.services import clubs
from games.core.errors import BadValue, InFlight, KeyReused
from games.core.idempotency import Answered, fingerprint, once
from games.models import Answer, Club
from tests.games.cast import Cast, make_cast


def found(cast: Cast, name: str = "Sundays") -> Callable[[], Answered]:
    def work() -> Answered:
        club = clubs.create_club(cast.rob, name, "EUR", "Europe/Berlin")
        return Answered(201, str(club.pk), {"ETag": '"1"'})

    return work


def test_a_repeated_write_has_one_effect(cast: Cast) -> None:
    asked = fingerprint("POST", "/clubs/", {"name": "Sundays", "currency": "EUR"})
    same = fingerprint("POST", "/clubs/", {"currency": "EUR", "name": "Sundays"})
    first = once(cast.rob, "key", asked, found(cast))
    again = once(cast.rob, "key", same, found(cast))
    assert (again.status, again.body, again.headers) == (first.status, first.body, first.headers)
    assert (first.repeated, again.repeated) == (False, True)
    assert Club.objects.filter(name="Sundays").count() == 1


def test_a_key_is_not_for_something_else(cast: Cast) -> None:
    once(cast.rob, "key", fingerprint("a"), found(cast))
    with pytest.raises(KeyReused):
        once(cast.rob, "key", fingerprint("b"), found(cast))
    assert once(cast.sue, "key", fingerprint("b"), found(cast)).repeated is False


def test_what_was_kept_as_json_is_made_into_what_was_sent(cast: Cast) -> None:
    """By the migration: the address of a page loses its quotes, an answer of the API is its text already."""
    kept = {"page": '"/nights/1/?a=\\u00f6"', "api": '{"id": "\\u00f6"}', "none": "null"}
    for key, body in kept.items():
        once(cast.rob, key, "f", lambda body=body: Answered(200, body))  # type: ignore[misc]
    migration = import_module("games.migrations.0016_answer_as_sent")
    migration.as_sent(None, SimpleNamespace(connection=connection))
    now = dict(Answer.objects.values_list("key", "body"))
    assert now == {**kept, "page": "/nights/1/?a=ö"}


def test_a_failure_is_not_kept(cast: Cast) -> None:
    with pytest.raises(BadValue):
        once(cast.rob, "key", fingerprint("a"), found(cast, ""))
    assert Answer.objects.count() == 0
    assert once(cast.rob, "key", fingerprint("a"), found(cast)).repeated is False


@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_time_have_one_effect() -> None:
    cast = make_cast()
    answers: list[Answered] = []
    turned_away: list[InFlight] = []
    gate = threading.Barrier(4)

    def ask() -> None:
        gate.wait()
        try:
            answers.append(once(cast.rob, "key", fingerprint("a"), found(cast)))
        except InFlight as error:
            turned_away.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) + len(turned_away) == 4
    assert len({answer.body for answer in answers}) == 1
    assert [answer.repeated for answer in answers].count(False) == 1
    assert Club.objects.filter(name="Sundays").count() == 1
    if connection.vendor == "sqlite":
        assert not turned_away
