"""Phones of who looks on: the table moves by itself, one's own word is one tap, a hand is stepped through by keys."""

import re

from playwright.sync_api import expect

from games.disputes.services import disputes
from games.models import BuyInRequest, Entry, Hand
from games.money.services import chip_requests
from games.nights.services import nights
from games.play.selectors.night_events import last_told
from tests.browser.conftest import Phones
from tests.games.cast import Cast, Table
from tests.games.purse import win

# Sixty events, fifty a second; how long they took in truth
BUSY = """async () => {
  const began = performance.now();
  for (let told = 0; told < 60; told++) {
    htmx.trigger("#dispute", "tableside:news");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return (performance.now() - began) / 1000;
}"""


def test_what_the_scorekeeper_enters_shows_on_a_players_phone(phones: Phones, cast: Cast, table: Table) -> None:
    phone = phones(cast.ann.user)
    phone.open(f"/nights/{table.night.pk}/watch/")
    expect(phone.page.locator("[data-link=live]")).to_be_visible()
    hand = table.deal("council-bluffs")
    expect(phone.page.get_by_text("Ann to act")).to_be_visible(timeout=2000)
    table.enter(hand, "Ann raise 300")
    expect(phone.page.locator(".own-stack b")).to_have_text("17,00", timeout=2000)


def test_what_is_being_typed_stays_while_the_table_moves(phones: Phones, cast: Cast, table: Table) -> None:
    phone = phones(cast.ann.user)
    phone.open(f"/nights/{table.night.pk}/watch/")
    phone.touch(phone.page.locator("summary"))
    expect(phone.find("button", "Ask the scorekeeper")).to_be_in_viewport(ratio=1)
    phone.page.get_by_label("How much?").fill("12,50")
    table.deal("council-bluffs")
    expect(phone.page.get_by_text("Ann to act")).to_be_visible()
    expect(phone.page.get_by_label("How much?")).to_have_value("12,50")
    phone.tap("button", "Ask the scorekeeper")
    expect(phone.page.get_by_text("Asked for 12,50: waiting")).to_be_visible()
    expect(phone.page.get_by_label("How much?")).to_have_count(0)
    chip_requests.grant(cast.sue, BuyInRequest.objects.get().pk)
    expect(phone.page.get_by_text("You got 12,50 in chips")).to_be_visible()
    expect(phone.page.get_by_label("How much?")).to_be_hidden()
    expect(phone.page.get_by_label("How much?")).to_have_value("")


def test_when_the_night_ends_a_players_phone_says_so_by_itself(phones: Phones, cast: Cast, table: Table) -> None:
    phone = phones(cast.ann.user)
    phone.open(f"/nights/{table.night.pk}/watch/")
    expect(phone.page.locator("[data-link=live]")).to_be_visible()
    for name in table.players:
        table.cash_out(name, 2000)
    nights.close_night(cast.sue, table.night.pk)
    expect(phone.find("link", "Who pays whom")).to_be_visible(timeout=2000)
    expect(phone.page.get_by_text("Ask for chips")).to_have_count(0)


def test_the_page_of_a_night_moves_by_itself_and_keeps_what_is_being_typed(
    phones: Phones, cast: Cast, table: Table
) -> None:
    chip_requests.ask_for_chips(cast.ann, table.night.pk, table.players["Ann"].pk, 1000)
    phone = phones(cast.sue.user)
    page = phone.open(f"/nights/{table.night.pk}/")
    expect(page.locator("[data-link=live]")).to_be_visible()
    phone.touch(page.get_by_text("Refuse Ann"))
    page.get_by_label("Why").fill("Not before")
    win(table, Ann=250, Bob=-250)
    expect(phone.find("link", re.compile("Ann.*22,50"))).to_be_visible(timeout=2000)
    expect(page.get_by_label("Why")).to_have_value("Not before")


def test_the_page_of_a_night_looks_now_and_then_where_no_stream_holds(phones: Phones, cast: Cast, table: Table) -> None:
    phone = phones(cast.ann.user)
    with phone.lost():
        phone.page.route("**/events/**", lambda route: route.abort())
        page = phone.open(f"/nights/{table.night.pk}/")
        expect(page.locator("[data-link=asking]")).to_be_visible()
        table.deal("council-bluffs")
        expect(page.get_by_text("being played")).to_be_visible()


