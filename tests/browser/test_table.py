"""The scorekeeper's phone: three zones that never move, and a button large enough for every thumb."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.core.formatting import Writer
from games.models import Player
from games.nights.services import nights
from tests.browser.conftest import Phones
from tests.browser.console import Console
from tests.games.cast import Cast, Table

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Frank", "Gita", "Hans-Peter", "Ines", "Jo")
# A whole hand of each game for six, dealt by Frank: how the night's scorekeeper would say it.
HANDS: dict[str, tuple[str, ...]] = {
    "The Bluffs": (
        *("Bob call", "Cid call", "Dora fold", "Eve raise 50", "Frank call", "Ann call", "Bob call", "Cid call"),
        *("reveal Qh 7s", "Ann check", "Bob check", "Cid check", "Eve bet 25", "Frank fold", "Ann call", "Bob call"),
        *("Cid call", "reveal 9d 4c", "Ann check", "Bob check", "Cid check", "Eve check"),
        *("Ann exchange", "Bob stand", "Cid stand", "Eve stand", "Ann check", "Bob check", "Cid check", "Eve check"),
        *("reveal Kd 2h", "Ann check", "Bob check", "Cid check", "Eve check"),
        *("reveal 3s Jc", "Ann check", "Bob check", "Cid check", "Eve check"),
        *("Ann declare high", "Bob declare low", "Cid declare high", "Eve declare low"),
        *("Ann bet 100", "Bob call", "Cid call", "Eve fold"),
        *("Ann show Kc Ks 5h 5d", "Cid muck"),
    ),
    "Council Bluffs": (
        *("Cid call", "Dora raise 300", "Eve fold", "Frank call", "Ann fold", "Bob call", "Cid call"),
        *("reveal Ac 5d 8s", "Bob check", "Cid check", "Dora check", "Frank check"),
        *("reveal 2h", "Bob check", "Cid check", "Dora check", "Frank check"),
        *("reveal Kd", "Bob check", "Cid check", "Dora bet 100", "Frank fold", "Bob fold", "Cid call"),
        *("Cid show As 3c 9h Jd", "Dora show 3h 4d Qc Qs"),
    ),
    "Buddha's Folly": (
        *("reveal 9c", "Ann reject", "Bob accept 4h", "Cid reject", "Dora reject", "Eve reject", "Frank reject"),
        *("Ann reject", "Ann declare in", "Bob declare in", "Cid declare out", "Dora declare out", "Eve declare out"),
        *("Frank declare out", "Ann show As Ad 7c 7h 3d", "Bob show 9c 9s 9d Kh 2s"),
    ),
    "Bluff N' Peg": (
        *("Ann draw 2", "Bob draw 1", "Cid draw 3", "Dora draw 0", "Eve draw 1", "Frank draw 2"),
        *("Ann play Jc", "Bob play Kd", "Cid fold", "Dora play As", "Eve fold", "Frank fold"),
        *("Ann fold", "Bob play Kh", "Dora fold"),
    ),
}
BOXES = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
  const box = one.getBoundingClientRect();
  return [one.textContent.trim().replace(/\\s+/g, " "), box.left, box.top, box.right, box.bottom];
})"""
ZONES = """[...document.querySelector("#console").children].map((zone) => {
  const box = zone.getBoundingClientRect();
  return [Math.round(box.top), Math.round(box.bottom)];
})"""


def seated(first: Table, count: int) -> Table:
    """A night of its own with so many players of the club."""
    cast = first.cast
    night = nights.open_night(cast.sue, cast.club.pk, f"A table for {count}", 25)
    table = Table(cast, night, {player.name: player for player in Player.objects.filter(club=cast.club)})
    for name in NAMES[:count]:
        table.sit(name, 5000)
    return table


def boxes(page: Page, selector: str) -> list[Any]:
    found: list[Any] = page.evaluate(BOXES, selector)
    return found


def nothing_scrolls(page: Page) -> None:
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(size) == [390, 844]
    inside = "[...document.querySelectorAll('.keys, .pad')].filter((one) => one.scrollHeight > one.clientHeight + 1)"
    assert page.evaluate(f"{inside}.map((one) => one.className)") == []


