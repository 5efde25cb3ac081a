"""Who has left is forgotten: no name and no text of theirs is left anywhere, and all is in order."""

import pytest
from django.apps import apps
from django.db import connection

from games.accounts.services import users
from games.audit import services as audit
from games.clubs.services import anonymisation, clubs, members
from games.core.actor import Actor
from games.core.errors import Conflict, Forbidden, NotFound
from games.disputes.services import disputes
from games.models import Device, Entry, Hand, Member, Player, Role, User
from games.nights.selectors.nights import night_view
from games.nights.services import entry_reversal
from games.play.selectors.hands import hand_entries, hand_explain, hand_file
from games.play.services.corrections import correct
from games.settlement.services import payments, settlements
from ledger import guards
from ledger.models import JournalTransaction, Link
from tests.games.cast import Table
from tests.games.nights.services.test_whole_night import play_council_bluffs
from tests.games.purse import end, win

OF_ANN = "Annabel said it was hers"
BY_SUE = "Suzanne had it wrong"


@pytest.fixture
def gone(table: Table) -> Table:
    """Ann has played, disputed and been paid; Sue has kept score, corrected and taken back. Both have left."""
    cast = table.cast
    for name in ("Annabel", "Ann"):
        clubs.rename_player(cast.sue, table.players["Ann"].pk, name)
    hand = play_council_bluffs(table)
    Member.objects.filter(user=cast.sue.user).update(role=Role.ADMIN)
    change = {"actions": [table.action("Ann raise 300"), {"type": "void", "reason": BY_SUE}]}
    correct(cast.sue, hand.pk, change, BY_SUE, Hand.objects.get(pk=hand.pk).version)
    disputes.open_dispute(cast.ann, OF_ANN, hand_id=hand.pk)
    dispute = cast.club.disputes.get()
    disputes.answer_dispute(cast.sue, dispute.pk, BY_SUE)
    disputes.withdraw_dispute(cast.ann, dispute.pk, OF_ANN)
    entry_reversal.take_back(cast.sue, table.buy_in("Ann", 500).pk, BY_SUE)
    table.sit("Dan", 1000)
    win(table, Dan=25, Ann=-25)
    end(table)
    transfer = settlements.settle_night(cast.sue, table.night.pk).transfers.get()
    payment = payments.record_payment(cast.sue, transfer.pk, 25)
    payments.reverse_payment(cast.sue, payment.pk, BY_SUE)
    Member.objects.filter(user=cast.sue.user).update(role=Role.SCOREKEEPER)
    users.add_device(cast.ann.user, "Ann's phone")
    cast.ann.user.email = "ann@example.org"
    cast.ann.user.save(update_fields=["email"])
    for actor in (cast.ann, cast.sue):
        members.leave_club(actor, cast.club.pk, unsettled=True)
    return table


def member(actor: Actor) -> Member:
    return Member.objects.get(user=actor.user, left_at__isnull=False)


def everything() -> str:
    """All columns of all tables, as text."""
    found = []
    for app in ("games", "ledger"):
        for model in apps.get_app_config(app).get_models():
            found += [str(row) for row in model._default_manager.values_list()]
    return "\n".join(found)


def test_neither_names_nor_texts_are_left(gone: Table) -> None:
    head = Link.objects.filter(book=gone.cast.club.book).latest("sequence")
    assert OF_ANN in everything() and BY_SUE in everything()
    anonymisation.pseudonymise_member(gone.cast.rob, member(gone.cast.ann).pk)
    left = everything()
    for word in (OF_ANN, "Ann A.", "'Ann'", "'Annabel'", "Ann's phone", "ann@example.org"):
        assert word not in left, word
    anonymisation.pseudonymise_member(gone.cast.rob, member(gone.cast.sue).pk)
    left = everything()
    for word in (BY_SUE, "'Sue'"):
        assert word not in left, word
    assert audit.find(gone.cast.club).differences == []
    assert Link.objects.get(pk=head.pk).hash == head.hash
    assert Player.objects.filter(name="Former player 1", pk=gone.players["Ann"].pk).exists()
    assert not User.objects.get(pk=gone.cast.ann.user.pk).is_active
    assert not Device.objects.filter(user=gone.cast.ann.user, revoked_at=None).exists()


