"""Who comes to the desk, and that nobody sees there what another club has."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from games.audit import services as audit
from games.clubs.services import clubs, members
from games.core.admin.read_only import ReadOnly
from games.disputes.services import disputes
from games.models import Club, Entry, Member, Role, User
from games.nights.services import entry_reversal
from ledger.models import JournalTransaction
from tests.games.browser import browser
from tests.games.cast import PASSWORD, Table, make_cast, make_table
from tests.games.laying import Laid
from tests.games.person import Person
from tests.games.places import Places

OF_INSTALLATION = {"user", "device"}


def furnished() -> Places:
    """Rob's club with something of everything; Otto's has nothing but Otto."""
    table = make_table(make_cast())
    found = Places(table)
    hand = table.night.hands.first() or found.table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    disputes.open_dispute(table.cast.ann, "I did not fold", hand_id=hand.pk)
    audit.audit(table.cast.club)
    return found


_FURNISHED = Laid(furnished)


@pytest.fixture
def places(db: None) -> Places:
    return _FURNISHED()


def models() -> Iterator[tuple[type[Model], ReadOnly]]:
    for model, shown in admin.site._registry.items():
        if isinstance(shown, ReadOnly):
            yield model, shown


def address(model: type[Model], what: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=args)


def rows_of(model: type[Model], club: Club) -> Iterator[Any]:
    shown = admin.site._registry[model]
    assert isinstance(shown, ReadOnly)
    yield from model._default_manager.filter(**{shown.club: shown.named(club)})[:3]


@pytest.mark.parametrize(
    ("who", "comes"), [("owner", True), ("admin", True), ("scorekeeper", False), ("player", False)]
)
def test_owners_and_admins_come_in(table: Table, who: str, comes: bool) -> None:
    user = User.objects.create_user("Zed", PASSWORD)
    clubs.add_member(table.cast.rob, table.cast.club.pk, "Zed", Role(who))
    assert browser(user).get(reverse("admin:index")).status_code == (200 if comes else 302)
    assert browser(user).get(reverse("admin:index"), follow=True).status_code == (200 if comes else 403)


def test_the_arbiter_comes_in_whatever_their_role(table: Table) -> None:
    ann = Member.objects.get(user=table.cast.ann.user)
    client = browser(table.cast.ann.user)
    assert client.get(reverse("admin:index")).status_code == 302
    members.change_member(table.cast.rob, ann.pk, is_arbiter=True)
    assert client.get(reverse("admin:index")).status_code == 200


def test_it_leads_back_to_the_club_and_has_nothing_that_is_not_for_the_job(table: Table) -> None:
    rob = Person(table.cast.rob.user).open(reverse("admin:index"))
    assert "Groups" not in rob.words and "Authentication" not in rob.words
    assert rob.click("The club").path == reverse("club-page", args=[table.cast.club.pk])
    runs_it = Person(User.objects.create_superuser("Ida", "correct horse battery")).open(reverse("admin:index"))
    assert "Groups" not in runs_it.words and runs_it.click("Home").path == reverse("front")


def test_who_has_left_stays_out(table: Table) -> None:
    user = User.objects.create_user("Zed", PASSWORD)
    member = clubs.add_member(table.cast.rob, table.cast.club.pk, "Zed", Role.ADMIN)
    client = browser(user)
    assert client.get(reverse("admin:index")).status_code == 200
    members.remove_member(table.cast.rob, member.pk)
    assert client.get(reverse("admin:index")).status_code == 302


def test_who_is_not_signed_in_signs_in_where_everybody_does(table: Table) -> None:
    answer = Client().get(reverse("admin:index"), follow=True)
    assert answer.request["PATH_INFO"] == reverse("sign-in")
    assert answer.context["next"] == reverse("admin:index")


def test_every_list_and_row_of_ones_own_club_opens(places: Places) -> None:
    client = browser(places.cast.rob.user)
    seen = 0
    for model, shown in models():
        if shown.of_installation:
            continue
        assert client.get(address(model, "changelist")).status_code == 200, model
        for row in rows_of(model, places.cast.club):
            assert client.get(address(model, "change", row.pk)).status_code == 200, model
            seen += 1
    assert seen > 30


def test_nothing_of_another_club_is_there(places: Places) -> None:
    """Otto owns a club of his own: he comes in, and finds nothing of Rob's."""
    client = browser(places.cast.otto.user)
    tried = 0
    for model, shown in models():
        if shown.of_installation:
            continue
        listed = client.get(address(model, "changelist"))
        assert listed.status_code == 200
        own = set(rows_of(model, places.cast.other_club))
        assert set(listed.context["cl"].result_list) <= own, model
        for row in rows_of(model, places.cast.club):
            for what in ("change", "history", "delete"):
                assert client.get(address(model, what, row.pk)).status_code in (403, 404), (model, what)
            assert client.get(address(model, "change", row.pk)).status_code == 404
            tried += 1
    assert tried > 30


