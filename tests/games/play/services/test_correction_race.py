"""Two admins or owners at once, and an admin while the table plays on."""

import pytest

from games.clubs.services import clubs
from games.models import Entry, Hand, Role
from games.play.services import hands
from games.play.services.corrections import correct
from games.play.services.rulings import Asked, rule
from tests.games.books import check_night
from tests.games.cast import Table, make_cast, make_table
from tests.games.play.services.test_race import at_once


def folded(table: Table) -> Hand:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    return Hand.objects.get(pk=hand.pk)


@pytest.mark.django_db(transaction=True)
def test_of_two_corrections_one_is_stale() -> None:
    table = make_table(make_cast())
    clubs.add_member(table.cast.rob, table.cast.club.pk, "Otto", Role.ADMIN)
    hand = folded(table)
    raised = [table.action(line) for line in ("Ann raise 300", "Bob fold", "Cid fold")]
    called = [table.action(line) for line in ("Ann fold", "Bob raise 200", "Cid fold")]
    work = [
        lambda: correct(table.cast.rob, hand.pk, {"actions": raised}, "Ann raised", hand.version),
        lambda: correct(table.cast.otto, hand.pk, {"actions": called}, "Bob raised", hand.version),
    ]
    assert at_once(*work) == ["done", "stale"]
    assert Entry.objects.filter(kind="correction").count() == 1
    check_night(table.night)


@pytest.mark.django_db(transaction=True)
def test_of_two_rulings_one_is_stale() -> None:
    """The club has no arbiter: either of its owners rules, and neither over the other's head."""
    table = make_table(make_cast())
    clubs.add_member(table.cast.rob, table.cast.club.pk, "Otto", Role.OWNER)
    hand = folded(table)
    ann, bob, cid = (table.players[name].pk for name in ("Ann", "Bob", "Cid"))
    to_ann, to_bob = Asked({ann: 50, bob: -50, cid: 0}), Asked({ann: 0, bob: 50, cid: -50})
    work = [
        lambda: rule(table.cast.rob, hand.pk, to_ann, "Ann had called", hand.version),
        lambda: rule(table.cast.otto, hand.pk, to_bob, "Bob had raised", hand.version),
    ]
    assert at_once(*work) == ["done", "stale"]
    assert Entry.objects.filter(kind="ruling").count() == 1
    check_night(table.night)


@pytest.mark.django_db(transaction=True)
def test_a_correction_and_the_next_hand_wait_for_each_other() -> None:
    table = make_table(make_cast())
    hand = folded(table)
    raised = [table.action(line) for line in ("Ann raise 300", "Bob fold", "Cid fold")]
    work = [
        lambda: correct(table.cast.rob, hand.pk, {"actions": raised}, "Ann raised", hand.version),
        lambda: hands.start_hand(table.cast.sue, table.night.pk, "council-bluffs"),
    ]
    assert at_once(*work) == ["done", "done"]
    later = Hand.objects.get(number=2)
    stacks = table.named({player["name"]: player["stack"] for player in later.set_up["players"]})
    assert stacks == {"Ann": 2150, "Bob": 1950, "Cid": 1900}
    check_night(table.night)
