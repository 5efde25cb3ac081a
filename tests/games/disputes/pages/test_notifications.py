"""What one was told of: the front page says so, the page leads there, and then it is seen."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.audit import services as audit
from games.clubs.services import clubs
from games.core.actor import Actor
from games.disputes.services import disputes
from games.models import Dispute, Hand, Member, Notification, Role, User
from games.play.services.corrections import correct
from tests.games.browser import browser
from tests.games.cast import PASSWORD, Cast, Table
from tests.games.person import Person
from tests.games.purse import win


def admin_of(cast: Cast) -> Actor:
    user = User.objects.create_user("Abe", PASSWORD)
    clubs.add_member(cast.rob, cast.club.pk, "Abe", Role.ADMIN)
    return Actor(user)


@pytest.fixture
def dispute(table: Table) -> Dispute:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 200", "Bob fold", "Cid fold")
    return disputes.open_dispute(table.cast.ann, "It was 3.00", hand_id=hand.pk)


def test_who_is_told_of_a_dispute_finds_it_from_the_front_page(cast: Cast, dispute: Dispute) -> None:
    rob = Person(cast.rob.user).open(reverse("front"))
    assert "You were told" in rob.words and "A dispute was opened." in rob.words
    assert "Hand 1: Council Bluffs" in rob.click("You were told").words
    rob.click("A dispute was opened.")
    assert rob.path == reverse("dispute-page", args=[dispute.pk])
    assert "It was 3.00" in rob.words
    assert Notification.objects.get(user=cast.rob.user).seen_at
    assert "You were told" not in rob.open(reverse("front")).words
    assert "It was 3.00" in rob.open(reverse("told")).click("A dispute was opened.").words


@pytest.mark.parametrize("place", ["told", "dispute-page", "admin:games_dispute_change"])
def test_the_list_and_the_matter_count_as_read(cast: Cast, dispute: Dispute, place: str) -> None:
    rob = Person(cast.rob.user).open(reverse(place, args=[] if place == "told" else [dispute.pk]))
    assert "It was 3.00" in rob.words or "A dispute was opened." in rob.words
    assert "You were told" not in rob.open(reverse("front")).words


def test_who_is_told_of_a_correction_reads_what_it_moved_for_them(table: Table, cast: Cast) -> None:
    """So too where the dispute about it is upheld."""
    win(table, Ann=-500, Bob=500)
    hand = Hand.objects.get()
    dispute = disputes.open_dispute(cast.ann, "I won that", hand_id=hand.pk)
    net = {str(table.players[name].pk): amount for name, amount in {"Ann": 500, "Bob": -500}.items()}
    correct(cast.rob, hand.pk, {"net": net}, "Ann won", hand.version)
    ann = Person(cast.ann.user).open(reverse("front"))
    assert "A hand was corrected. Hand 1: Stud · for you +10,00" in ann.words
    disputes.uphold_dispute(cast.rob, dispute.pk, "Ann won", hand.entries.latest("number").pk)
    ann.open(reverse("told"))
    assert ann.words.count("Hand 1: Stud · for you +10,00") == 2


def test_who_looks_at_a_hand_has_seen_that_it_was_corrected(table: Table, cast: Cast) -> None:
    win(table, Ann=-500, Bob=500)
    hand = Hand.objects.get()
    net = {str(table.players[name].pk): amount for name, amount in {"Ann": 500, "Bob": -500}.items()}
    correct(cast.rob, hand.pk, {"net": net}, "Ann won", hand.version)
    correct(admin_of(cast), hand.pk, {"net": dict.fromkeys(net, 0)}, "Nobody won", Hand.objects.get().version)
    for place, reader in (("hand-page", cast.ann), ("admin:games_hand_change", cast.rob)):
        person = Person(reader.user).open(reverse("front"))
        assert "You were told" in person.words
        person.open(reverse(place, args=[hand.pk]))
        assert "You were told" not in person.open(reverse("front")).words


def test_who_opened_it_is_told_how_it_ended(cast: Cast, dispute: Dispute) -> None:
    ann = Person(cast.ann.user).open(reverse("front"))
    assert "You were told" not in ann.words
    disputes.reject_dispute(cast.rob, dispute.pk, "It was 2.00")
    assert "A dispute was rejected." in ann.open(reverse("front")).click("You were told").words


def test_an_audit_that_failed_leads_its_owners_to_the_desk(cast: Cast, dispute: Dispute) -> None:
    Hand.objects.filter(pk=dispute.hand_id).update(phase="draw")
    failed = audit.audit_by_night(cast.club)
    rob = Person(cast.rob.user).open(reverse("front")).click("You were told").click("The audit has found")
    assert rob.path == reverse("admin:games_audit_change", args=[failed.pk])


def test_what_others_were_told_is_not_there(cast: Cast, dispute: Dispute) -> None:
    of_rob = Notification.objects.get(user=cast.rob.user)
    otto = browser(cast.otto.user)
    assert otto.get(reverse("dispute-page", args=[dispute.pk])).status_code == 404
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
