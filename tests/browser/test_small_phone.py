"""What a thumb does at the scorekeeper's table, and on a player's phone, on a screen of 360 x 640."""

import re

from playwright.sync_api import expect

from games.core.formatting import Writer
from games.models import Entry, Hand
from games.play.services import hands
from tests.browser.conftest import Phones
from tests.browser.console import Console
from tests.browser.looking import barriers, cut_off, too_small
from tests.games.cast import Cast, Table

SMALL = {"viewport": {"width": 360, "height": 640}}


def test_all_games_can_be_seen_before_the_first_hand(phones: Phones, cast: Cast, table: Table, write: Writer) -> None:
    """None lies below an edge: neither of the list nor of the screen."""
    sue = Console(phones(cast.sue.user, **SMALL), table.night, write.plain)
    sue.open()
    games = sue.page.locator(".deals")
    assert games.evaluate("(list) => list.scrollHeight - list.clientHeight") <= 1
    for game in ("The Bluffs", "Guts"):
        expect(sue.page.get_by_role("button", name=re.compile(f"^{game}"))).to_be_in_viewport(ratio=1)
    expect(sue.page.get_by_text("What is dealt first?")).to_be_in_viewport(ratio=1)


def test_the_result_with_side_pots_is_scrolled_to_and_begins_with_the_totals(
    phones: Phones, cast: Cast, table: Table, write: Writer
) -> None:
    for name, more in (("Bob", 1000), ("Cid", 4000)):
        table.buy_in(name, more)
    hand = table.deal("council-bluffs", {"limit": "no_limit"})
    table.enter(hand, "Ann raise 2000", "Bob raise 3000", "Cid call", "reveal Kh Qh 2c", "reveal 9s", "reveal 3d")
    table.enter(hand, "Bob show Qs Qd 5h 6c", "Cid show 9h 9c 7s 4s", "Ann show Ks Qc 8c 6s")
    hand.refresh_from_db()
    assert hand.status == Hand.Status.COMPLETE
    sue = Console(phones(cast.sue.user, **SMALL), table.night, write.plain)
    sue.open()
    result = sue.page.locator(".result")
    expect(result).to_be_visible()
    assert cut_off(sue.page) == []
    first = result.locator(".won span").first
    expect(first).to_contain_text("Bob")
    expect(first).to_be_in_viewport(ratio=1)


def test_a_buy_in_is_undone_with_one_tap_and_a_confirmation(
    phones: Phones, cast: Cast, table: Table, write: Writer
) -> None:
    entry = table.buy_in("Bob", 500)
    sue = Console(phones(cast.sue.user, **SMALL), table.night, write.plain)
    sue.open()
    undo = sue.page.locator("summary.undo")
    box = undo.bounding_box()
    assert box
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    sue.page.touchscreen.tap(*place)
    sue.page.touchscreen.tap(*place)  # a double tap folds it again, and undoes nothing
    sue.page.wait_for_timeout(600)
    assert table.stacks()["Bob"] == 2500
    sue.phone.touch(undo)
    assert (barriers(sue.page), too_small(sue.page)) == ([], [])
    sue.phone.touch(sue.find_button("Undo this"))
    expect(sue.page.get_by_text("Bob tops up")).to_have_count(0)
    assert table.stacks()["Bob"] == 2000
    assert Entry.objects.get(kind=Entry.Kind.TAKE_BACK, night=table.night).body["takes_back"] == str(entry.pk)


def test_chips_are_bought_from_the_place_of_who_has_none(
    phones: Phones, cast: Cast, table: Table, write: Writer
) -> None:
    table.sit("Eve")
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    sue = Console(phones(cast.sue.user, **SMALL), table.night, write.plain)
    sue.open()
    sue.phone.touch(sue.phone.find("link", "Eve: Re-buy"))
    buy = sue.page.locator("details[open] .presets button").first
    expect(buy).to_be_in_viewport()
    sue.phone.touch(buy)
    expect(sue.phone.find("link", "Eve: Re-buy")).to_have_count(0)
    assert table.stacks()["Eve"] > 0


def test_a_secret_word_shows_only_while_it_is_held(phones: Phones, cast: Cast, table: Table) -> None:
    """By a finger, and by a key."""
    hand = table.deal("guts")
    hands.act(cast.ann, hand.pk, [table.action("Ann declare in")], 0)
    ann = phones(cast.ann.user, desktop=True, **SMALL)
    ann.open(f"/nights/{table.night.pk}/watch/")
    word, hold = ann.page.locator(".word"), ann.find("button", "Hold to see it")
    expect(word).to_be_hidden()
    hold.hover()
    ann.page.mouse.down()
    expect(word).to_be_visible()
    ann.page.mouse.up()
    expect(word).to_be_hidden()
    hold.focus()
    ann.page.keyboard.down("Enter")
    expect(word).to_be_visible()
    ann.page.keyboard.up("Enter")
    expect(word).to_be_hidden()
    assert barriers(ann.page) == []
