"""Lists of a club that has played for ten years: nothing is counted, and nothing is read row by row."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.core.admin.read_only import MOST_PAGES, ReadOnly, Uncounted
from games.models import Entry, Hand, Night, Player
from ledger import guards
from tests.games.browser import browser
from tests.games.cast import Table
from tests.games.core.admin.test_site import address, models, places
from tests.games.places import Places

__all__ = ["places"]

MOST_QUERIES = 12


def queries(client: Any, path: str) -> list[str]:
    with CaptureQueriesContext(connection) as taken:
        assert client.get(path).status_code == 200, path
    return [query["sql"] for query in taken]


def test_every_list_takes_few_queries_and_counts_nothing(places: Places) -> None:
    client = browser(places.cast.rob.user)
    for model, shown in models():
        if not shown.of_installation:
            taken = queries(client, address(model, "changelist"))
            assert len(taken) <= MOST_QUERIES, (model, taken)
            assert not [sql for sql in taken if "COUNT(" in sql.upper()], model


def test_a_long_list_takes_no_more_than_a_short_one(table: Table) -> None:
    client = browser(table.cast.rob.user)
    lists = [reverse(f"admin:games_{name}_changelist") for name in ("hand", "entry", "player", "night")]
    before = [len(queries(client, path)) for path in lists]
    _many(table)
    after = [len(queries(client, path)) for path in lists]
    assert all(late <= early for late, early in zip(after, before, strict=True)), (after, before)


def test_pages_lead_on_without_anybody_knowing_how_many_there_are(table: Table) -> None:
    _many(table)
    client = browser(table.cast.rob.user)
    path = reverse("admin:games_hand_changelist")
    first, third = client.get(path), client.get(path, {"p": "3"})
    assert len(first.context["cl"].result_list) == 50
    assert "?p=2" in first.content.decode() and "?p=3" not in first.content.decode()
    assert len(third.context["cl"].result_list) == 20
    assert "?p=2" in third.content.decode() and "?p=4" not in third.content.decode()
    assert client.get(path, {"all": ""}).context["cl"].result_list is not None
    assert len(client.get(path, {"all": ""}).context["cl"].result_list) == 50


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999999999999", "²"])
def test_a_page_that_is_none_is_answered_with_one_that_is(table: Table, page: str) -> None:
    path = reverse("admin:games_hand_changelist")
    assert browser(table.cast.rob.user).get(path, {"p": page}, follow=True).status_code == 200


def test_nobody_pages_through_everything() -> None:
    rows = Night.objects.order_by("pk").none()
    assert Uncounted(rows, 50, 10**9).count == (MOST_PAGES - 1) * 50


def test_the_front_of_the_desk_and_a_search_take_few(places: Places) -> None:
    client = browser(places.cast.rob.user)
    assert len(queries(client, reverse("admin:index"))) <= 20
    search = reverse("admin:search")
    before = len(queries(client, f"{search}?player=Ann&amount=20"))
    assert before <= 20
    _many(places.table)
    assert len(queries(client, f"{search}?player=Ann&amount=20")) == before


def test_a_search_goes_back_night_by_night(table: Table) -> None:
    hand = table.enter(table.deal("council-bluffs"), "Ann raise 300", "Bob fold", "Cid call", "reveal Qs 9d 8h")
    night = table.night
    Night.objects.bulk_create(
        Night(
            club=night.club, name=f"Later {n}", currency="EUR", chip=25, time_zone="Europe/Berlin", status="closed",
            box_holder=night.box_holder, opened_at=night.opened_at + timedelta(days=n + 1),
        )
        for n in range(100)
    )  # fmt: skip
    guards.admit(connection)
    client = browser(table.cast.rob.user)
    first = client.get(reverse("admin:search"), {"card": "Q♠"})
    assert "Nothing found there." in first.content.decode()
    older = client.get(f"{reverse('admin:search')}?{first.context['older']}")
    assert [one["hand"].pk for one in older.context["hands"]] == [hand.pk]
    assert older.context["older"] == ""
    found = client.get(reverse("admin:search"), {"night": "Thursday", "card": "10h"})
    assert found.context["hands"] == []


@pytest.mark.parametrize(
    "typed", [{"card": "Zz"}, {"amount": "much"}, {"before": "x"}, {"player": "x" * 99}, {"before": "2026-01-01"}]
)
def test_what_cannot_be_looked_for_is_said(table: Table, typed: dict[str, str]) -> None:
    answer = browser(table.cast.rob.user).get(reverse("admin:search"), typed)
    assert answer.status_code == 200 and answer.context["wrong"]


def _many(table: Table) -> None:
    """A hundred and twenty hands and entries more, as rows alone."""
    night, sue = table.night, table.cast.sue.user
    last = night.hands.count()
    now = night.opened_at
    Player.objects.bulk_create(Player(club=night.club, name=f"Guest {n}", made_at=now) for n in range(60))
    hands = [
        Hand(night=night, number=last + n + 1, game="Stud", phase="complete", status="complete", started_at=now)
        for n in range(120)
    ]
    Hand.objects.bulk_create(hands)
    told = Entry.objects.filter(night=night).count() + 1000
    Entry.objects.bulk_create(
        Entry(club=night.club, night=night, hand=hand, number=0, kind="result", body={"net": {}}, told=told + n, by=sue,
              at=now)
        for n, hand in enumerate(hands)
    )  # fmt: skip
    guards.admit(connection)


def test_every_list_of_the_desk_is_one_that_counts_nothing() -> None:
    for model, shown in admin.site._registry.items():
        if model._meta.app_label != "auth":
            assert isinstance(shown, ReadOnly)
            assert not shown.show_full_result_count and shown.list_max_show_all == 0
