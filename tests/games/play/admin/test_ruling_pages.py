"""The arbiter rules at the desk: looks at the money first, says why, and both awards stay to be read."""

from django.urls import reverse

from games.accounts.services import users
from games.clubs.services import clubs
from games.models import Hand, Role, User
from tests.games.cast import Table
from tests.games.nights.services.test_whole_night import play_council_bluffs
from tests.games.person import Person
from tests.games.play.services.test_matches import DRAWS, pegs, won_by_bob
from tests.games.purse import books_hold


def arbiter(table: Table) -> User:
    """Rita, a player of the club."""
    rita = users.register("Rita", "correct horse battery")
    clubs.add_member(table.cast.rob, table.cast.club.pk, "Rita", Role.PLAYER, is_arbiter=True)
    return rita


def test_a_ruling_is_looked_at_and_then_set(table: Table) -> None:
    cast = table.cast
    rita = arbiter(table)
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
    users.register("Rita", "correct horse battery")
    clubs.add_member(cast.rob, cast.club.pk, "Rita", Role.PLAYER, is_arbiter=True)
    hand = play_council_bluffs(table)
    rob = Person(cast.rob.user).open(reverse("admin:rule-hand", args=[hand.pk]))
    rob.press("Look at it so")
    assert "Only the arbiter rules." in rob.words
    assert "Rule so" not in rob.words


def test_a_ruling_made_by_hand_is_refused_to_who_may_not_rule(table: Table) -> None:
    cast = table.cast
    arbiter(table)
    abe = users.register("Abe", "correct horse battery")
    clubs.add_member(cast.rob, cast.club.pk, "Abe", Role.ADMIN)
    hand = play_council_bluffs(table)
    person = Person(abe).open(reverse("admin:games_hand_change", args=[hand.pk]))
    assert "Rule on it" not in person.words
    assert person.client.get(reverse("admin:rule-hand", args=[hand.pk])).status_code == 403
    net = {f"net-{table.players[name].pk}": amount for name, amount in (("Ann", "-0,50"), ("Bob", "1,50"))}
    form = {**net, "key": "made by hand", "version": str(hand.version), "reason": "It was mine"}
    answer = person.client.post(reverse("admin:rule-apply", args=[hand.pk]), form)
    assert (answer.status_code, answer.content.decode()) == (
        403,
        "A member with the role admin may not rule on a hand.",
    )
    assert not hand.entries.filter(kind="ruling").exists()
    assert table.stacks() == {"Ann": 2150, "Bob": 1950, "Cid": 1900}


def test_who_rules_on_what_another_phone_ruled_on_meanwhile_is_told_to_look_again(table: Table) -> None:
    rita = arbiter(table)
    hand = play_council_bluffs(table)
    phones = [Person(rita).open(reverse("admin:rule-hand", args=[hand.pk])) for _ in range(2)]
    nets = {f"net-{table.players[name].pk}": amount for name, amount in (("Ann", "-0,50"), ("Bob", "1,50"))}
    for phone in phones:
        phone.press("Look at it so", **nets)
    first, second = phones
    first.press("Rule so", reason="Nobody is sure of the third card")
    second.press("Rule so", reason="Nobody is sure of the third card")
    assert "The hand has moved on since: look at it again." in second.words
    second.press("Look at it so", **nets)
    assert "Nothing would move." in second.words and "Rule so" not in second.words
    assert "what changes is the record" not in second.words
    assert hand.entries.filter(kind="ruling").count() == 1


def about_to_rule_on_pegs(table: Table) -> tuple[Hand, Person]:
    """Rita, the arbiter, is to rule on a hand of a match that Bob has won; another was played after it."""
    rita = arbiter(table)
    hand = won_by_bob(table)
    table.enter(table.deal("bluff-n-peg"), *DRAWS["Bob"], "Cid play Ks", "Ann fold", "Bob fold")
    return hand, Person(rita).open(reverse("admin:games_hand_change", args=[hand.pk])).click("Rule on it")


def test_pegs_are_ruled_on_as_money_is(table: Table) -> None:
    hand, person = about_to_rule_on_pegs(table)
    assert "how many holes each peg moves" in person.words
    moves = {f"move-{table.players[name].pk}": holes for name, holes in (("Bob", "x"), ("Cid", "+5"))}
    person.press("Look at it so", **moves)
    assert "Write a number." in person.words
    moves[f"move-{table.players['Bob'].pk}"] = "−1"
    person.press("Look at it so", **moves)
    assert "Bob +5 \N{MINUS SIGN}1 \N{MINUS SIGN}6" in person.words
    assert "Hand 2: Bluff N' Peg" in person.words
    assert "Cid 10" in person.words
    person.press("Rule so", reason="Nobody is sure who had the king")
    assert pegs(table) == {"Ann": 0, "Bob": -1, "Cid": 10}
    assert "Nobody is sure who had the king" in person.words
    assert "Cid +5 holes" in person.words
    assert "from 0 to 5, at 1X" in person.words, "what the rules gave stays to be read"
    board = Person(table.cast.ann.user).open(reverse("match-page", args=[hand.match.pk]) + "?hand=1")
    assert "The arbiter has ruled on this hand." in board.words


def test_a_match_that_ends_earlier_calls_off_what_came_after(table: Table) -> None:
    _, person = about_to_rule_on_pegs(table)
    person.press("Look at it so", **{f"move-{table.players['Ann'].pk}": "30"})
    assert "Hand 2 is called off with it" in person.words
    person.press("Rule so, and call that off", reason="She had said so three times")
    assert pegs(table) == {"Ann": 30, "Bob": 5, "Cid": 0}
    second = table.night.hands.get(number=2)
    later = person.open(reverse("admin:games_hand_change", args=[second.pk])).words
    assert "Misdeal" in later or "misdeal" in later
    assert "She had said so three times" in later
    books_hold(table.cast.club)


def test_what_a_ruling_cannot_call_off_is_named_with_the_way_there(table: Table) -> None:
    rita = arbiter(table)
    hand = won_by_bob(table)
    later = table.enter(table.deal("bluff-n-peg"), *DRAWS["Bob"], "Cid play Ks", "Ann fold", "Bob fold")
    person = Person(rita).open(reverse("admin:rule-hand", args=[later.pk]))
    person.press("Look at it so", **{f"move-{table.players['Cid'].pk}": "1"})
    person.press("Rule so", reason="One hole")
    person.open(reverse("admin:rule-hand", args=[hand.pk]))
    person.press("Look at it so", **{f"move-{table.players['Ann'].pk}": "30"})
    assert "Correct that hand first, or rule on it." in person.words
    assert "One hole" in person.click("Hand 2", 0).words
