"""What one was told of: the front page says so, the page leads there, and then it is seen."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Dispute, Hand, Member, Notification
from games.services import audit, disputes
from tests.games.admin.person import Person
from tests.games.cast import Cast, Table
from tests.games.pages.browser import browser


@pytest.fixture
def dispute(table: Table) -> Dispute:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 200", "Bob fold", "Cid fold")
    return disputes.open_dispute(table.cast.ann, "It was 3.00", hand_id=hand.pk)


def test_who_is_told_of_a_dispute_finds_it_from_the_front_page(cast: Cast, dispute: Dispute) -> None:
    rob = Person(cast.rob.user).open(reverse("front"))
    assert "You were told" in rob.words and "A dispute was opened." in rob.words
    assert "Hand 1: Council Bluffs" in rob.click("You were told").words
    rob.press("Look at it")
    assert rob.path == reverse("dispute-page", args=[dispute.pk])
    assert "It was 3.00" in rob.words
    assert Notification.objects.get(user=cast.rob.user).seen_at
    assert "You were told" not in rob.open(reverse("front")).words
    assert "It was 3.00" in rob.open(reverse("told")).click("A dispute was opened.").words


def test_who_opened_it_is_told_how_it_ended(cast: Cast, dispute: Dispute) -> None:
    ann = Person(cast.ann.user).open(reverse("front"))
    assert "You were told" not in ann.words
    disputes.reject_dispute(cast.rob, dispute.pk, "It was 2.00")
    assert "A dispute was rejected." in ann.open(reverse("front")).click("You were told").words


def test_an_audit_that_failed_leads_its_owners_to_the_desk(cast: Cast, dispute: Dispute) -> None:
    Hand.objects.filter(pk=dispute.hand_id).update(phase="draw")
    failed = audit.audit_by_night(cast.club)
    rob = Person(cast.rob.user).open(reverse("front")).click("You were told").press("Look at it")
    assert rob.path == reverse("admin:games_audit_change", args=[failed.pk])


def test_what_others_were_told_is_not_there(cast: Cast, dispute: Dispute) -> None:
    of_rob = Notification.objects.get(user=cast.rob.user)
    otto = browser(cast.otto.user)
    answer = otto.post(reverse("told-see", args=[of_rob.pk]), {"key": "k"}, headers={"Tableside-Entry": "1"})
    assert answer.status_code == 404
    assert "A dispute was opened." not in Person(cast.otto.user).open(reverse("told")).words
    of_rob.refresh_from_db()
    assert of_rob.seen_at is None


def test_a_club_one_has_left_tells_one_nothing(cast: Cast, dispute: Dispute) -> None:
    disputes.answer_dispute(cast.rob, dispute.pk, "Was it?")
    assert "You were told" in Person(cast.ann.user).open(reverse("front")).words
    Member.objects.filter(user=cast.ann.user).update(left_at=timezone.now())
    ann = Person(cast.ann.user)
    assert "You were told" not in ann.open(reverse("front")).words
    assert "Somebody spoke" not in ann.open(reverse("told")).words
