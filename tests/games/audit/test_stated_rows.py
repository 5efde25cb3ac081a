"""Rows are stated in the chain as they are saved; clubs of before are stated as they are found."""

from importlib import import_module
from io import StringIO
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from games.accounts.services import users
from games.audit import services as audit
from games.audit.services import club_audit
from games.clubs.services import anonymisation, clubs, invites, members
from games.core import row_statements
from games.core.atomic import one_transaction
from games.models import Club, Invite, Member, Player, Role, User
from ledger import guards
from ledger.canonical import sha256
from ledger.models import Link
from tests.games.cast import PASSWORD, Cast, Table
from tests.games.rich import rich


def found(club: Club) -> list[str]:
    return [str(one) for one in audit.find(club).differences]


def stated(name: str, id: object) -> list[str]:
    """What links have said of a row, as they are kept."""
    links = Link.objects.filter(body__contains=f'"id":"{id}"').filter(body__contains=f'"of":"{name}"')
    return list(links.order_by("sequence").values_list("body", flat=True))


@pytest.fixture
def of_before(db: None, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A club from a time in which entries were all that was logged."""
    with monkeypatch.context() as earlier:
        earlier.setattr(row_statements, "statements", lambda *_: iter(()))
        earlier.setattr("tests.games.rich.audit.find", lambda _: SimpleNamespace(differences=[]))
        return rich()


def migrate() -> None:
    module = import_module("games.migrations.0028_rows_in_the_chain")
    module.state_what_is_there(apps, SimpleNamespace(connection=connection))


def test_a_club_of_before_is_stated_as_it_is_found(of_before: Table) -> None:
    club = of_before.cast.club
    assert found(club), "nothing says that its rows are there"
    before = list(Link.objects.order_by("pk").values_list("pk", "hash"))
    migrate()
    assert found(club) == []
    assert found(of_before.cast.other_club) == []
    assert audit.audit_installation().differences == []
    assert list(Link.objects.order_by("pk").values_list("pk", "hash"))[: len(before)] == before
    Member.objects.filter(club=club, role=Role.PLAYER).update(role=Role.OWNER)
    assert any(line.startswith("role of member") for line in found(club))


def test_an_audit_of_what_is_new_goes_on_from_one_of_before(of_before: Table) -> None:
    club = of_before.cast.club
    entries_only = audit.find(club)
    good = club_audit._keep(club, audit.Findings(entries_only.head, entries_only.counts), timezone.now(), whole=True)
    migrate()
    assert audit.last_good(club) == good
    assert audit.audit(club).differences == []
    clubs.add_player(of_before.cast.sue, club.pk, "Newcomer")
    assert audit.audit(club).differences == []
    assert audit.audit(club, whole=True).differences == []


def test_an_audit_of_what_is_new_counts_the_rows(table: Table) -> None:
    club = table.cast.club
    audit.audit(club)
    with guards.lifted_for_tests(connection):
        row = Member(club=club, user=table.cast.otto.user, role="owner", joined_at=timezone.now())
        Member.objects.bulk_create([row])
    failed = audit.audit(club)
    assert (failed.whole, failed.found) == (False, 1)
    assert failed.differences[0].startswith("number of rows of type member of club")


def test_an_audit_of_what_is_new_compares_what_was_stated_since(table: Table) -> None:
    club = table.cast.club
    audit.audit(club)
    player = clubs.add_player(table.cast.sue, club.pk, "Newcomer")
    Player.objects.filter(pk=player.pk).update(made_at=timezone.now())
    failed = audit.audit(club)
    assert not failed.whole
    assert f"made at of player {player.pk}" in failed.differences[0]


def test_a_statement_that_cannot_be_read_is_named(cast: Cast) -> None:
    from ledger import chain
    from ledger.models import Book

    chain.append(Book(pk=cast.club.book), {"type": "row", "of": "whist", "id": "1"})
    assert any(line.startswith("row in link") for line in found(cast.club))


def test_a_club_that_is_gone_is_named_by_the_command(cast: Cast) -> None:
    out = StringIO()
    savepoint = transaction.savepoint()  # what refers to the club would else be looked at in the end
    with guards.lifted_for_tests(connection):
        Club.objects.filter(pk=cast.other_club.pk)._raw_delete("default")
        with pytest.raises(CommandError, match="differences"):
            call_command("audit", stdout=out)
    transaction.savepoint_rollback(savepoint)
    assert f"club {cast.other_club.pk}: expected as in link" in out.getvalue()
    assert f"book {cast.other_club.book}: expected that of a club, found no such club" in out.getvalue()


def test_who_got_power_past_the_services_is_named(cast: Cast) -> None:
    User.objects.filter(pk=cast.otto.user.pk).update(is_superuser=True)
    assert f"is superuser of user {cast.otto.user.pk}: expected false, found true" in found(cast.club)


def test_an_arbiter_who_was_taken_away_is_named(cast: Cast) -> None:
    member = Member.objects.get(user=cast.sue.user)
    members.change_member(cast.rob, member.pk, is_arbiter=True)
    Member.objects.filter(pk=member.pk).update(is_arbiter=False)
    assert f"is arbiter of member {member.pk}: expected true, found false" in found(cast.club)


def test_a_signed_in_device_and_a_changed_password_are_in_the_record(cast: Cast) -> None:
    users.sign_in("Sue", PASSWORD, "phone")
    cast.sue.user.set_password("another battery")
    cast.sue.user.save()
    cast.sue.user.save(update_fields=["last_login"])
    assert found(cast.club) == []
    assert len(stated("user", cast.sue.user.pk)) == 2, "once as it was made, once with the other password"


def test_what_a_person_was_called_cannot_be_guessed_once_they_are_forgotten(table: Table) -> None:
    cast = table.cast
    player = table.players["Ann"]
    was = User.objects.get(pk=cast.ann.user.pk)
    salts = [Player.objects.get(pk=player.pk).salt, was.salt]
    members.leave_club(cast.ann, cast.club.pk)
    anonymisation.pseudonymise_member(cast.rob, Member.objects.get(user=was).pk)
    assert found(cast.club) == []
    now = [Player.objects.get(pk=player.pk).salt, User.objects.get(pk=was.pk).salt]
    assert not set(salts) & set(now)
    for salt, name, of, row in zip(salts, ("Ann", "Ann A."), ("player", "user"), (player, was), strict=True):
        said = stated(of, row.pk)
        assert sha256(salt + name) in said[0]
        assert not any(name in one for one in said)


def test_no_secret_of_an_invite_is_in_the_chain(cast: Cast) -> None:
    invite = invites.make_invite(cast.rob, cast.club.pk, Role.PLAYER)
    (said,) = stated("invite", invite.pk)
    assert Invite.objects.get(pk=invite.pk).token_hash not in said


def test_a_row_is_stated_once_a_transaction_as_it_is_at_the_end(cast: Cast) -> None:
    with one_transaction():
        player = clubs.add_player(cast.sue, cast.club.pk, "Bob")
        clubs.rename_player(cast.sue, player.pk, "Rob")
    (said,) = stated("player", player.pk)
    player.refresh_from_db()
    assert sha256(f"{player.salt}Rob") in said
