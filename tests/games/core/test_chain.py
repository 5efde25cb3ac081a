"""Every entry is a link of its club's chain, and stays as it was written."""

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from games.clubs.services import clubs
from games.core.audit_payload import ENTRY, covered, entry_body, without_texts
from games.disputes.services import disputes
from games.models import Entry, Player, User
from games.nights.services import nights
from games.play.services import hands
from ledger import audit, guards
from ledger.canonical import canonical, sha256
from ledger.models import Book, Link
from tests.games.cast import Table, make_cast, make_table

WORDS = "Because Cid said so"


@pytest.fixture
def told(table: Table) -> Table:
    """Somebody wins, somebody disputes, and there is a declaration that nobody is to see."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 200", "Bob fold", "Cid fold")
    disputes.open_dispute(table.cast.ann, WORDS, hand_id=hand.pk)
    clubs.change_club(table.cast.rob, table.cast.club.pk, name="Thursday people")
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal Qh", "Cid reject", "Ann reject", "Bob reject", "Bob declare in")
    return table


def links(table: Table) -> list[dict[str, Any]]:
    rows = Link.objects.filter(book=table.cast.club.book).order_by("sequence").values_list("body", flat=True)
    return [body for body in map(json.loads, rows) if body["type"] == ENTRY]


def raw(entry: Entry) -> str:
    return f"'{entry.pk.hex if connection.vendor == 'sqlite' else entry.pk}'"


def test_every_entry_has_its_link_in_the_order_of_entering(told: Table) -> None:
    entries = Entry.objects.filter(club=told.cast.club).in_bulk()
    chained = [body["id"] for body in links(told)]
    assert sorted(chained) == sorted(map(str, entries))
    of_night = [entry for entry in entries.values() if entry.night_id]
    assert [pk for pk in chained if pk in {str(entry.pk) for entry in of_night}] == [
        str(entry.pk) for entry in sorted(of_night, key=lambda entry: entry.told or 0)
    ]
    for body in links(told):
        assert canonical(body) == canonical(entry_body(next(e for e in entries.values() if str(e.pk) == body["id"])))
    assert audit.verify(Book.objects.get(pk=told.cast.club.book)) == []


def test_what_an_entry_is_in_the_chain(told: Table) -> None:
    entry = Entry.objects.get(kind=Entry.Kind.DISPUTE)
    said = next(body for body in links(told) if body["id"] == str(entry.pk))
    assert said["body"] == {**entry.body, "text": sha256(entry.salt + WORDS)}
    assert (said["by"], said["player"], said["night"]) == (
        str(told.cast.ann.user.pk), str(told.players["Ann"].pk), str(told.night.pk)
    )  # fmt: skip


def test_neither_names_nor_texts_nor_secrets_are_in_it(told: Table) -> None:
    text = "\n".join(Link.objects.values_list("body", flat=True))
    names = [*User.objects.values_list("name", flat=True), *Player.objects.values_list("name", flat=True)]
    for word in (WORDS, "Thursday", *names):
        assert f'"{word}' not in text
    declared = Entry.objects.get(secret=True)
    said = next(body for body in links(told) if body["id"] == str(declared.pk))
    assert said["body"]["as"] == sha256(declared.salt + "in")
    assert len({entry.salt for entry in Entry.objects.all()}) == Entry.objects.count()


def test_who_renamed_whom_is_in_it_without_a_name(told: Table) -> None:
    bob = clubs.rename_player(told.cast.sue, told.players["Bob"].pk, "Bobby")
    clubs.rename_player(told.cast.sue, bob.pk, "Bobby")
    added, renamed = Entry.objects.filter(kind=Entry.Kind.PLAYER, player=bob).order_by("at")
    assert added.body == {"what": "added", "name": "Bob", "member": None}
    assert renamed.body == {"what": "renamed", "name": "Bobby", "former_name": "Bob"}
    said = next(body for body in links(told) if body["id"] == str(renamed.pk))
    assert (said["by"], said["player"]) == (str(told.cast.sue.user.pk), str(bob.pk))
    assert said["body"] == {
        "what": "renamed",
        "name": sha256(renamed.salt + "Bobby"),
        "former_name": sha256(renamed.salt + "Bob"),
    }


def test_actions_that_are_restated_are_covered_too() -> None:
    actions = [{"type": "declare", "as": "in"}, {"type": "void", "reason": "Late"}]
    body = {"reason": WORDS, "actions": actions, "set_up": {"players": [{"name": "an id"}]}, "net": None}
    assert covered(body, "salt", secret=True) == {
        "reason": sha256("salt" + WORDS),
        "actions": [
            {"type": "declare", "as": sha256("saltin")},
            {"type": "void", "reason": sha256("saltLate")},
        ],
        "set_up": {"players": [{"name": "an id"}]},
        "net": None,
    }
    assert covered(body, "salt", secret=False)["actions"][0] == {"type": "declare", "as": "in"}
    assert without_texts(body, secret=True) == {
        "actions": [{"type": "declare"}, {"type": "void"}],
        "set_up": {"players": [{"name": "an id"}]},
        "net": None,
    }


def refused(statement: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_an_entry_is_neither_changed_nor_deleted(told: Table) -> None:
    entry = Entry.objects.get(kind=Entry.Kind.DISPUTE)
    refused(f"DELETE FROM games_entry WHERE id = {raw(entry)}")
    refused(f"UPDATE games_entry SET id = id WHERE id = {raw(entry)}")
    refused(f"UPDATE games_entry SET body = '{{}}' WHERE id = {raw(entry)}")
    refused(f"UPDATE games_entry SET body = '{{}}', salt = 'ab' WHERE id = {raw(entry)}")
    refused(f"UPDATE games_entry SET kind = 'undo', salt = '' WHERE id = {raw(entry)}")
    refused(f"UPDATE games_entry SET phone_at = at, body = '{{}}', salt = '' WHERE id = {raw(entry)}")
    if connection.vendor == "sqlite":
        columns = ", ".join(field.column for field in Entry._meta.concrete_fields)
        refused(f"INSERT OR REPLACE INTO games_entry ({columns}) SELECT {columns} FROM games_entry LIMIT 1")
    else:
        connection.check_constraints()  # nothing is truncated while a check is due anyway
        refused("TRUNCATE games_entry CASCADE")


def test_the_texts_of_an_entry_can_be_removed_once(told: Table) -> None:
    entry = Entry.objects.get(kind=Entry.Kind.DISPUTE)
    Entry.objects.filter(pk=entry.pk).update(body=without_texts(entry.body, secret=False), salt="")
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.filter(pk=entry.pk).update(body=entry.body, salt="")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_entries_of_before_are_chained_in_the_order_of_entering() -> None:
    """As an upgrade finds them: no links, and one salt for all."""
    table = make_table(make_cast())
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 200", "Bob fold", "Cid fold")
    call_command("migrate", "games", "0008", verbosity=0)
    with guards.lifted_for_tests(connection), connection.cursor() as cursor:
        cursor.execute('DELETE FROM ledger_link WHERE body LIKE \'%"type":"entry"%\'')
        rows = list(Link.objects.filter(book=table.cast.club.book).order_by("sequence"))
        for number, row in enumerate(rows, 1):
            previous = rows[number - 2].hash if number > 1 else "0" * 64
            row.sequence, row.previous, row.hash = number, previous, sha256(previous + row.body)
            Link.objects.filter(pk=row.pk).update(sequence=number, previous=row.previous, hash=row.hash)
    call_command("migrate", verbosity=0)
    assert guards.missing(connection) == []
    assert len(links(table)) == Entry.objects.filter(club=table.cast.club).count()
    assert len({entry.salt for entry in Entry.objects.all()}) == Entry.objects.count()
    assert audit.verify(Book.objects.get(pk=table.cast.club.book)) == []
    told = [body["id"] for body in links(table) if body["hand"] == str(hand.pk)]
    assert told == [str(pk) for pk in hand.entries.order_by("number").values_list("pk", flat=True)]
    hands.undo(table.cast.sue, hand.pk, 3)
    nights.open_night(table.cast.sue, table.cast.club.pk, "Next", 25)
    assert audit.verify(Book.objects.get(pk=table.cast.club.book)) == []
