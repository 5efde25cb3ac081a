"""The admin looks, and changes nothing; a secret is no more open there than elsewhere."""

from datetime import UTC, datetime

from django.contrib import admin
from django.test import Client

from games.clubs.services import clubs
from games.models import Entry, Night, User
from tests.games.cast import Table


def desk() -> Client:
    boss = User.objects.create_superuser("Boss", "correct horse battery")
    client = Client()
    client.force_login(boss)
    return client


def test_every_list_opens_and_none_can_be_added_to(table: Table) -> None:
    client = desk()
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold")
    ours = [model for model in admin.site._registry if model._meta.app_label == "games"]
    assert len(ours) >= 10
    for model in ours:
        path = f"/admin/games/{model._meta.model_name}/"
        assert client.get(path).status_code == 200
        assert client.get(f"{path}add/").status_code == 403
        row = model._default_manager.first()
        if row is not None:
            assert client.get(f"{path}{row.pk}/change/").status_code == 200
            assert client.post(f"{path}{row.pk}/change/", {"name": "x"}).status_code == 403
            assert client.post(f"{path}{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_moments_are_written_as_the_club_writes_them_by_its_clock(table: Table) -> None:
    clubs.change_club(table.cast.rob, table.cast.club.pk, locale="de_DE")
    Night.objects.update(opened_at=datetime(2026, 7, 6, 17, 30, 9, tzinfo=UTC))
    client = desk()
    for path in ("/admin/games/night/", f"/admin/games/night/{table.night.pk}/change/"):
        assert "06.07.2026, 19:30:09" in client.get(path).content.decode(), path
    assert "Opened at" in client.get("/admin/games/night/").content.decode()


def test_a_secret_stays_one(table: Table) -> None:
    client = desk()
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject", "Cid declare out")
    entry = Entry.objects.get(secret=True)
    path = f"/admin/games/entry/{entry.pk}/change/"
    assert "declare" in client.get(path).content.decode()
    assert "&#x27;out&#x27;" not in client.get(path).content.decode()
    table.enter(hand, "Ann declare in", "Bob declare out")
    assert "&#x27;out&#x27;" in client.get(path).content.decode()


def test_one_that_was_taken_back_stays_a_secret(table: Table) -> None:
    client = desk()
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject", "Cid declare out")
    path = f"/admin/games/entry/{Entry.objects.get(secret=True).pk}/change/"
    table.undo(hand)
    table.enter(hand, "Cid declare in", "Ann declare in", "Bob declare in")
    assert "&#x27;out&#x27;" not in client.get(path).content.decode()
