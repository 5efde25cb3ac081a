"""The audit: a told evening is in order, and whatever is changed in it by raw SQL, the triggers off, is found."""

import json
from collections.abc import Callable
from io import BytesIO, StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from games import tasks
from games.audit import services as audit
from games.audit.services import club_audit
from games.clubs.services import clubs
from games.disputes.services import disputes
from games.formats.archive import write_archive
from games.models import Audit, Entry, Hand, Match, Payment, RecordedHead, Settlement, Task
from games.money.services import chips
from games.play.services.corrections import correct
from games.reports.services import report_requests
from games.settlement.services import payments, settlements
from ledger import guards
from ledger.chain import head
from ledger.models import Link
from tests.games.browser import browser
from tests.games.cast import Table, make_cast, make_table
from tests.games.laying import Laid
from tests.games.nights.services.test_whole_night import (
    play_bluff_n_peg,
    play_buddhas_folly,
    play_council_bluffs,
    play_the_bluffs,
)
from tests.games.purse import end, open_table, win


def tell() -> Table:
    """Hands of three kinds, one corrected, one undone; a dispute; everybody is paid out, settled, and one has paid."""
    table = make_table(make_cast())
    first = play_council_bluffs(table)
    table.undo(first)
    table.enter(first, "Cid fold")
    change = {"actions": [table.action(line) for line in ("Ann fold", "Bob fold")]}
    correct(table.cast.rob, first.pk, change, "Ann had folded", Hand.objects.get(pk=first.pk).version)
    play_the_bluffs(table)
    play_buddhas_folly(table, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    play_buddhas_folly(table, "Ann declare out", "Bob declare out", "Cid declare in")
    play_bluff_n_peg(table)
    win(table, Ann=500, Bob=-500)
    dispute = disputes.open_dispute(table.cast.ann, "It was more", hand_id=first.pk)
    disputes.withdraw_dispute(table.cast.ann, dispute.pk, "It was not")
    chips.recount(table.cast.sue, table.night.pk, {table.players["Bob"].pk: table.stacks()["Bob"]}, "He asked for it")
    table.buy_in("Bob", 500)
    end(table)
    transfer = settlements.settle_night(table.cast.sue, table.night.pk).transfers.order_by("number")[0]
    payments.record_payment(table.cast.sue, transfer.pk, transfer.amount)
    return table


_TOLD = Laid(tell)


@pytest.fixture
def told(db: None) -> Table:
    return _TOLD()


def found(table: Table) -> list[str]:
    return [str(difference) for difference in audit.find(table.cast.club).differences]


def tamper(*statements: str) -> None:
    with guards.lifted_for_tests(connection), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def test_an_evening_is_in_order(told: Table) -> None:
    assert found(told) == []


def test_a_moment_that_was_changed_is_found(told: Table) -> None:
    tamper("UPDATE games_entry SET at = '2026-03-01 20:00:01+00:00' WHERE kind = 'recount'")
    assert [line.split(" of ")[0] for line in found(told)] == ["at"]


def test_rows_that_vanished_are_found(told: Table) -> None:
    entry = Entry.objects.filter(kind=Entry.Kind.RECOUNT).get()
    tamper("DELETE FROM games_entry WHERE kind = 'recount'")
    assert any(line.startswith(f"entry {entry.pk}: expected as in link") for line in found(told))


def test_an_entry_that_nobody_entered_is_found(told: Table) -> None:
    entry = Entry.objects.filter(kind=Entry.Kind.RECOUNT).get()
    entry.pk, entry.told = None, 999
    with guards.lifted_for_tests(connection):
        entry.save(force_insert=True)
    assert f"links of entry {entry.pk}: expected one, found none" in found(told)


def test_a_hand_that_was_never_posted_is_found(told: Table) -> None:
    """Every hand's postings: as if somebody had known how to take them out of the chain as well."""
    hand = Hand.objects.get(game="Stud")
    tamper("UPDATE ledger_journaltransaction SET kind = 'payment' WHERE kind = 'hand'")
    assert any(line.startswith(f"postings of hand {hand.number} {hand.pk}: expected chips") for line in found(told))


def test_chips_that_are_not_what_was_bought_are_found(told: Table) -> None:
    tamper("UPDATE ledger_journaltransaction SET key = 'buy-in:gone' WHERE kind = 'buy-in' AND key LIKE 'buy-in:%' "
           "AND id = (SELECT id FROM ledger_journaltransaction WHERE kind = 'buy-in' LIMIT 1)")  # fmt: skip
    assert any(line.startswith(("chips of buy_in entry", "chips of top_up entry")) for line in found(told))


def test_a_lost_settlement_and_a_lost_payment_are_found(told: Table) -> None:
    settlement, payment = Settlement.objects.get(), Payment.objects.get()
    tamper("DELETE FROM games_payment")
    assert any(" balance of player " in line for line in found(told)), payment
    tamper("DELETE FROM games_transfer", "DELETE FROM games_share", "DELETE FROM games_settlement")
    assert f"settlement {settlement.pk}: expected as it was entered, found none" in found(told)


@pytest.fixture
def anew(told: Table) -> tuple[Settlement, Settlement]:
    """A second night, settled, then corrected and settled anew before anything was paid: the old one, and the new."""
    cast, second = told.cast, open_table(told.cast, told.players, "Next")
    for name in ("Ann", "Bob"):
        second.sit(name, 2000)
    win(second, Ann=500, Bob=-500)
    end(second)
    old = settlements.settle_night(cast.sue, second.night.pk)
    hand, (ann, bob) = second.night.hands.get(), (str(told.players[name].pk) for name in ("Ann", "Bob"))
    correct(cast.rob, hand.pk, {"net": {ann: 400, bob: -400}}, "Misread", hand.version, as_adjustment=True)
    new = settlements.settle_night(cast.sue, second.night.pk)
    assert found(told) == []
    return old, new


def test_a_settlement_is_replaced_by_the_one_that_says_so(told: Table, anew: tuple[Settlement, Settlement]) -> None:
    old, new = anew
    first = Settlement.objects.get(replaced_by=None, night=told.night)
    for link in (None, first.pk):
        Settlement.objects.filter(pk=old.pk).update(replaced_by=link)
        assert f"replaced by of settlement {old.pk}: expected {new.pk}, found {link}" in found(told)
    Settlement.objects.filter(pk=old.pk).update(replaced_by=new)
    Settlement.objects.filter(pk=first.pk).update(replaced_by=new)
    assert f"replaced by of settlement {first.pk}: expected None, found {new.pk}" in found(told)


def test_a_payment_of_what_was_replaced_is_found(told: Table, anew: tuple[Settlement, Settlement]) -> None:
    transfer = anew[0].transfers.get()
    Payment.objects.update(transfer=transfer)
    said = f"payments of transfer {transfer.pk}: expected none: its settlement was replaced, found some"
    assert said in found(told)


@pytest.mark.parametrize("amount", ["2 * amount", "0", "-amount"])
def test_what_was_taken_up_twice_or_never_is_found(told: Table, amount: str) -> None:
    """It sums to zero all the same."""
    tamper(f"UPDATE games_share SET amount = {amount}")
    assert any(line.startswith(f"settled of night {told.night.pk}: ") for line in found(told))


def test_only_what_is_new_is_looked_at(told: Table) -> None:
    first = audit.audit(told.cast.club)
    assert (first.whole, first.found, first.sequence) == (True, 0, head(told.cast.club.book).sequence)
    clubs.change_club(told.cast.rob, told.cast.club.pk, name="Another")
    second = audit.audit(told.cast.club)
    assert (second.whole, second.found, second.sequence) == (False, 0, first.sequence + 2)
    assert second.counts == {**first.counts, "entry": first.counts["entry"] + 1}
    # what was changed before the first is not looked at again, but by the whole
    tamper("UPDATE games_hand SET result = '{}' WHERE game = 'Stud'")
    assert audit.audit(told.cast.club).found == 0
    assert audit.audit(told.cast.club, whole=True).found > 0


def test_what_is_new_is_held_against_the_chain(told: Table) -> None:
    audit.audit(told.cast.club)
    clubs.change_club(told.cast.rob, told.cast.club.pk, name="Another")
    tamper("UPDATE games_entry SET body = '{}' WHERE kind = 'club'")
    failed = audit.audit(told.cast.club)
    assert failed.found == 1
    assert failed.differences[0].startswith("body of entry")
    assert audit.last_good(told.cast.club) != failed


def test_a_chain_that_was_made_anew_is_not_built_upon(told: Table) -> None:
    first = audit.audit(told.cast.club)
    tamper(f"UPDATE ledger_link SET hash = previous WHERE sequence = {first.sequence}")
    (difference,) = audit.audit(told.cast.club).differences
    assert difference.startswith(f"hash of link {first.sequence}, verified before, of book")


def test_a_row_that_came_in_past_the_chain_is_counted(told: Table) -> None:
    audit.audit(told.cast.club)
    entry = Entry.objects.filter(kind=Entry.Kind.CLOSE).get()
    entry.pk, entry.told = None, None
    with guards.lifted_for_tests(connection):
        entry.save(force_insert=True)
    assert any(line.startswith("links of rows of type entry") for line in audit.audit(told.cast.club).differences)


def test_the_command(told: Table) -> None:
    out = StringIO()
    call_command("audit", stdout=out)
    assert out.getvalue().count("in order") == 3, "two clubs, and the installation"
    assert head(told.cast.club.book).hash in out.getvalue()
    call_command("audit", "--club", str(told.cast.club.pk), "--new", stdout=out)
    tamper("UPDATE games_hand SET result = '{}' WHERE game = 'Stud'")
    with pytest.raises(CommandError, match="differences"):
        call_command("audit", "--club", str(told.cast.club.pk), stdout=out)
    assert "net of hand" in out.getvalue()
    with pytest.raises(CommandError, match="0 clubs"):
        call_command("audit", "--club", "Nowhere", stdout=out)
    assert Audit.objects.filter(found__gt=0).get().differences


def cut(table: Table, links: int) -> None:
    """Take away the last links, with their entries, as whoever owns the database can."""
    book = table.cast.club.book
    last = Link.objects.filter(book=book).order_by("-sequence")[:links]
    ids = [UUID(json.loads(link.body)["id"]) for link in last]
    with guards.lifted_for_tests(connection):
        Link.objects.filter(pk__in=[link.pk for link in last])._raw_delete("default")
        Entry.objects.filter(pk__in=ids)._raw_delete("default")


def renamed(table: Table) -> int:
    """Two entries that leave no trace in other rows: how many links are theirs, with the statements of the club."""
    before = head(table.cast.club.book).sequence
    for locale in ("fr_FR", table.cast.club.locale):
        clubs.change_club(table.cast.rob, table.cast.club.pk, locale=locale)
    return head(table.cast.club.book).sequence - before


@pytest.mark.parametrize("all_of_it", [True, False])
def test_a_chain_that_was_cut_is_found(told: Table, all_of_it: bool) -> None:
    links = renamed(told)
    done = audit.audit(told.cast.club)
    cut(told, links)
    assert found(told) != []
    failed = audit.audit(told.cast.club, whole=all_of_it)
    assert any(f"link {done.sequence}" in line and done.hash in line for line in failed.differences)


def test_every_good_audit_counts_not_only_the_last(told: Table) -> None:
    """Who cuts the chain and has it audited anew, by a program that did not look, leaves the earlier head."""
    links = renamed(told)
    done = audit.audit(told.cast.club)
    cut(told, links)
    Audit.objects.create(club=told.cast.club, whole=True, started_at=done.ended_at, ended_at=done.ended_at, counts={},
                         sequence=head(told.cast.club.book).sequence, hash=head(told.cast.club.book).hash, found=0,
                         differences=[])  # fmt: skip
    assert [line.split(":")[0] for line in found(told)] == [f"link {done.sequence} of book {told.cast.club.book}"]


def made(table: Table, form: str) -> None:
    task = report_requests.ask_for_night_report(table.cast.rob, table.night.pk, form)
    tasks.run(task.pk)
    assert Task.objects.get(pk=task.pk).state == Task.State.DONE


def exported(table: Table) -> None:
    write_archive(table.cast.club, BytesIO())


def opened(name: str, of: str) -> Callable[[Table], None]:
    """A page, or a file that is made at once, as Rob gets it."""

    def opens(table: Table) -> None:
        ids = {"night": table.night.pk, "player": table.players["Ann"].pk}
        assert browser(table.cast.rob.user).get(reverse(name, args=[ids[of]])).status_code == 200

    return opens


LEAVES = {
    "report": lambda table: made(table, "csv"),
    "report as JSON": lambda table: made(table, "json"),
    "archive": exported,
    "settlement page": opened("settlement-page", of="night"),
    "settlement as CSV": opened("night-csv", of="night"),
    "statement page": opened("statement-page", of="player"),
    "statement as CSV": opened("statement-csv", of="player"),
}


@pytest.mark.parametrize("leaves", LEAVES.values(), ids=LEAVES.keys())
def test_the_head_of_a_file_that_left_is_looked_for(told: Table, leaves: Callable[[Table], None]) -> None:
    links = renamed(told)
    leaves(told)
    leaves(told)
    recorded = RecordedHead.objects.get()
    assert (recorded.sequence, recorded.hash) == head(told.cast.club.book)
    assert found(told) == []
    cut(told, links)
    (line,) = found(told)
    assert line.startswith(
        f"link {recorded.sequence} of book {told.cast.club.book}: expected {recorded.hash}, as in the "
    )


def test_a_head_on_paper_is_looked_for(told: Table) -> None:
    of, club = head(told.cast.club.book), told.cast.club
    out = StringIO()
    printed = [f"{of.sequence}:{of.short}", f"{of.sequence}: {of.hash.upper()}"]
    call_command("audit", "--club", club.name, *(part for text in printed for part in ("--head", text)), stdout=out)
    assert out.getvalue().count(": as on the report") == 2
    for wrong in (f"{of.sequence - 1}:{of.short}", f"{of.sequence + 1}:{of.short}", f"{of.sequence}:{'0' * 16}"):
        with pytest.raises(CommandError, match="1 differences"):
            call_command("audit", "--club", club.name, "--head", wrong, stdout=out)
        assert "NOT as on the report" in out.getvalue()
    for bad in ("188", f"{of.sequence}:{of.hash[:15]}", f"x:{of.hash}", f"{of.sequence}:{of.hash}0"):
        with pytest.raises(CommandError, match="as the report prints it"):
            call_command("audit", "--club", club.name, "--head", bad, stdout=out)
    with pytest.raises(CommandError, match="Name the club"):
        call_command("audit", "--head", printed[0], stdout=out)


def test_a_part_that_fails_is_a_finding(told: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """And all other parts, and all other clubs, are looked at."""
    monkeypatch.setattr(club_audit.matches, "verify_matches", lambda club: 1 // 0)
    tamper("UPDATE games_hand SET result = '{}' WHERE game = 'Stud'")
    lines = found(told)
    assert any(
        line.startswith(f"matches of club {told.cast.club.pk}: ") and "ZeroDivisionError" in line for line in lines
    )
    assert any(line.startswith("net of hand") for line in lines)


def test_a_match_whose_rules_are_none_is_a_finding(told: Table) -> None:
    (match,) = Match.objects.filter(night__club=told.cast.club)
    tamper("UPDATE games_match SET rules = '{\"x\": 1}'")
    out = StringIO()
    with pytest.raises(CommandError, match="differences"):
        call_command("audit", stdout=out)
    assert f"match {match.pk}" in out.getvalue()
    assert f"{told.cast.other_club.name} ({told.cast.other_club.pk}): in order" in out.getvalue()
