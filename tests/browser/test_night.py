"""A whole night on phones alone, by tapping: signed in, seated, played, disturbed in every way, counted, settled."""

import re

import pytest
from playwright.sync_api import expect

from games.accounts.services import users
from games.clubs.services import clubs
from games.core.actor import Actor
from games.core.formatting import Writer
from games.management.shorthand import action
from games.models import Entry, Hand, Night, Player, Role
from games.nights.selectors.nights import night_view
from games.play.selectors.hands import hand_file
from games.settlement.selectors.settlements import settlement_view
from tests.browser.conftest import Phones
from tests.browser.console import Console
from tests.browser.home import Home
from tests.browser.phone import Phone
from tests.games.cast import PASSWORD, Cast

NAMES = ("Dora", "Bob", "Cid")
CHECKS = ("Cid check", "Dora check", "Bob check")
KEPT = re.compile("kept on this phone")


@pytest.fixture
def dora(cast: Cast) -> Actor:
    """A member with a phone of her own; Bob and Cid have none."""
    user = users.register("Dora", PASSWORD)
    clubs.add_member(cast.rob, cast.club.pk, "Dora", Role.PLAYER)
    return Actor(user)


def come_in(phone: Phone, name: str) -> None:
    phone.open("/sign-in/")
    phone.page.get_by_label("Name").fill(name)
    phone.page.get_by_label("Password", exact=True).fill(PASSWORD)
    phone.tap("button", "Sign in")
    expect(phone.find("link", re.compile(name))).to_be_visible()


def start_a_night(phone: Phone, cast: Cast) -> Night:
    phone.page.get_by_label("Smallest chip").fill("0,25")
    phone.tap("button", "Start")
    phone.page.wait_for_url("**/seats/")
    return Night.objects.get(club=cast.club)


def seat(phone: Phone, night: Night, name: str) -> None:
    """A member by one tap, and chips for 20,00 on the page that follows; somebody new by name, with chips at once."""
    phone.open(f"/nights/{night.pk}/seats/")
    if phone.find("button", name).count():
        phone.tap("button", name)
        phone.page.get_by_label("Amount").fill("20")
        phone.tap("button", "Buy")
        phone.page.wait_for_url(re.compile(f"/nights/{night.pk}/$"))
        return
    phone.page.get_by_label("20,00").last.check()
    phone.page.get_by_label("Name at the table").fill(name)
    phone.tap("button", "Seat")
    expect(phone.page.get_by_role("listitem").filter(has_text=name)).to_contain_text("20,00")


def stacks(cast: Cast, night: Night) -> dict[str, int]:
    return {seat["name"]: seat["chips"] + seat["set_aside"] for seat in night_view(cast.sue, night.pk)["seats"]}


def entered(cast: Cast, hand: Hand, *lines: str) -> None:
    """The hand holds these lines and nothing else."""
    told = hand_file(cast.sue, hand.pk)
    assert told["actions"] == [action(line, {name: name for name in NAMES}) for line in lines]


def play_council_bluffs(sue: Console, cast: Cast) -> None:
    """With an undo: what it would take back is said before it is tapped."""
    hand = sue.deal("Council Bluffs")
    sue.enter("Dora raise 300")
    expect(sue.phone.find("button", "Undo: Dora raised to 3,00")).to_be_visible()
    sue.undo()
    before_flop = ("Dora call", "Bob call", "Cid check")
    rest = (
        *("reveal Ac 5d 8s", "Bob check", "Cid check", "Dora bet 200", "Bob fold", "Cid call"),
        *("reveal 2h", "Cid check", "Dora check", "reveal Kd", "Cid bet 300", "Dora raise 725", "Cid call"),
        *("Cid show As 3c 9h Jd", "Dora show 3h 4d Qc Qs"),
    )
    sue.enter(*before_flop, *rest)
    entered(cast, hand, *before_flop, *rest)


def play_the_bluffs(sue: Console, rob: Console, dora: Phone, cast: Cast) -> None:
    """Dora looks on and declares in secret; two keep score, and one of them is without a network for a while."""
    hand = sue.deal("The Bluffs")
    start = ("Dora call", "Bob call", "Cid check")
    pairs = ("reveal As 7d", *CHECKS, "reveal Ks 8d", *CHECKS, "Cid stand", "Dora exchange", "Bob stand", *CHECKS)
    more = ("reveal Qs 9d", *CHECKS, "reveal Js 6d", *CHECKS)
    sue.enter(*start, *pairs, *more)
    declare_in_secret(sue, rob, dora, cast, hand)
    tap_without_a_network(sue, rob, hand)
    rob.enter("Bob call")
    expect(sue.find_button("Dora Mucks")).to_be_visible()
    sue.enter("Cid muck")
    declared = ("Dora declare high", "Bob declare low", "Cid declare high")
    entered(cast, hand, *start, *pairs, *more, *declared, "Cid bet 100", "Dora call", "Bob call", "Cid muck")


def declare_in_secret(sue: Console, rob: Console, dora: Phone, cast: Cast, hand: Hand) -> None:
    dora.open(f"/nights/{hand.night_id}/watch/")
    dora.tap("button", "High")
    expect(dora.page.get_by_text(re.compile("You declared"))).to_be_visible()
    expect(sue.page.get_by_text("waiting for 2")).to_be_visible()
    for console in (sue, rob):
        expect(console.page.get_by_role("group", name="Dora", exact=True)).to_have_count(0)
        assert "declared high" not in console.page.content()
    sue.enter("Bob declare low")
    sue.enter("Cid declare high")
    expect(dora.page.get_by_text("Cid to act").first).to_be_visible()