def test_all_that_was_can_still_be_read(gone: Table) -> None:
    stacks = night_view(gone.cast.rob, gone.night.pk)
    for actor in (gone.cast.ann, gone.cast.sue):
        anonymisation.pseudonymise_member(gone.cast.rob, member(actor).pk)
    hand = Hand.objects.get(number=1)
    assert [one["kind"] for one in hand_entries(gone.cast.rob, hand.pk)][-1] == "correction"
    assert hand_explain(gone.cast.rob, hand.pk)
    assert hand_file(gone.cast.rob, hand.pk)["players"][0]["name"] == "Former player 1"
    after = night_view(gone.cast.rob, gone.night.pk)
    assert [one["to_account"] for one in after["seats"]] == [one["to_account"] for one in stacks["seats"]]


def test_who_may_be_forgotten_by_whom(gone: Table) -> None:
    rob = gone.cast.rob
    adam = Actor(users.register("Adam", "correct horse battery"))
    clubs.add_member(rob, gone.cast.club.pk, "Adam", Role.ADMIN)
    left = member(gone.cast.ann)
    with pytest.raises(NotFound):
        anonymisation.pseudonymise_member(gone.cast.otto, left.pk)
    with pytest.raises(Conflict, match="still"):
        anonymisation.pseudonymise_member(rob, Member.objects.get(user=adam.user).pk)
    Member.objects.filter(pk=left.pk).update(role=Role.OWNER)
    with pytest.raises(Forbidden):
        anonymisation.pseudonymise_member(adam, left.pk)
    anonymisation.pseudonymise_member(rob, left.pk)
    with pytest.raises(Conflict, match="already"):
        anonymisation.pseudonymise_member(rob, left.pk)


def test_who_is_in_another_club_keeps_the_account(gone: Table) -> None:
    clubs.add_member(gone.cast.otto, gone.cast.other_club.pk, "Ann A.", Role.PLAYER)
    anonymisation.pseudonymise_member(gone.cast.rob, member(gone.cast.ann).pk)
    user = User.objects.get(pk=gone.cast.ann.user.pk)
    assert (user.name, user.is_active) == ("Ann A.", True)
    assert not Player.objects.filter(name="Ann").exists()
    assert OF_ANN not in everything()


def test_texts_that_somebody_else_removed_are_found(gone: Table) -> None:
    """Even the database lets a text be removed; the audit asks who was to be forgotten."""
    entry = Entry.objects.get(kind=Entry.Kind.TAKE_BACK)
    Entry.objects.filter(pk=entry.pk).update(body=anonymisation.blanked(entry.body), salt="")
    found = [str(one) for one in audit.find(gone.cast.club).differences]
    assert found == [f"salt of entry {entry.pk}: expected one, as nobody was to be forgotten, found none"]


def test_amounts_that_were_changed_with_the_texts_are_found(gone: Table) -> None:
    anonymisation.pseudonymise_member(gone.cast.rob, member(gone.cast.sue).pk)
    with guards.lifted_for_tests(connection):
        entry = Entry.objects.get(kind=Entry.Kind.TAKE_BACK)
        Entry.objects.filter(pk=entry.pk).update(body={**entry.body, "players": []})
    assert [str(one).split(" ")[0] for one in audit.find(gone.cast.club).differences] == ["body"]


def test_the_guards_let_nothing_but_texts_go(gone: Table) -> None:
    posted = JournalTransaction.objects.exclude(memo="")[0]
    JournalTransaction.objects.filter(pk=posted.pk).update(memo="", salt="")
    assert audit.find(gone.cast.club).differences == []
