"""The arbiter rules at the desk: looks at the money first, says why, and both awards stay to be read."""

from django.urls import reverse

from games.models import Role
from games.services import clubs, people
from tests.games.admin.person import Person
from tests.games.cast import Table
from tests.games.purse import books_hold
from tests.games.services.test_whole_night import play_council_bluffs


def test_a_ruling_is_looked_at_and_then_set(table: Table) -> None:
    cast = table.cast
    rita = people.register("Rita", "correct horse battery")
    clubs.add_member(cast.rob, cast.club.pk, "Rita", Role.PLAYER, is_arbiter=True)
    hand = play_council_bluffs(table)
    assert table.stacks() == {"Ann": 2150, "Bob": 1950, "Cid": 1900}
    person = Person(rita).open(reverse("admin:games_hand_change", args=[hand.pk])).click("Rule on it")
    nets = {f"net-{table.players[name].pk}": amount for name, amount in (("Ann", "-0,50"), ("Bob", "2"))}
    person.press("Look at it so", **nets)
    assert "the sum stays as it is" in person.words
    nets[f"net-{table.players['Bob'].pk}"] = "1,50"
    person.press("Look at it so", **nets)
    assert "Bob −0,50 +1,50 +2,00" in person.words
    assert "In chips" in person.words
    assert table.stacks()["Ann"] == 2150
    person.press("Rule so", reason="Nobody is sure of the third card")
    assert table.stacks() == {"Ann": 1950, "Bob": 2150, "Cid": 1900}
    assert person.words.count("Nobody is sure of the third card") >= 2
    assert "Why it ended so" in person.words
    books_hold(cast.club)


def test_who_is_no_arbiter_is_told_so(table: Table) -> None:
    cast = table.cast
    people.register("Rita", "correct horse battery")
    clubs.add_member(cast.rob, cast.club.pk, "Rita", Role.PLAYER, is_arbiter=True)
    hand = play_council_bluffs(table)
    rob = Person(cast.rob.user).open(reverse("admin:rule-hand", args=[hand.pk]))
    rob.press("Look at it so")
    assert "Only the arbiter rules." in rob.words
    assert "Rule so" not in rob.words