def tap_without_a_network(sue: Console, rob: Console, hand: Hand) -> None:
    """What is tapped is kept, and goes out once; what another phone was first with is not entered twice."""
    with sue.phone.cut():
        sue.tap("Cid bet 100")
        expect(sue.page.get_by_text(KEPT)).to_be_visible()
    expect(rob.find_button("Call")).to_be_visible()
    assert Entry.objects.filter(hand=hand, body__type="bet").count() == 1
    with rob.phone.refused():
        with rob.phone.cut():
            rob.tap("Dora call")
            expect(rob.page.get_by_text(KEPT)).to_be_visible()
            sue.enter("Dora call")
        expect(rob.page.get_by_text("Another phone was first")).to_be_visible()


def play_buddhas_folly(sue: Console, others: list[Phone], home: Home, cast: Cast) -> None:
    """The server goes down under an entry; and a page is loaded anew with one on its way."""
    hand = sue.deal("Buddha's Folly")
    sue.enter("reveal 2c", "Dora reject")
    with sue.phone.lost(), others[0].lost(), others[1].lost():
        home.stop()
        sue.tap("Bob accept 9h")
        expect(sue.page.get_by_text(KEPT)).to_be_visible()
        home.start()
        expect(sue.page.get_by_text("Cid: takes the card, or passes?")).to_be_visible()
    with sue.phone.lost():
        sue.page.route("**/enter/", lambda route: route.abort())
        sue.tap("Cid reject")
        expect(sue.page.get_by_text(KEPT)).to_be_visible()
        sue.page.reload()
        sue.page.unroute("**/enter/")
        expect(sue.page.get_by_text("Dora: takes the card, or passes?")).to_be_visible()
    lines = ("Dora reject", "Dora declare in", "Bob declare in", "Cid declare out")
    shown = ("Dora show As Ad 7c 7h 3d", "Bob show 2c 2s 5d 6h Kh")
    sue.enter(*lines, *shown)
    entered(cast, hand, "reveal 2c", "Dora reject", "Bob accept 9h", "Cid reject", *lines, *shown)


def play_on(sue: Console, cast: Cast) -> None:
    """The pot that waits is won in the next deal; then a match on the board is begun."""
    again = sue.deal("Buddha's Folly")
    lines = ("reveal Jh", "Bob reject", "Cid reject", "Dora reject")
    declared = ("Dora declare out", "Bob declare in", "Cid declare out")
    sue.enter(*lines, *declared)
    entered(cast, again, *lines, *declared)
    peg = sue.deal("Bluff N' Peg")
    lines = ("Cid draw 0", "Dora draw 1", "Bob draw 3", "Cid play Kh", "Dora fold", "Bob fold")
    sue.enter(*lines)
    entered(cast, peg, *lines)


def count_and_close(phone: Phone, cast: Cast, night: Night, write: Writer) -> None:
    phone.open(f"/nights/{night.pk}/count/")
    for name, stack in stacks(cast, night).items():
        phone.page.get_by_label(re.compile(f"^{name}")).fill(write.plain(stack))
    phone.tap("button", "Cash out who is counted")
    phone.tap("button", "Close the night")
    expect(phone.page.get_by_text("Who pays whom").first).to_be_visible()
    night.refresh_from_db()
    assert night.status == Night.Status.CLOSED


def settles_as_the_services_say(phone: Phone, cast: Cast, night: Night, write: Writer) -> None:
    settlement = settlement_view(cast.sue, night.pk)
    assert settlement["final"]
    assert sum(party["to_account"] for party in settlement["parties"]) == 0
    phone.open(f"/nights/{night.pk}/settlement/")
    text = phone.find("main").inner_text()
    names = {party["id"]: party["name"] for party in settlement["parties"]}
    for seat in night_view(cast.sue, night.pk)["seats"]:
        assert write.signed(seat["result"]) in text
    assert settlement["transfers"]
    for transfer in settlement["transfers"]:
        payer, receiver = names[transfer["payer"]], names[transfer["receiver"]]
        said = rf"{payer}\s.*?{receiver}\s.*?{re.escape(write.plain(transfer['amount']))}"
        assert re.search(said, text, re.DOTALL), (said, text)


def test_a_whole_night(phones: Phones, home: Home, cast: Cast, dora: Actor, write: Writer) -> None:
    phone, robs, doras = phones(), phones(cast.rob.user), phones(dora.user)
    come_in(phone, "Sue")
    night = start_a_night(phone, cast)
    for name in NAMES:
        seat(phone, night, name)
    assert stacks(cast, night) == dict.fromkeys(NAMES, 2000)

    sue, rob = Console(phone, night, write.plain), Console(robs, night, write.plain)
    sue.open()
    play_council_bluffs(sue, cast)
    rob.open()
    for console in (sue, rob):
        expect(console.page.get_by_role("status").get_by_text(re.compile("^Live"))).to_be_attached()
    play_the_bluffs(sue, rob, doras, cast)
    play_buddhas_folly(sue, [robs, doras], home, cast)
    play_on(sue, cast)
    assert Hand.objects.filter(night=night, status=Hand.Status.COMPLETE).count() == 5
    assert sum(stacks(cast, night).values()) == 6000
    assert Player.objects.filter(club=cast.club).count() == 3

    count_and_close(phone, cast, night, write)
    settles_as_the_services_say(doras, cast, night, write)
