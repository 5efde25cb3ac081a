"""A database that cannot be written to: pages are read, forms are told to come again, and nothing is half kept."""

import json

import pytest
from django.db import OperationalError
from django.urls import reverse

from games.clubs.selectors import home
from games.models import Entry
from tests.games.browser import browser
from tests.games.cast import Table, make_cast, make_table
from tests.games.purse import books_hold
from tests.servers.outage import only_reading

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(transactional_db: None) -> Table:
    return make_table(make_cast())


@pytest.mark.parametrize("by_script", [False, True])
def test_a_form_is_told_to_come_again_and_then_counts_once(table: Table, by_script: bool) -> None:
    hand = table.deal("council-bluffs")
    client = browser(table.cast.sue.user)
    address = reverse("enter", args=[table.night.pk, hand.pk])
    action = json.dumps({"type": "fold", "player": str(table.players["Ann"].pk)})
    form = {"key": "one-tap", "version": "0", "action": action}
    headers = {"Tableside-Entry": "1"} if by_script else {}
    before = Entry.objects.count()
    with only_reading():
        answer = client.post(address, form, headers=headers)
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert "cannot reach its database" in answer.content.decode()
        assert client.get(reverse("console", args=[table.night.pk])).status_code == 200
    assert Entry.objects.count() == before
    for _ in range(2):
        assert client.post(address, form, headers=headers).status_code == (200 if by_script else 302)
    assert Entry.objects.count() == before + 1
    books_hold(table.cast.club)


def test_a_database_that_is_away_is_said_without_asking_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise OperationalError("could not connect to db.internal")

    monkeypatch.setattr(home, "homes_of", away)
    answer = browser(table.cast.sue.user).get(reverse("front"))
    assert answer.status_code == 503
    assert "internal" not in answer.content.decode()
