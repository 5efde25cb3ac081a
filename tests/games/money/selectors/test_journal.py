"""The books as they are read of a hand."""

from games.money.selectors.journal import hand_money
from games.play.services.corrections import correct
from tests.games.cast import Table


def test_the_money_of_a_hand_is_what_the_books_say(table: Table) -> None:
    hand = table.deal("council-bluffs")
    assert hand_money(hand) == []
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")
    assert [(one["name"], one["amount"]) for one in hand_money(hand)] == [("Ann", 150), ("Bob", -50), ("Cid", -100)]


def test_a_correction_in_money_alone_counts_too(table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")
    actions = [table.action(line) for line in ("Ann fold", "Bob fold")]
    correct(table.cast.rob, hand.pk, {"actions": actions}, "Cid won it", 3, as_adjustment=True)
    assert [(one["name"], one["amount"]) for one in hand_money(hand)] == [("Cid", 50), ("Bob", -50)]