def test_who_goes_by_keys_stays_on_their_link_when_a_night_moves(phones: Phones, cast: Cast, table: Table) -> None:
    phone = phones(cast.ann.user, desktop=True)
    page = phone.open(f"/nights/{table.night.pk}/")
    bob = phone.find("link", re.compile("^2 Bob"))
    bob.focus()
    win(table, Ann=250, Bob=-250)
    expect(bob).to_contain_text("17,50")
    expect(bob).to_be_focused()
    page.keyboard.press("Tab")
    expect(phone.find("link", re.compile("^3 Cid"))).to_be_focused()


def test_one_tap_declares_and_another_takes_it_back(phones: Phones, cast: Cast, table: Table) -> None:
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    ann, rob = phones(cast.ann.user), phones(cast.rob.user)
    for phone in (ann, rob):
        phone.open(f"/nights/{table.night.pk}/watch/")
    ann.tap("button", "In")
    expect(ann.page.get_by_text("You declared")).to_be_visible()
    expect(rob.page.get_by_text("waiting for 2")).to_be_visible(timeout=2000)
    expect(rob.page.locator(".said")).to_have_text("✓declared")
    ann.tap("button", re.compile("Take it back"), exact=False)
    expect(ann.find("button", "Out")).to_be_visible()
    expect(rob.page.get_by_text("waiting for 3")).to_be_visible(timeout=2000)


def test_a_hand_is_stepped_through_by_keys_taps_and_play(phones: Phones, cast: Cast, table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")
    phone = phones(cast.ann.user, desktop=True)
    page = phone.open(f"/hands/{hand.pk}/?step=0")
    now = page.locator(".now")
    expect(now).to_have_text("Ann deals Council Bluffs")
    page.keyboard.press("ArrowRight")
    expect(now).to_have_text(re.compile("Ann raised to 3,00"))
    assert page.url.endswith("?step=1")
    expect(page.locator("[aria-current=step]")).to_contain_text("raised")
    phone.find("link", "Step on").click()
    expect(now).to_have_text("Bob folded")
    expect(phone.find("link", "Step on")).to_be_focused()
    page.keyboard.press("Home")
    expect(now).to_have_text("Ann deals Council Bluffs")
    phone.tap("button", "Play")
    expect(phone.find("button", "Pause")).to_be_visible()
    expect(now).to_have_text("Cid folded")
    expect(phone.find("button", "Play")).to_be_visible()


def test_the_buttons_that_step_stay_under_the_thumb(phones: Phones, cast: Cast, table: Table) -> None:
    """With a pot and without, from the deal to the end."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")
    page = phones(cast.ann.user).open(f"/hands/{hand.pk}/?step=0")
    pots, places = [], []
    for step in range(4):
        expect(page.locator(".steps .at")).to_have_text(f"{step}/3")
        pots.append(page.locator("#replay > .pot").inner_text() != "")
        places.append(page.evaluate("document.querySelector('.steps').getBoundingClientRect().top + scrollY"))
        if step < 3:
            page.locator("a[data-step=next]").tap()
    assert set(pots) == {True, False}
    assert max(places) - min(places) < 1, places


def test_a_dispute_is_raised_in_the_pages_colours_and_one_may_go_back(phones: Phones, cast: Cast, table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold")
    ann = phones(cast.ann.user)
    page = ann.open(f"/hands/{hand.pk}/dispute/")
    colour = "getComputedStyle(document.querySelector('{}')).{}"
    mark = page.evaluate(colour.format("input[type=radio]", "accentColor"))
    assert mark == page.evaluate(colour.format(".form button", "backgroundColor"))
    ann.touch(page.get_by_role("link", name="Hand 1"))
    ann.touch(page.get_by_role("link", name="Something’s wrong"))
    page.get_by_label("How was it?").fill("I had called")
    ann.tap("button", "Tell the others")
    expect(page.get_by_text("It is raised:")).to_be_visible()


def test_a_dispute_that_has_ended_says_so_to_who_has_it_open(phones: Phones, cast: Cast, table: Table) -> None:
    """What is half typed stays until it is sent or taken away."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 200", "Bob fold", "Cid fold")
    dispute = disputes.open_dispute(cast.ann, "It was 3.00", hand_id=hand.pk)
    phone = phones(cast.ann.user)
    page = phone.open(f"/disputes/{dispute.pk}/")
    page.get_by_label("What do you say?").fill("Look ag")
    disputes.answer_dispute(cast.rob, dispute.pk, "Who saw it?")
    looked = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(looked)
    page.wait_for_timeout(1000)
    expect(page.get_by_label("What do you say?")).to_have_value("Look ag")
    page.get_by_label("What do you say?").fill("")
    page.get_by_role("heading", name="Who said what").click()
    page.evaluate(looked)
    expect(page.get_by_text("Who saw it?")).to_be_visible()
    disputes.reject_dispute(cast.rob, dispute.pk, "It was 2.00")
    expect(page.get_by_text("Dispute rejected")).to_be_visible()
    expect(page.get_by_label("What do you say?")).to_be_hidden()


