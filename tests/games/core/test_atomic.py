"""What is queued for the end of a transaction goes with the savepoint it was queued in, and only then."""

import ast
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core import mail
from django.db import transaction
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.audit import services as audit
from games.clubs.services import clubs
from games.core import event_signal, hand_state, task_queue
from games.core.atomic import one_transaction
from games.core.audit_payload import ENTRY
from games.disputes.services import notifications
from games.models import Entry, Hand, Notification, Task
from games.play.services import hands
from ledger.models import Link
from tests.games.cast import Table, make_cast, make_table

PRODUCT = ("api", "config", "games", "ledger", "prepared")
# The ways out of a block of the database.
KEPT, ROLLED_BACK, FAILED = "kept", "rolled back", "failed"

woken_tasks: list[UUID] = []


def note_task(task_id: UUID) -> None:
    woken_tasks.append(task_id)


class Failure(Exception):
    """Leaves a block, and is caught outside of it."""


@dataclass(frozen=True)
class Block:
    """Work within a savepoint, or joined to what is open, with and without a mark of Django's own."""

    kind: str
    ends: str
    work: Sequence[Any]


WORK = st.sampled_from(["buy in", "rename", "deal", "report", "tell"])
KINDS = st.sampled_from(["savepoint", "joined", "no savepoint"])
PROGRAMS = st.lists(
    st.recursive(
        WORK,
        lambda work: st.builds(Block, KINDS, st.sampled_from([KEPT, ROLLED_BACK, FAILED]), st.lists(work, max_size=4)),
        max_leaves=12,
    ),
    max_size=5,
)


@dataclass
class Runner:
    """Does a program's work at a table."""

    table: Table
    nights_woken: list[UUID] = field(default_factory=list)
    names: int = 0

    def run(self, work: Sequence[Any]) -> None:
        for one in work:
            if isinstance(one, Block):
                self.block(one)
            else:
                getattr(self, one.replace(" ", "_"))()

    def block(self, block: Block) -> None:
        """Only a savepoint is undone for itself: what is joined ends well, or everything around it would not."""
        if block.kind == "joined":
            with one_transaction():
                self.run(block.work)
            return
        if block.kind == "no savepoint":
            with transaction.atomic(savepoint=False):
                self.run(block.work)
            return
        try:
            with transaction.atomic():
                self.run(block.work)
                transaction.set_rollback(block.ends == ROLLED_BACK)
                if block.ends == FAILED:
                    raise Failure
        except Failure:
            pass

    def buy_in(self) -> None:
        self.table.buy_in("Ann", 25)

    def rename(self) -> None:
        self.names += 1
        clubs.rename_player(self.table.cast.sue, self.table.players["Bob"].pk, f"Bob {self.names}")

    def deal(self) -> None:
        hand = self.table.deal("council-bluffs")
        hands.act(self.table.cast.sue, hand.pk, [{"type": "void", "reason": "Misdeal"}], hand.version)

    def report(self) -> None:
        task_queue.write(self.table.cast.sue, self.table.cast.club, Task.Kind.NIGHT_REPORT, {})

    def tell(self) -> None:
        cast = self.table.cast
        now = self.table.night.opened_at
        notifications.tell([cast.rob.user], cast.club, Notification.Kind.AUDIT, "failed", now)


def chained_entries(table: Table) -> list[str]:
    bodies = Link.objects.filter(book=table.cast.club.book).order_by("sequence").values_list("body", flat=True)
    return [body["id"] for body in map(json.loads, bodies) if body["type"] == ENTRY]


def counts() -> dict[str, int]:
    models = {"tasks": Task, "notifications": Notification}
    rows = {name: model._default_manager.count() for name, model in models.items()}
    return rows | {"entries of nights": Entry.objects.filter(night__isnull=False).count()}


def all_holds(runner: Runner, before: dict[str, int]) -> None:
    """The chain has what the tables have, and whoever was to be woken, told or mailed was, once."""
    table, after = runner.table, counts()
    chained = chained_entries(table)
    entries = Entry.objects.filter(club=table.cast.club)
    assert sorted(chained) == sorted(map(str, entries.values_list("pk", flat=True)))
    night = entries.filter(night=table.night).order_by("told").values_list("pk", flat=True)
    assert [pk for pk in chained if UUID(pk) in set(night)] == list(map(str, night))
    assert audit.find(table.cast.club).differences == []
    written = after["entries of nights"] > before["entries of nights"]
    assert runner.nights_woken == ([table.night.pk] if written else [])
    assert len(woken_tasks) == after["tasks"] - before["tasks"]
    assert len(mail.outbox) == after["notifications"] - before["notifications"]
    assert set(woken_tasks) <= set(Task.objects.values_list("pk", flat=True))
    assert set(hand_state._kept) <= set(Hand.objects.values_list("pk", flat=True))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_chain_has_what_was_committed_whatever_is_rolled_back(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.TASK_WAKER = f"{__name__}.note_task"
    monkeypatch.setattr(hand_state, "_kept", type(hand_state._kept)())
    cast = make_cast()
    runner = Runner(make_table(cast))
    cast.rob.user.email = "rob@example.org"
    cast.rob.user.save(update_fields=["email"])
    cast.rob.user.refresh_from_db()
    stop = event_signal.listen(runner.nights_woken.append)
    try:
        _every_program(runner)
    finally:
        stop()
    assert Hand.objects.exists()  # not everything was rolled back
    assert hand_state._kept


def _every_program(runner: Runner) -> None:
    # what was committed stays for the next program, so a failure is not played again
    @settings(max_examples=50, database=None, derandomize=True, phases=[Phase.generate])
    @given(PROGRAMS, st.sampled_from([KEPT, KEPT, KEPT, ROLLED_BACK, FAILED]))
    def each(program: list[Any], ends: str) -> None:
        woken_tasks.clear()
        mail.outbox.clear()
        runner.nights_woken.clear()
        before = counts()
        try:
            with one_transaction():
                runner.run(program)
                transaction.set_rollback(ends == ROLLED_BACK)
                if ends == FAILED:
                    raise Failure
        except Failure:
            pass
        all_holds(runner, before)

    each()


def test_a_transaction_that_is_rolled_back_as_a_whole_links_nothing(table: Table) -> None:
    before = Link.objects.count()
    with transaction.atomic(), one_transaction():
        table.buy_in("Ann", 25)
        transaction.set_rollback(True)
    assert Link.objects.count() == before


def test_savepoints_are_opened_as_blocks_only() -> None:
    """Django tells queued work of the end of a block, not of one that is opened and rolled back by hand."""
    by_hand = {"savepoint", "savepoint_rollback", "savepoint_commit", "clean_savepoints"}
    for package in PRODUCT:
        for file in Path(package).rglob("*.py"):
            calls = (node.func for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call))
            named = {call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "") for call in calls}
            assert not named & by_hand, file
