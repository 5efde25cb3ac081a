"""A tap counts only if it can be an answer to what the screen shows."""

import re

import pytest
from playwright.sync_api import Locator, expect

from games.core.formatting import Writer
from games.models import Entry, Hand
from games.nights.services import seats
from tests.browser.conftest import Phones
from tests.browser.console import Console
from tests.games.cast import Cast, Table

SOON = "Too soon"
# How long after it was drawn a button is tapped by whoever has looked at it.
LOOKED = 450


@pytest.fixture
def sue(phones: Phones, cast: Cast, table: Table, write: Writer) -> Console:
    return Console(phones(cast.sue.user), table.night, write.plain)


def thumb(console: Console, button: Locator) -> tuple[float, float]:
    """Where a thumb lies that taps a button."""
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def actions(hand: Hand) -> int:
    return hand.entries.filter(kind=Entry.Kind.ACTION).count()


def test_the_second_tap_of_a_double_tap_is_no_entry_for_the_next_player(sue: Console, table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann call", "Bob call", "Cid check", "reveal Ac 5d 8s")
    sue.open()
    place = thumb(sue, sue.find_button("Check"))
    drawn = sue.page.locator("#pad input[name=version]")
    sue.page.touchscreen.tap(*place)
    expect(drawn).to_have_value("5")
    sue.page.touchscreen.tap(*place)
    expect(sue.page.get_by_text(SOON)).to_be_visible()
    expect(sue.find_button("Check")).to_have_attribute("aria-disabled", "true")
    expect(sue.find_button("Check")).not_to_have_attribute("aria-disabled", "true")
    assert actions(hand) == 5
    sue.page.touchscreen.tap(*place)
    expect(drawn).to_have_value("6")


def test_a_second_tap_300_ms_later_is_none_either(sue: Console, table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann call", "Bob call", "Cid check", "reveal Ac 5d 8s")
    sue.open()
    place = thumb(sue, sue.find_button("Check"))
    sue.page.touchscreen.tap(*place)
    sue.page.wait_for_timeout(300)
    sue.page.touchscreen.tap(*place)
    expect(sue.page.get_by_text("Cid to act")).to_be_visible()
    sue.page.wait_for_timeout(800)
    assert actions(hand) == 5


def test_taps_at_the_pace_of_the_table_all_count(sue: Console, table: Table) -> None:
    """Each is made as soon as the button can be seen to be active."""
    hand = table.deal("council-bluffs")
    sue.open()
    for version, label in (("1", "Call"), ("2", "Call"), ("3", "Check")):
        button = sue.find_button(label)
        expect(button).to_be_enabled()
        sue.page.touchscreen.tap(*thumb(sue, button))
        expect(sue.page.get_by_text(SOON)).to_have_count(0)
        sue.page.wait_for_function("(v) => document.querySelector('[name=version]').value === v", arg=version)
    assert actions(hand) == 3


def test_cards_are_picked_as_fast_as_anybody_taps(sue: Console, table: Table) -> None:
    """The ranks stay where they are from one card to the next."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann call", "Bob call", "Cid check")
    sue.open()
    pad = sue.page.get_by_role("button", name="A", exact=True)
    expect(pad).to_be_visible()
    for rank, suit in (("A", "clubs"), ("5", "diamonds"), ("8", "spades")):
        for name in (rank, suit):
            sue.page.touchscreen.tap(*thumb(sue, sue.page.get_by_role("button", name=name, exact=True)))
    expect(sue.page.get_by_text("Bob to act")).to_be_visible()
    assert actions(hand) == 4


def test_what_was_said_by_others_is_entered_one_after_the_other(sue: Console, table: Table) -> None:
    """The order is free, and a row that stays in its place may be tapped at once."""
    hand = table.deal("guts")
    sue.open()
    for name in reversed(list(table.players)):
        row = sue.page.get_by_role("group", name=name, exact=True)
        sue.phone.touch(row.get_by_role("button", name="In"))
        if name != "Ann":
            expect(row).to_have_count(0)
    sue.page.wait_for_function("() => !document.querySelector('[data-sending]')")
    assert actions(hand) == 3


def test_a_sheet_that_closes_hands_the_tap_to_nothing_below_it(sue: Console, table: Table) -> None:
    hand = table.deal("council-bluffs")
    sue.open()
    sue.phone.touch(sue.phone.find("link", "Menu"))
    close = sue.phone.find("button", "Close")
    expect(close).to_be_enabled()
    sue.page.evaluate("document.querySelector('#sheet').hidePopover()")
    sue.page.touchscreen.tap(*thumb(sue, sue.find_button("Fold")))
    expect(sue.page.get_by_text(SOON)).to_be_visible()
    sue.page.wait_for_timeout(LOOKED)
    assert actions(hand) == 0


def test_who_goes_by_keys_waits_for_nothing(phones: Phones, cast: Cast, table: Table, write: Writer) -> None:
    hand = table.deal("council-bluffs")
    sue = Console(phones(cast.sue.user, desktop=True), table.night, write.plain)
    sue.open()
    sue.find_button("Call").focus()
    sue.page.keyboard.press("Enter")
    expect(sue.page.get_by_text("Bob to act")).to_be_visible()
    sue.page.keyboard.press("Enter")  # the same press again, as a key that is held repeats it
    sue.page.keyboard.press("Tab")
    sue.page.keyboard.press("Tab")
    expect(sue.find_button("Call")).to_be_focused()
    sue.page.keyboard.press("Enter")
    expect(sue.page.get_by_text("Cid to act")).to_be_visible()
    assert actions(hand) == 2


def test_a_players_own_phone_waits_too(phones: Phones, cast: Cast, table: Table) -> None:
    """What is declared opens under a thumb that was about to ask for chips."""
    hand = table.deal("guts")
    seat = table.night.seats.get(player=table.players["Ann"])
    assert seats.sit_in(cast.sue, seat.pk)
    ann = phones(cast.ann.user)
    ann.open(f"/nights/{table.night.pk}/watch/")
    choice = ann.page.get_by_role("button", name=re.compile("^In"))
    expect(choice).to_be_enabled()
    box = choice.bounding_box()
    assert box
    ann.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    expect(ann.page.get_by_text("You declared")).to_be_visible()
    back = ann.page.get_by_role("button", name="Take it back")
    expect(back).to_have_attribute("aria-disabled", "true")
    expect(back).to_be_enabled()
    assert actions(hand) == 1