def test_a_row_that_is_not_there_is_answered_as_another_clubs(places: Places) -> None:
    client = browser(places.cast.otto.user)
    for model, shown in models():
        if not shown.of_installation:
            assert client.get(address(model, "change", uuid4())).status_code == 404


def test_what_is_of_no_club_is_for_who_runs_the_installation(places: Places) -> None:
    client = browser(places.cast.rob.user)
    boss = browser(User.objects.create_superuser("Boss", PASSWORD))
    for model, shown in models():
        if shown.of_installation:
            assert client.get(address(model, "changelist")).status_code == 403
            assert boss.get(address(model, "changelist")).status_code == 200
    assert boss.get("/admin/auth/group/").status_code == 404


def test_search_finds_only_ones_own(places: Places) -> None:
    otto = browser(places.cast.otto.user)
    for model, shown in models():
        if shown.search_fields and not shown.of_installation:
            found = otto.get(address(model, "changelist"), {"q": "n"}).context["cl"].result_list
            assert set(found) <= set(rows_of(model, places.cast.other_club)), model
    html = otto.get(reverse("admin:search"), {"player": "Bob"}).content.decode()
    assert "Nothing found there." in html


def test_autocomplete_finds_only_ones_own(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """No form offers it, since nothing is edited; were one to, its source would be the same rows."""
    asked = {"app_label": "games", "model_name": "seat", "field_name": "player", "term": "n"}
    mine = browser(places.cast.rob.user).get(reverse("admin:autocomplete"), asked).json()["results"]
    theirs = browser(places.cast.otto.user).get(reverse("admin:autocomplete"), asked).json()["results"]
    assert {one["text"] for one in mine} == {"Ann"}
    assert theirs == []


def test_the_pages_beside_the_lists_are_closed_as_well(places: Places) -> None:
    otto, ids = browser(places.cast.otto.user), places.known
    hand = places.table.night.hands.get()
    dispute = hand.disputes.get()
    assert otto.get(reverse("admin:correct-hand", args=[hand.pk])).status_code == 404
    assert otto.get(reverse("admin:rule-hand", args=[hand.pk])).status_code == 404
    forms = [
        (reverse("admin:correct-apply", args=[hand.pk]), {"version": "2", "reason": "x", "draft": "[]"}),
        (reverse("admin:rule-apply", args=[hand.pk]), {"version": "2", "reason": "x"}),
        (reverse("admin:dispute-answer", args=[dispute.pk]), {"text": "x"}),
        (reverse("admin:dispute-end", args=[dispute.pk]), {"how": "rejected", "reason": "x"}),
        (reverse("admin:dispute-entry", args=[ids["entry_id"]]), {"text": "x"}),
    ]
    for path, sent in forms:
        assert otto.post(path, {**sent, "key": str(uuid4())}).status_code == 404, path
    dispute.refresh_from_db()
    assert dispute.state == "open"


@pytest.mark.parametrize("lookup", ["body__contains=in", "salt__startswith=a", "secret=1", "by__name=Sue", "reveals=1"])
def test_a_list_is_not_narrowed_down_by_what_is_hidden(places: Places, lookup: str) -> None:
    """Who may ask whether a hidden word begins with a letter has soon read it."""
    answer = browser(places.cast.rob.user).get(f"/admin/games/entry/?{lookup}")
    assert answer.status_code == 400


def test_one_works_for_one_club_at_a_time(places: Places) -> None:
    cast = places.cast
    clubs.add_member(cast.otto, cast.other_club.pk, "Rob", Role.ADMIN)
    clubs.add_player(cast.otto, cast.other_club.pk, "Oda")
    client = browser(cast.rob.user)
    lists = reverse("admin:games_player_changelist")
    assert {one.name for one in client.get(lists).context["cl"].result_list} >= {"Ann", "Bob"}
    client.post(reverse("admin:desk-club"), {"club": str(cast.other_club.pk)})
    assert [one.name for one in client.get(lists).context["cl"].result_list] == ["Oda"]
    # a link to a row of the other club of theirs still opens
    assert client.get(reverse("admin:games_player_change", args=[places.player("Ann")])).status_code == 200


def test_who_runs_the_installation_looks_at_every_club_and_writes_in_none(places: Places) -> None:
    boss = browser(User.objects.create_superuser("Boss", PASSWORD))
    hand = places.table.night.hands.get()
    page = boss.get(reverse("admin:games_hand_change", args=[hand.pk]))
    assert page.status_code == 200
    assert reverse("admin:correct-hand", args=[hand.pk]) not in page.content.decode()
    sent = {"key": str(uuid4()), "version": "2", "reason": "x", "draft": "[]"}
    assert boss.post(reverse("admin:correct-apply", args=[hand.pk]), sent).status_code == 404


def test_who_may_not_rule_is_offered_no_form_for_it(places: Places) -> None:
    hand, rita = places.table.night.hands.get(), User.objects.create_user("Rita", PASSWORD)
    clubs.add_member(places.cast.rob, places.cast.club.pk, "Rita", Role.PLAYER, is_arbiter=True)
    path = reverse("admin:rule-hand", args=[hand.pk])
    assert browser(places.actors["admin"].user).get(path).status_code == 403
    assert browser(rita).get(path).status_code == 200


def test_an_entry_says_in_words_what_it_is_and_leads_to_where_it_is_taken_back(table: Table) -> None:
    cast = table.cast
    top_up = Entry.objects.get(pk=table.buy_in("Bob", 1000).pk)
    rob = Person(cast.rob.user).open(reverse("admin:games_entry_change", args=[top_up.pk]))
    assert "Bob tops up: 10,00" in rob.words
    rob.click("Take back what was entered").press("Take it back", reason="Bob did not buy")
    assert Entry.objects.filter(kind=Entry.Kind.TAKE_BACK, player=table.players["Bob"]).exists()


def test_what_was_not_taken_back_says_nothing_of_it(table: Table) -> None:
    entry = Entry.objects.get(pk=table.buy_in("Bob", 1000).pk)
    posted = JournalTransaction.objects.get(key__endswith=str(entry.pk))
    rob = Person(table.cast.rob.user).open(reverse("admin:ledger_journaltransaction_change", args=[posted.pk]))
    assert "None" not in rob.words
    entry_reversal.take_back(table.cast.rob, entry.pk, "Bob did not buy")
    assert f"reversal {posted.reversed_by.pk}" in rob.open(rob.path).words


def test_no_list_can_be_written_to(places: Places) -> None:
    client = browser(places.cast.rob.user)
    for model, shown in models():
        if shown.of_installation:
            continue
        assert client.get(address(model, "add")).status_code == 403
        for row in rows_of(model, places.cast.club):
            assert client.post(address(model, "change", row.pk), {"name": "x"}).status_code == 403
            assert client.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