@pytest.mark.parametrize("count", [2, 6, 10])
def test_the_zones_never_move_and_every_button_is_large_enough(
    phones: Phones, cast: Cast, first_table: Table, count: int
) -> None:
    table = seated(first_table, count)
    hand = table.deal("buddhas-folly")
    phone = phones(cast.sue.user)
    page = phone.open(f"/nights/{table.night.pk}/play/")
    zones = page.evaluate(ZONES)
    assert zones == [[0, 84], [84, 464], [464, 844]]
    order = [NAMES[at % count] for at in range(1, count + 1)]  # Ann deals
    steps = ["reveal 9c", *(f"{name} reject" for name in order), *(f"{name} declare in" for name in order)]
    for step in steps:
        table.enter(hand, step)
        if step.endswith("reject") and step != steps[count]:
            continue
        page.reload()
        assert page.evaluate(ZONES) == zones, step
        nothing_scrolls(page)
        small = [
            f"{step}: {name} {right - left:.0f} x {bottom - top:.0f}"
            for name, left, top, right, bottom in boxes(page, "#console button, #console a")
            if right - left < 43.5 or bottom - top < 43.5
        ]
        assert small == []


@pytest.mark.parametrize("game", HANDS)
def test_a_hand_of_six_is_recorded_in_few_taps(
    phones: Phones, cast: Cast, first_table: Table, write: Writer, game: str
) -> None:
    """1.3 an action, and two a card, from the first tap to the last."""
    table = seated(first_table, 6)
    lines = HANDS[game]
    phone = phones(cast.sue.user)
    console = Console(phone, table.night, write.plain)
    console.open()
    page = phone.page
    page.locator("select[name=dealer]").select_option(label="Frank")
    hand = console.deal(game)
    before = phone.taps
    console.enter(*lines)
    cards = sum(len(re.findall(r"\b[2-9TJQKA][cdhs]\b", line)) for line in lines)
    hand.refresh_from_db()
    assert hand.status == "complete"
    assert phone.taps - before <= 1.3 * len(lines) + 2 * cards


def test_what_the_rules_refuse_is_said_beside_the_thumb_and_stays_typed(
    phones: Phones, cast: Cast, table: Table, write: Writer
) -> None:
    table.deal("council-bluffs", {"limit": "no_limit"})
    phone = phones(cast.sue.user)
    page = phone.open(f"/nights/{table.night.pk}/play/")
    phone.tap("button", "Any amount")
    for digit in "1,5":
        phone.tap("button", digit)
    with phone.refused():
        phone.tap("button", "Raise")
        expect(page.get_by_role("alert").get_by_text("1,50 is too little")).to_be_visible()
    expect(page.locator("#amount input")).to_have_value("1,5")
    phone.tap("button", "Delete")
    phone.tap("button", "Delete")
    phone.tap("button", "Delete")
    phone.tap("button", "4")
    phone.tap("button", "Raise")
    expect(page.get_by_text("Undo: Ann raised to 4,00")).to_be_visible()


def test_cards_are_picked_by_keys_and_taken_away_by_a_tap(phones: Phones, cast: Cast, table: Table) -> None:
    table.enter(table.deal("council-bluffs"), "Ann call", "Bob call", "Cid check")
    phone = phones(cast.sue.user)
    page = phone.open(f"/nights/{table.night.pk}/play/")
    for key in ("q", "h", "7", "s"):
        page.keyboard.press(key)
    expect(page.locator("[data-slots] button")).to_have_count(2)
    phone.touch(page.get_by_role("button", name=re.compile("^Q♥")))
    expect(page.locator("[data-slots] button")).to_have_text(["7♠"])
    page.keyboard.press("7")
    expect(page.get_by_role("button", name="spades")).to_be_disabled()
    page.keyboard.press("Backspace")
    for key in ("1", "c", "A", "d"):
        page.keyboard.press(key)
    expect(page.get_by_text("Undo: 7♠ 10♣ A♦ turned")).to_be_visible()


def test_who_goes_by_keys_is_at_what_comes_next_after_each_entry(phones: Phones, cast: Cast, table: Table) -> None:
    """What was pressed is gone; what may be entered now is told by its name: who is asked for what."""
    table.deal("council-bluffs")
    phone = phones(cast.sue.user, desktop=True)
    page = phone.open(f"/nights/{table.night.pk}/play/")
    phone.find("button", re.compile("^Call")).focus()
    page.keyboard.press("Enter")
    expect(phone.find("group", re.compile("^Bob to act"))).to_be_focused()
    page.keyboard.press("Tab")
    expect(phone.find("button", "Fold")).to_be_focused()


def test_without_a_stream_it_is_looked_now_and_then(phones: Phones, cast: Cast, table: Table) -> None:
    hand = table.deal("council-bluffs")
    phone = phones(cast.sue.user)
    with phone.lost():
        phone.page.route("**/events/**", lambda route: route.abort())
        page = phone.open(f"/nights/{table.night.pk}/play/")
        expect(page.locator("[data-link=asking]")).to_be_attached()
        table.enter(hand, "Ann call", by=cast.rob)
        expect(page.get_by_text("Bob to act")).to_be_visible()
        phone.page.unroute("**/events/**")
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator("[data-link=live]")).to_be_attached()
