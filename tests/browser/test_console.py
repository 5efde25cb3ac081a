"""What else happens on the scorekeeper's phone of an evening."""

import re
import time
from typing import NamedTuple

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from playwright.sync_api import Locator, Route, expect

from games.core.actor import Actor
from games.core.formatting import Writer
from games.disputes.services import disputes
from games.models import Entry, Hand, Night, Seat
from games.money.services import chip_requests
from games.nights.services import nights
from tests.browser.conftest import Phones
from tests.browser.console import Console
from tests.browser.looking import barriers, sticks_out, too_small
from tests.games.cast import PASSWORD, Cast, Table


@pytest.fixture
def sue(phones: Phones, cast: Cast, table: Table, write: Writer) -> Console:
    return Console(phones(cast.sue.user), table.night, write.plain)


def test_without_script_the_same_forms_are_sent_by_the_browser(
    phones: Phones, cast: Cast, table: Table, write: Writer
) -> None:
    hand = table.deal("council-bluffs")
    sue = Console(phones(cast.sue.user, java_script_enabled=False), table.night, write.plain)
    sue.open()
    for line in ("Ann call", "Bob call", "Cid check"):
        sue.tap(line)
    cards = sue.page.get_by_label("Cards, such as Qh 7s")
    cards.fill("Ac Ac 8s")
    sue.phone.tap("button", "Turn cards")
    expect(sue.phone.find("alert").first).to_contain_text("twice")
    expect(cards).to_have_value("Ac Ac 8s")
    cards.fill("Ac 5d 8s")
    sue.phone.tap("button", "Turn cards")
    expect(sue.page.get_by_text("Bob to act")).to_be_visible()
    sue.phone.touch(sue.find_button("Undo:"))
    expect(sue.page.get_by_text("Ann turns 3 cards")).to_be_visible()
    hand.refresh_from_db()
    assert (hand.phase, hand.version) == ("reveal", 5)


def test_chips_are_asked_for_and_given_while_a_hand_is_on(
    sue: Console, phones: Phones, cast: Cast, table: Table
) -> None:
    table.deal("council-bluffs")
    ann = phones(cast.ann.user)
    ann.open(f"/nights/{table.night.pk}/watch/")
    sue.open()
    ann.touch(ann.page.get_by_text("Ask for chips"))
    ann.page.get_by_label("How much?").fill("12,50")
    ann.tap("button", "Ask the scorekeeper")
    expect(sue.phone.find("link", re.compile("1 requests? Menu"))).to_be_visible()
    sue.phone.touch(sue.phone.find("link", "Menu"))
    sue.phone.tap("button", "Give")
    expect(ann.page.get_by_text("You got 12,50 in chips")).to_be_visible()
    assert Entry.objects.filter(night=table.night, kind=Entry.Kind.TOP_UP).count() == 1


