"""The first page of the desk: what waits stands there, and what is done does not."""

from uuid import uuid4

from django.db import connection
from django.urls import reverse

from games.audit import services as audit
from games.disputes.services import disputes
from games.models import Entry, Hand, User
from games.play.services.corrections import correct
from games.settlement.services import settlements
from ledger import guards
from tests.games.cast import Table
from tests.games.person import Person
from tests.games.purse import end, win


def test_a_night_waits_until_it_is_settled_and_again_when_it_is_corrected(table: Table) -> None:
    rob = Person(table.cast.rob.user)
    win(table, Ann=500, Bob=-500)
    assert "Thursday night" in rob.open(reverse("admin:index")).words
    end(table)
    assert "Thursday night" in rob.open(reverse("admin:index")).words
    settlements.settle_night(table.cast.sue, table.night.pk)
    assert "Thursday night" not in rob.open(reverse("admin:index")).words
    hand = Hand.objects.get()
    net = {str(table.players["Ann"].pk): 700, str(table.players["Bob"].pk): -700}
    correct(table.cast.rob, hand.pk, {"net": net}, "It was seven", hand.version, as_adjustment=True)
    assert "Thursday night" in rob.open(reverse("admin:index")).words


def test_a_dispute_about_money_is_named_by_what_it_is(table: Table) -> None:
    bought = Entry.objects.get(kind="buy_in", player=table.players["Ann"])
    dispute = disputes.open_dispute(table.cast.ann, "It was ten", entry_id=bought.pk)
    rob = Person(table.cast.rob.user)
    rob.open(reverse("admin:index")).click("Buy-in on account, for Ann")
    assert "It was ten" in rob.words
    assert "Buy-in on account" in rob.open(reverse("admin:games_dispute_changelist")).words
    disputes.withdraw_dispute(table.cast.ann, dispute.pk, "I was wrong")
    assert "Buy-in on account" not in rob.open(reverse("admin:index")).words


def test_what_did_not_add_up_is_named_with_who_bears_it(table: Table) -> None:
    rob = Person(table.cast.rob.user)
    for name, count in (("Ann", 2000), ("Bob", 1975), ("Cid", 2000)):
        table.cash_out(name, count)
    assert "−0,25 undecided" in rob.open(reverse("admin:index")).words
    rob.open(reverse("night-count", args=[table.night.pk]))
    rob.press("Decide", player=str(table.players["Bob"].pk), reason="It was his chip")
    rob.open(reverse("admin:index"))
    assert "undecided" not in rob.words
    assert "It was his chip" in rob.words


def test_the_audit_says_how_it_stands(table: Table) -> None:
    rob = Person(table.cast.rob.user)
    assert "There was none yet." in rob.open(reverse("admin:index")).words
    audit.audit(table.cast.club)
    assert "All in order" in rob.open(reverse("admin:index")).words
    with guards.lifted_for_tests(connection), connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_balance SET amount = amount + 1")
    failed = audit.audit(table.cast.club, whole=True)
    rob.open(reverse("admin:index"))
    assert f"{failed.found} things differ" in rob.words and "All in order" in rob.words
    rob.click("things differ")
    assert failed.differences[0] in rob.words


def test_an_installation_without_a_club_has_an_empty_desk(db: None) -> None:
    boss = User.objects.create_superuser("Boss", str(uuid4()))
    assert "What waits" in Person(boss).open(reverse("admin:index")).words
