"""An audit that an owner asks for: at the desk or by the API, done as other tasks are, its state to be seen."""

from uuid import uuid4

import pytest
from django.urls import reverse

from games import tasks
from games.audit import services as audit
from games.clubs.services import clubs
from games.core import task_queue
from games.core.actor import Actor
from games.core.errors import Conflict, Forbidden, NotFound
from games.models import Audit, Club, Notification, Role, Task, User
from tests.games.cast import PASSWORD, Table
from tests.games.person import Person
from tests.games.purse import win

BUTTON = "Audit all there is"


@pytest.fixture
def asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is woken: what is asked for waits until a test does it."""
    monkeypatch.setattr(task_queue, "wake", lambda task_id: None)


def test_from_the_desk_and_its_state_is_shown(table: Table, asleep: None) -> None:
    win(table, Ann=100, Bob=-100)
    rob = Person(table.cast.rob.user).open(reverse("admin:index"))
    assert "There was none yet." in rob.words
    rob.press(BUTTON)
    assert "One waits to be done" in rob.words
    task = Task.objects.get()
    assert task_queue.claim(task.pk) is not None
    assert "One is under way" in rob.open(reverse("admin:index")).words
    Task.objects.update(state=Task.State.QUEUED)
    tasks.run(task.pk)
    rob.open(reverse("admin:index"))
    assert "All in order" in rob.words and "all there is" in rob.words
    assert "under way" not in rob.words
    done = Audit.objects.get()
    assert (done.whole, done.found) == (True, 0)
    task.refresh_from_db()
    assert task.state == Task.State.DONE


def test_what_differs_is_told_to_the_owners(table: Table, asleep: None) -> None:
    win(table, Ann=100, Bob=-100)
    table.night.hands.update(version=7)
    task = audit.ask_for_audit(table.cast.rob, table.cast.club.pk)
    tasks.run(task.pk)
    assert Audit.objects.get().found
    assert Notification.objects.get(kind="audit").user == table.cast.rob.user


def test_one_at_a_time(table: Table, asleep: None) -> None:
    first = audit.ask_for_audit(table.cast.rob, table.cast.club.pk)
    with pytest.raises(Conflict, match="under way"):
        audit.ask_for_audit(table.cast.rob, table.cast.club.pk)
    tasks.run(first.pk)
    audit.ask_for_audit(table.cast.rob, table.cast.club.pk)


def test_one_that_fails_says_so(table: Table, asleep: None, monkeypatch: pytest.MonkeyPatch) -> None:
    task = audit.ask_for_audit(table.cast.rob, table.cast.club.pk)
    monkeypatch.setattr(tasks.audit, "audit_and_tell", lambda club, whole: 1 // 0)
    tasks.run(task.pk)
    assert "has failed" in Person(table.cast.rob.user).open(reverse("admin:index")).words


def test_who_may(table: Table, asleep: None) -> None:
    """Owners, and whoever runs the installation; another club is not there."""
    cast = table.cast
    abe = Actor(User.objects.create_user("Abe", PASSWORD))
    clubs.add_member(cast.rob, cast.club.pk, "Abe", Role.ADMIN)
    for actor, error in ((abe, Forbidden), (cast.sue, Forbidden), (cast.ann, Forbidden), (cast.otto, NotFound)):
        with pytest.raises(error):
            audit.ask_for_audit(actor, cast.club.pk)
    assert BUTTON not in Person(abe.user).open(reverse("admin:index")).words
    root = User.objects.create_user("Root", PASSWORD)
    root.is_superuser = True
    root.save()
    with pytest.raises(NotFound):
        audit.ask_for_audit(Actor(root), uuid4())
    Person(root).open(reverse("admin:index")).press(BUTTON)
    assert Task.objects.get().club in Club.objects.all()