def test_what_is_said_in_a_dispute_shows_at_once(phones: Phones, cast: Cast, table: Table) -> None:
    """An answer while somebody only reads; one while they type, who keep what they have; and how it ends."""
    bought = Entry.objects.get(kind=Entry.Kind.BUY_IN, night=table.night, player=table.players["Ann"])
    dispute = disputes.open_dispute(cast.ann, "I bought for ten", entry_id=bought.pk)
    phone = phones(cast.ann.user)
    with phone.page.expect_response("**/events/**"):
        page = phone.open(f"/disputes/{dispute.pk}/")
    disputes.answer_dispute(cast.sue, dispute.pk, "Who saw it?")
    expect(page.get_by_text("Who saw it?")).to_be_visible(timeout=2000)
    mine = page.get_by_label("What do you say?")
    mine.fill("Bob sa")
    disputes.answer_dispute(cast.rob, dispute.pk, "I did")
    page.wait_for_timeout(1000)
    expect(mine).to_have_value("Bob sa")
    mine.fill("")
    page.get_by_role("heading", name="Who said what").click()
    disputes.reject_dispute(cast.rob, dispute.pk, "It was twenty")
    expect(page.get_by_text("Dispute rejected")).to_be_visible(timeout=2000)
    expect(page.get_by_text("I did", exact=True)).to_be_visible()


def test_a_busy_night_makes_no_page_of_a_dispute_ask_more_than_once_a_second(
    phones: Phones, cast: Cast, table: Table
) -> None:
    bought = Entry.objects.get(kind=Entry.Kind.BUY_IN, night=table.night, player=table.players["Ann"])
    dispute = disputes.open_dispute(cast.ann, "I bought for ten", entry_id=bought.pk)
    phone = phones(cast.ann.user)
    with phone.page.expect_response("**/events/**"):
        page = phone.open(f"/disputes/{dispute.pk}/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    seconds = page.evaluate(BUSY)
    disputes.answer_dispute(cast.sue, dispute.pk, "Who saw it?")
    expect(page.get_by_text("Who saw it?")).to_be_visible(timeout=2000)
    assert 1 < len(asked) <= seconds + 4


def test_a_dispute_looks_now_and_then_where_no_stream_holds(phones: Phones, cast: Cast, table: Table) -> None:
    bought = Entry.objects.get(kind=Entry.Kind.BUY_IN, night=table.night, player=table.players["Ann"])
    dispute = disputes.open_dispute(cast.ann, "I bought for ten", entry_id=bought.pk)
    phone = phones(cast.ann.user)
    with phone.lost():
        phone.page.route("**/events/**", lambda route: route.abort())
        page = phone.open(f"/disputes/{dispute.pk}/")
        disputes.answer_dispute(cast.sue, dispute.pk, "Who saw it?")
        expect(page.get_by_text("Who saw it?")).to_be_visible()
        table.buy_in("Bob", 1000)  # which changes nothing here, and is looked at once
        last = last_told(table.night.pk)
        expect(page.locator("#dispute")).to_have_attribute("data-told", str(last))


def test_without_script_a_hand_is_stepped_through_by_links(phones: Phones, cast: Cast, table: Table) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300")
    phone = phones(cast.ann.user, java_script_enabled=False)
    page = phone.open(f"/hands/{hand.pk}/?step=0")
    expect(page.locator("[data-play]")).to_be_hidden()
    page.locator("a[data-step=next]").click()
    expect(page.locator(".now")).to_have_text(re.compile("Ann raised to 3,00"))


def test_without_script_a_word_is_declared_by_a_form(phones: Phones, cast: Cast, table: Table) -> None:
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    phone = phones(cast.ann.user, java_script_enabled=False)
    page = phone.open(f"/nights/{table.night.pk}/watch/")
    page.locator("button[value=in]").click()
    expect(page.get_by_text("You declared")).to_be_visible()
    assert Hand.objects.get(pk=hand.pk).version == 5
