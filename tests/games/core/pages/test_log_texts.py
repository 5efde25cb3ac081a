"""Every kind of entry has words of its own, in one place; who was renamed is told at the desk."""

import pytest
from django.urls import reverse

from games.clubs.services import anonymisation, clubs, invites, members
from games.core.pages import log_texts_club, log_texts_hand, log_texts_money
from games.core.pages.log_texts import words_of
from games.models import Entry, Member, Role
from tests.games.cast import Table
from tests.games.person import Person
from tests.games.places import Places


def told(table: Table, **which: object) -> list[str]:
    entries = Entry.objects.filter(club=table.cast.club, **which).select_related("hand", "night", "player")
    return [one.words for one in words_of(entries.order_by("at", "told"), table.cast.club)]


@pytest.mark.parametrize("kind", Entry.Kind)
def test_each_kind_is_told_in_one_place(kind: Entry.Kind) -> None:
    assert sum(kind in telling.IN_ONE_LINE for telling in (log_texts_club, log_texts_hand, log_texts_money)) == 1


def test_whatever_a_night_has_is_told(table: Table) -> None:
    Places(table)
    words = told(table)
    assert {"Night closed", "Bob plays, seat 2", "Sue joined as scorekeeper"} <= set(words)
    assert all(words)


def test_people_and_settings(table: Table) -> None:
    cast = table.cast
    sue = Member.objects.get(user=cast.sue.user)
    clubs.rename_player(cast.sue, table.players["Bob"].pk, "Bobby")
    clubs.change_club(cast.rob, cast.club.pk, dispute_days=7)
    members.change_member(cast.rob, sue.pk, Role.ADMIN, is_arbiter=True)
    members.remove_member(cast.rob, Member.objects.get(user=cast.ann.user).pk)
    invites.claim_player(cast.sue, table.players["Bob"].pk)
    assert told(table, kind=Entry.Kind.PLAYER)[-2:] == ["Bob is called Bobby now", "Sue plays as Bobby"]
    assert told(table, kind=Entry.Kind.CLUB) == ["Settings: dispute days: 7"]
    assert told(table, kind=Entry.Kind.MEMBER)[-2:] == [
        "Sue: admin, no longer scorekeeper, arbiter",
        "Ann A. was taken out of the club",
    ]


def test_the_desk_tells_who_renamed_whom_until_names_are_removed(table: Table) -> None:
    cast = table.cast
    clubs.rename_player(cast.sue, table.players["Ann"].pk, "Annabel")
    rob = Person(cast.rob.user).open(f"{reverse('admin:games_entry_changelist')}?kind__exact=player")
    assert "Ann is called Annabel now" in rob.words
    row = rob.click("Ann is called Annabel now").words
    assert "Sue" in row and "browser" in row
    member = Member.objects.get(user=cast.ann.user)
    members.leave_club(cast.ann, cast.club.pk)
    anonymisation.pseudonymise_member(cast.rob, member.pk)
    rob.open(f"{reverse('admin:games_entry_changelist')}?kind__exact=player")
    assert "Ann " not in rob.words and "Annabel" not in rob.words
    assert "A player, whose name was removed since, was renamed" in rob.words
