"""Who is told of what, in the app and by mail; and the audits that come by themselves."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.utils import timezone

from config.celery import app
from games import tasks
from games.audit import services as audit
from games.audit.services import scheduled_audits
from games.clubs.services import clubs
from games.core.actor import Actor
from games.core.errors import NotFound
from games.disputes.selectors.notifications import audits_of, notifications_of
from games.disputes.services import disputes, notifications
from games.models import Audit, Club, Entry, Hand, Member, Notification, Player, User
from games.play.services.corrections import correct
from tests.games.cast import PASSWORD, Cast, Table


@pytest.fixture
def hand(table: Table) -> Hand:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 200", "Bob fold", "Cid fold")
    return Hand.objects.get(pk=hand.pk)


def told() -> list[tuple[str, str]]:
    return sorted(Notification.objects.values_list("user__name", "what"))


def test_everybody_concerned_is_told_but_who_did_it(table: Table, hand: Hand) -> None:
    raised = hand.entries.get(number=1)
    dispute = disputes.open_dispute(table.cast.ann, "It was 3.00", entry_id=raised.pk)
    assert told() == [("Rob", "opened"), ("Sue", "opened")]
    disputes.answer_dispute(table.cast.sue, dispute.pk, "It was 2.00")
    disputes.reject_dispute(table.cast.rob, dispute.pk, "It was 2.00")
    assert told()[:2] == [("Ann A.", "rejected"), ("Ann A.", "said")]
    assert [row.dispute for row in notifications_of(table.cast.ann)] == [dispute, dispute]
    assert not notifications_of(table.cast.otto)


def test_who_has_an_address_is_mailed(table: Table, hand: Hand, django_capture_on_commit_callbacks: object) -> None:
    User.objects.filter(name="Rob").update(email="rob@example.org")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        disputes.open_dispute(table.cast.ann, "It was 3.00", hand_id=hand.pk)
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["rob@example.org"], "Thursday at Tableside")
    assert "A dispute was opened." in letter.body
    assert "3.00" not in letter.body


def test_everybody_whose_hand_is_corrected_is_told_disputed_or_not(table: Table, hand: Hand) -> None:
    bob = Actor(User.objects.create_user("Bob B.", PASSWORD))
    member = clubs.add_member(table.cast.rob, table.cast.club.pk, "Bob B.")
    Player.objects.filter(pk=table.players["Bob"].pk).update(member=member)
    change = {"actions": [table.action(line) for line in ("Ann fold", "Bob fold")]}
    correct(table.cast.rob, hand.pk, change, "Ann had folded", hand.version)
    assert told() == [("Ann A.", "corrected"), ("Bob B.", "corrected")]
    (row,) = notifications_of(bob)
    assert (row.kind, row.hand, notifications.sentence_of(row)) == ("correction", hand, "A hand was corrected.")


def test_nobody_is_told_of_a_correction_while_the_hand_is_played(table: Table) -> None:
    hand = table.enter(table.deal("council-bluffs"), "Ann fold")
    correct(table.cast.sue, hand.pk, {"rules": {"limit": "no_limit"}}, "So they said", hand.version)
    assert told() == []


def test_one_sees_ones_own(table: Table, hand: Hand) -> None:
    disputes.open_dispute(table.cast.ann, "It was 3.00", hand_id=hand.pk)
    row = Notification.objects.get(user=table.cast.rob.user)
    with pytest.raises(NotFound):
        notifications.see(table.cast.ann, row.pk)
    seen = notifications.see(table.cast.rob, row.pk).seen_at
    assert seen
    assert notifications.see(table.cast.rob, row.pk).seen_at == seen


def test_who_has_left_the_club_reads_no_more_of_it(table: Table, hand: Hand) -> None:
    dispute = disputes.open_dispute(table.cast.ann, "It was 3.00", hand_id=hand.pk)
    disputes.answer_dispute(table.cast.rob, dispute.pk, "Was it?")
    assert notifications_of(table.cast.ann).count() == 1
    Member.objects.filter(user=table.cast.ann.user).update(left_at=timezone.now())
    assert notifications_of(table.cast.ann).count() == 0


def in_a_day() -> datetime:
    """Past the audit hour of every club."""
    return timezone.now() + timedelta(days=1)


def test_audits_come_by_themselves_once_a_night(table: Table) -> None:
    tasks.audit_due(now=Entry.objects.earliest("at").at)
    assert not Audit.objects.exists(), "what was entered just now is audited by night"
    tasks.audit_due(now=in_a_day())
    Audit.objects.update(started_at=in_a_day())
    tasks.audit_due(now=in_a_day())
    Audit.objects.update(started_at=timezone.now())
    clubs_audited = Audit.objects.order_by("started_at").values_list("club", "whole", "found")
    assert list(clubs_audited) == [(table.cast.club.pk, True, 0), (table.cast.other_club.pk, True, 0)]
    table.buy_in("Ann", 100)
    tasks.audit_due(now=in_a_day())
    last = audits_of(table.cast.ann, table.cast.club.pk)[0]
    assert (last.whole, last.found) == (False, 0)
    Audit.objects.update(started_at=timezone.now() - timedelta(days=8))
    table.buy_in("Ann", 100)
    tasks.audit_due(now=in_a_day())
    assert audits_of(table.cast.ann, table.cast.club.pk)[0].whole
    assert not Notification.objects.exists()


def test_owners_are_told_of_an_audit_that_fails(cast: Cast, table: Table, hand: Hand) -> None:
    Hand.objects.filter(pk=hand.pk).update(phase="draw")
    done = audit.audit_by_night(cast.club)
    assert done.found == 1
    (row,) = Notification.objects.all()
    assert (row.user, row.kind, row.what, row.audit) == (cast.rob.user, "audit", "failed", done)


def test_an_audit_that_breaks_stops_no_other(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def broken(club: object) -> None:
        seen.append(club)
        raise ZeroDivisionError

    monkeypatch.setattr(audit, "audit_by_night", broken)
    tasks.audit_due(now=in_a_day())
    assert seen == [cast.club, cast.other_club]


def test_celery_has_a_message_for_each_club_in_a_queue_of_its_own(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [one["task"] for one in app.conf.beat_schedule.values()] == ["tableside.due", "tableside.audits"]
    assert app.amqp.router.route({}, "tableside.audit")["queue"].name == "audits"
    tomorrow = in_a_day()
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    sent: list[str] = []
    monkeypatch.setattr(app.tasks["tableside.audit"], "apply_async", lambda args, **_: sent.extend(args))
    app.tasks["tableside.audits"]()
    assert sent == [str(cast.club.pk), str(cast.other_club.pk)]
    for club in [*sent, *sent]:
        app.tasks["tableside.audit"](club)
    assert Audit.objects.count() == 2


def test_a_club_is_audited_at_its_own_hour(cast: Cast) -> None:
    for zone, club in {"Pacific/Auckland": cast.club, "America/Los_Angeles": cast.other_club}.items():
        Club.objects.filter(pk=club.pk).update(time_zone=zone)
        four = datetime.now(ZoneInfo(zone)).replace(hour=4, minute=0, second=0) + timedelta(days=1)
        assert club not in audit.due(timezone.now() - timedelta(days=1))
        assert club in audit.due(four + timedelta(minutes=1))
    hours = {scheduled_audits.last_hour(club, timezone.now()).astimezone(UTC).hour for club in Club.objects.all()}
    assert len(hours) == 2


def test_a_club_without_a_new_entry_costs_nothing(table: Table, django_assert_max_num_queries: Any) -> None:
    tasks.audit_due(now=in_a_day())
    Audit.objects.update(started_at=timezone.now())
    made = Audit.objects.count()
    for days in (1, 2, 30):
        with django_assert_max_num_queries(1 + Club.objects.count()):
            tasks.audit_due(now=timezone.now() + timedelta(days=days))
    assert Audit.objects.count() == made


def test_a_change_of_the_club_is_an_entry_that_tells_nobody(cast: Cast) -> None:
    clubs.change_club(cast.rob, cast.club.pk, name="Friday")
    assert Entry.objects.filter(kind=Entry.Kind.CLUB).exists()
    assert not Notification.objects.exists()