def test_two_taps_in_a_row_buy_chips_once(sue: Console, table: Table) -> None:
    """Neither before the phone has stored the first, nor while the page that follows is on its way."""
    seat = Seat.objects.get(night=table.night, player=table.players["Bob"])
    bought = Entry.objects.filter(night=table.night, kind=Entry.Kind.TOP_UP)
    page = sue.phone.open(reverse("seat-page", args=[seat.pk]))
    night = reverse("night-page", args=[table.night.pk])

    def late(route: Route) -> None:
        time.sleep(1.5)
        route.continue_()

    page.route(f"**{night}", late)
    taps = "(button) => { button.click(); button.click(); setTimeout(() => button.click(), 1000); }"
    page.locator("button[name=preset]").first.evaluate(taps)
    page.wait_for_url(f"**{night}")
    page.wait_for_timeout(500)
    assert bought.count() == 1


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def box_of(what: Locator) -> Box:
    found = what.bounding_box()
    assert found
    return Box(found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"])


def test_what_waits_has_room_on_the_menus_button_and_so_have_the_sheets_buttons(
    sue: Console, cast: Cast, table: Table
) -> None:
    hand = table.deal("council-bluffs")
    chip_requests.ask_for_chips(cast.ann, table.night.pk, table.players["Ann"].pk, 1000)
    disputes.open_dispute(cast.ann, "I had called", hand_id=hand.pk)
    sue.open()
    button = sue.phone.find("link", "1 request 1 dispute Menu")
    outer, count, sign = (box_of(one) for one in (button, button.locator(".waiting"), button.get_by_text("☰")))
    assert min(count.left - outer.left, sign.left - count.right, outer.right - sign.right) >= 5
    sue.phone.touch(button)
    misdeal, rules = box_of(sue.find_button("Misdeal")), box_of(sue.phone.find("link", "Rules of"))
    assert rules.top - misdeal.bottom >= 8
    assert (barriers(sue.page), too_small(sue.page), sticks_out(sue.page)) == ([], [], 0)
    sue.phone.touch(sue.phone.find("link", "Hand 1: Council Bluffs"))
    expect(sue.page.get_by_text("I had called")).to_be_visible()


def test_what_follows_a_sheets_first_heading_is_as_wide_as_the_sheet(sue: Console, cast: Cast, table: Table) -> None:
    """Chips asked for in one line, and every stack at the same edge: the button that closes the sheet is above."""
    sue.open()
    sue.phone.touch(sue.phone.find("link", "Menu"))
    players = sue.page.locator(".sheet .players summary")
    expect(players).to_have_count(len(table.players))
    rows = [box_of(one) for one in players.all()]
    assert len({row.right for row in rows}) == 1
    chip_requests.ask_for_chips(cast.ann, table.night.pk, table.players["Ann"].pk, 1000)
    sue.page.reload()
    sue.phone.touch(sue.phone.find("link", "Menu"))
    close = box_of(sue.phone.find("button", "Close"))
    for button in (box_of(sue.find_button("Give")), box_of(sue.find_button("Refuse"))):
        assert button.bottom - button.top < 50 and button.top >= close.bottom


def test_a_refused_amount_takes_no_room_from_the_keypad_and_goes_when_another_is_typed(
    sue: Console, table: Table
) -> None:
    table.deal("council-bluffs", {"limit": "no_limit"})
    sue.open()
    sue.phone.touch(sue.find_button("Any amount"))
    digits, said = sue.page.locator(".digits"), sue.page.locator("#pad .said")
    before = box_of(digits)
    for _ in range(2):
        sue.phone.tap("button", "9")
    with sue.phone.refused():
        sue.phone.touch(sue.page.locator("#amount button[name=action]"))
        expect(said).to_contain_text("99,00 is too much")
    assert box_of(digits) == before and box_of(said).bottom <= before.top
    sue.phone.tap("button", "Delete")
    expect(said).to_have_text("")
    assert box_of(digits) == before


def test_a_misdeal_goes_by_the_menu(sue: Console, table: Table) -> None:
    hand = table.deal("the-bluffs")
    sue.open()
    sue.phone.touch(sue.phone.find("link", "Menu"))
    sue.page.get_by_label("Why it is a misdeal").fill("a card fell on the floor")
    sue.phone.touch(sue.find_button("Misdeal"))
    expect(sue.find_button("Next hand")).to_be_visible()
    hand.refresh_from_db()
    assert hand.status == Hand.Status.VOID


def test_a_sheet_over_the_table_bars_nobody(sue: Console, table: Table) -> None:
    table.deal("the-bluffs")
    sue.open()
    sue.phone.touch(sue.phone.find("link", "Menu"))
    expect(sue.phone.find("heading", "Players")).to_be_visible()
    assert (barriers(sue.page), too_small(sue.page), sticks_out(sue.page)) == ([], [], 0)


def test_who_was_signed_out_meanwhile_signs_in_and_the_entry_goes_out(sue: Console, table: Table) -> None:
    hand = table.deal("council-bluffs")
    sue.open()
    Session.objects.all().delete()
    with sue.phone.refused():
        sue.tap("Ann call")
        sue.phone.touch(sue.phone.find("link", re.compile("^Sign in again")))
    sue.page.get_by_label("Name").fill("Sue")
    sue.page.get_by_label("Password", exact=True).fill(PASSWORD)
    sue.phone.tap("button", "Sign in")
    expect(sue.page.get_by_text("Bob to act")).to_be_visible()
    hand.refresh_from_db()
    assert hand.version == 1


def test_what_was_not_sent_when_the_table_was_left_is_sent_from_a_page_without_a_form(
    sue: Console, cast: Cast, table: Table
) -> None:
    hand = table.deal("council-bluffs")
    sue.open()
    with sue.phone.lost():
        sue.page.route("**/enter/", lambda route: route.abort())
        sue.tap("Ann call")
        expect(sue.page.get_by_text("kept on this phone")).to_be_visible()
        sue.phone.open(f"/nights/{table.night.pk}/")
        expect(sue.page.locator("form[data-entry]")).to_have_count(0)
    with sue.page.expect_response("**/enter/") as sent:
        sue.page.unroute("**/enter/")
    assert sent.value.status == 200
    assert hand.entries.filter(kind=Entry.Kind.ACTION).count() == 1


def test_a_token_that_ended_while_the_server_was_away_is_renewed(sue: Console, table: Table) -> None:
    table.deal("council-bluffs")
    sue.open()
    with sue.phone.refused():
        sue.page.route("**/enter/", lambda route: route.fulfill(status=503))
        sue.tap("Ann call")
        expect(sue.page.get_by_text("The server does not answer")).to_be_visible()
        sue.phone.context.clear_cookies(name="csrftoken")
        sue.page.unroute("**/enter/")
        expect(sue.page.get_by_text("Bob to act")).to_be_visible()


def test_what_was_entered_waits_for_who_entered_it_when_somebody_else_signs_in(
    sue: Console, cast: Cast, table: Table
) -> None:
    """In the same browser, while Sue's page stays open; at last it is Sue again."""
    hand = table.deal("council-bluffs")
    sue.open()
    sue.enter("Ann raise 300")
    _sign_in(sue, cast.rob)
    with sue.phone.refused():
        sue.tap("Bob fold")
        expect(sue.phone.find("link", re.compile("^Sign in again"))).to_be_visible()
    assert hand.entries.filter(kind=Entry.Kind.ACTION).count() == 1
    sue.open()
    expect(sue.page.get_by_text("Entered on this phone by Sue and not sent yet: 1")).to_be_visible()
    _sign_in(sue, cast.sue)
    sue.open()
    expect(sue.page.get_by_text("Cid to act")).to_be_visible()
    expect(sue.page.get_by_text("Entered on this phone")).to_have_count(0)
    assert {entry.by for entry in hand.entries.filter(kind=Entry.Kind.ACTION)} == {cast.sue.user}


def _sign_in(console: Console, actor: Actor) -> None:
    """In another tab, which brings another session and another token."""
    context = console.phone.context
    context.clear_cookies()
    tab = context.new_page()
    tab.goto(f"{console.phone.url}/sign-in/")
    tab.get_by_label("Name").fill(actor.user.name)
    tab.get_by_label("Password", exact=True).fill(PASSWORD)
    tab.get_by_role("button", name="Sign in").click()
    expect(tab.get_by_text("Thursday").first).to_be_visible()
    tab.close()


def test_counts_that_differ_are_counted_again_or_decided(
    phones: Phones, cast: Cast, table: Table, write: Writer
) -> None:
    phone = phones(cast.rob.user)
    phone.open(f"/nights/{table.night.pk}/count/")
    for name, count in (("Ann", "20"), ("Bob", "19,75"), ("Cid", "19,50")):
        phone.page.get_by_label(re.compile(f"^{name}")).fill(count)
    phone.tap("button", "Cash out who is counted")
    phone.touch(phone.find("button", re.compile("^Count again ?: Cid$")))
    phone.page.get_by_label(re.compile("^Cid")).fill("20")
    phone.tap("button", "Cash out who is counted")
    expect(phone.find("button", "Cash out who is counted")).to_have_count(0)
    phone.page.get_by_label("Bob").check()
    phone.page.get_by_label("Why").fill("rolled under the sofa")
    phone.tap("button", "Decide")
    phone.tap("button", "Close the night")
    expect(phone.page.get_by_text("Who pays whom").first).to_be_visible()
    assert Night.objects.get(pk=table.night.pk).status == Night.Status.CLOSED


def test_a_night_that_another_phone_closes_is_closed_here(sue: Console, table: Table, cast: Cast) -> None:
    sue.open()
    for name in table.players:
        table.cash_out(name, 2000)
    nights.close_night(cast.rob, table.night.pk)
    expect(sue.page.get_by_text("This night is closed.")).to_be_visible()
