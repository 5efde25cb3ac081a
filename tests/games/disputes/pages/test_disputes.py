"""Disputes on the phone: opened about money, answered, ended by who may, each with a reason."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.services import users
from games.clubs.services import clubs
from games.core.actor import Actor
from games.disputes.services import disputes
from games.models import Dispute, Entry, Hand, Role, User
from games.nights.services import entry_reversal
from games.play.selectors.night_events import last_told
from games.settlement.services import payments, settlements
from tests.games.browser import browser
from tests.games.cast import PASSWORD, Cast, Table
from tests.games.clubs.pages.test_clubs import html_of
from tests.games.person import Person
from tests.games.purse import books_hold, end, open_table, win

SAID = "I bought for ten, not for twenty"


@pytest.fixture
def abe(cast: Cast) -> Actor:
    user = User.objects.create_user("Abe", PASSWORD)
    clubs.add_member(cast.rob, cast.club.pk, "Abe", Role.ADMIN)
    return Actor(user)


def bought(table: Table, name: str) -> Entry:
    return Entry.objects.get(kind=Entry.Kind.BUY_IN, player=table.players[name])


def test_a_buy_in_is_disputed_and_put_right(table: Table, cast: Cast, abe: Actor) -> None:
    """A player opens it from the night's page; an admin takes back what was entered, enters it anew, and upholds."""
    ann = Person(cast.ann.user).open(reverse("night-page", args=[table.night.pk])).click("What was bought")
    entry = bought(table, "Ann")
    ann.open(reverse("entry-dispute", args=[entry.pk])).press("Tell the others", text=SAID)
    assert "Ann buys in: 20,00" in ann.words and SAID in ann.words
    assert "It was as they say" not in ann.words
    dispute = Dispute.objects.get()
    person = Person(abe.user).open(reverse("dispute-page", args=[dispute.pk]))
    person.press("Say it", text="I shall ask Sue")
    assert "First put it right: then name here what did. Take back what was entered" in person.words
    person.click("Take back what was entered").press("Take it back", place=_place(person, "Ann buys in"), reason="Ten")
    person.open(reverse("dispute-page", args=[dispute.pk])).press("Uphold it", reason="Sue remembers it too")
    assert "upheld" in person.words and "Put right by" in person.words and "Uphold it" not in person.words
    dispute.refresh_from_db()
    assert (dispute.state, dispute.remedy.kind) == ("upheld", Entry.Kind.TAKE_BACK)
    books_hold(cast.club)


def test_who_upholds_says_which_of_several_entries_put_it_right(table: Table, cast: Cast, abe: Actor) -> None:
    """A later entry about somebody else is not chosen by itself: what is named stands beside the dispute for ever."""
    dispute = disputes.open_dispute(cast.ann, SAID, entry_id=bought(table, "Ann").pk)
    for page in ("dispute-page", "admin:games_dispute_change"):
        person = Person(abe.user).open(reverse(page, args=[dispute.pk]))
        assert "Uphold it" not in person.words
    for name, chosen in (("Ann", True), ("Bob", False)):
        table.buy_in(name, 1000)
        for page in ("dispute-page", "admin:games_dispute_change"):
            person = Person(abe.user).open(reverse(page, args=[dispute.pk]))
            form = next(one for one in person.page.forms if "remedy" in one.known)
            assert ("remedy" in dict(form.fields)) == chosen


def test_who_keeps_score_finds_it_on_the_night_and_where_it_is_closed(table: Table, cast: Cast) -> None:
    """What was taken back may be disputed too, and has its words."""
    entry = bought(table, "Cid")
    taken = entry_reversal.take_back(cast.sue, entry.pk, "It was Bob's")
    dispute = disputes.open_dispute(cast.ann, SAID, entry_id=taken.pk)
    for page in ("night-page", "night-count"):
        sue = Person(cast.sue.user).open(reverse(page, args=[table.night.pk]))
        assert "Disputed:" in sue.words and "What was taken back , for Ann" in sue.words
        assert SAID in sue.click("What was taken back").words
    disputes.withdraw_dispute(cast.ann, dispute.pk, "It was")
    for page in ("night-page", "night-count"):
        assert "Disputed:" not in Person(cast.sue.user).open(reverse(page, args=[table.night.pk])).words


def _place(person: Person, words: str) -> int:
    """Which of the page's buttons stands beside these words: entries are newest first."""
    return [words in one for one in person.words.split("Take it back")].index(True)


def test_a_payment_is_disputed_from_the_settlement(table: Table, cast: Cast) -> None:
    win(table, Ann=-500, Bob=500)
    end(table)
    settlements.settle_night(cast.sue, table.night.pk)
    ann = Person(cast.ann.user).open(reverse("settlement-page", args=[table.night.pk]))
    ann.press("Paid", amount="3,00").click("Something’s wrong").press("Tell the others", text="It was five")
    assert "A payment of €" in ann.words.replace("\xa0", "") or "A payment of" in ann.words
    assert Dispute.objects.get().player == table.players["Ann"]
    ann.open(reverse("settlement-page", args=[table.night.pk]))
    assert "Disputed:" in ann.words
    ann.click("A payment").press("Withdraw it", reason="It was three")
    assert Dispute.objects.get().state == "withdrawn"


def test_a_hand_is_rejected_with_a_reason(table: Table, cast: Cast, abe: Actor) -> None:
    win(table, Ann=-500, Bob=500)
    hand = Hand.objects.get()
    dispute = disputes.open_dispute(cast.ann, "I had the flush", hand_id=hand.pk)
    person = Person(abe.user).open(reverse("hand-page", args=[hand.pk])).click("Ann")
    person.open(reverse("dispute-page", args=[dispute.pk])).press("Reject it", reason="Four to it, everybody saw them")
    assert "rejected" in person.words and "Four to it" in person.words
    assert "What do you say?" not in person.words


def test_a_page_offers_only_what_its_viewer_may_do(table: Table, cast: Cast, abe: Actor) -> None:
    users.register("Rita", "correct horse battery")
    clubs.add_member(cast.rob, cast.club.pk, "Rita", is_arbiter=True)
    rita = Actor(User.objects.get(name="Rita"))
    dispute = disputes.open_dispute(cast.ann, SAID, entry_id=bought(table, "Ann").pk)
    path = reverse("dispute-page", args=[dispute.pk])
    for actor, says in (
        (cast.rob, {"Say it", "Reject it"}),
        (abe, {"Say it", "Reject it"}),
        (rita, {"Say it", "Reject it"}),
        (cast.sue, {"Say it"}),
        (cast.ann, {"Say it", "Withdraw it"}),
    ):
        person = Person(actor.user).open(path)
        offered = {one["text"] for form in person.page.forms for one in form.buttons}
        assert offered & {"Say it", "Reject it", "Withdraw it", "Uphold it"} == says
        for how, may in (("rejected", "Reject it" in says), ("withdrawn", "Withdraw it" in says)):
            if not may:
                answer = send(browser(actor.user), "dispute-end", dispute.pk, how=how, reason="x")
                assert answer.status_code == 403, (actor, how)
    assert browser(cast.otto.user).get(path).status_code == 404
    assert send(browser(cast.otto.user), "dispute-end", dispute.pk, how="rejected", reason="x").status_code == 404
    assert Client().get(path).status_code == 302
    # who entered what is disputed does not end it
    own = Actor(abe.user)
    entry = clubs_entry(table, own)
    second = disputes.open_dispute(cast.ann, "Nobody asked", entry_id=entry.pk)
    assert "Reject it" not in Person(abe.user).open(reverse("dispute-page", args=[second.pk])).words


def clubs_entry(table: Table, by: Actor) -> Entry:
    from games.money.services import chips

    return chips.buy_in(by, table.night.pk, table.players["Bob"].pk, 500)


def send(client: Client, name: str, pk: object, **given: Any) -> Any:
    return client.post(reverse(name, args=[pk]), {"key": str(uuid4()), **given}, headers={"Tableside-Entry": "1"})


def test_about_what_it_may_be(table: Table, cast: Cast) -> None:
    """Another club's is not there, a deal is not disputed, an action has a page of its own."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold")
    deal, action = hand.entries.get(number=0), hand.entries.get(number=1)
    ann = browser(cast.ann.user)
    assert ann.get(reverse("entry-dispute", args=[deal.pk])).status_code == 404
    to = ann.get(reverse("entry-dispute", args=[action.pk]))
    assert to["Location"] == f"{reverse('dispute-hand', args=[hand.pk])}?entry={action.pk}"
    entry = bought(table, "Bob")
    assert browser(cast.otto.user).get(reverse("entry-dispute", args=[entry.pk])).status_code == 404
    assert browser(cast.otto.user).get(reverse("payment-dispute", args=[uuid4()])).status_code == 404
    apart = users.register("Pia", "correct horse battery")
    clubs.add_member(cast.rob, cast.club.pk, "Pia")
    assert browser(apart).get(reverse("entry-dispute", args=[entry.pk])).status_code == 403
    money = browser(apart).get(reverse("night-money", args=[table.night.pk])).content.decode()
    assert "/dispute/" not in money
    sue = Person(cast.sue.user).open(reverse("entry-dispute", args=[entry.pk]))
    sue.press("Tell the others", player=str(table.players["Bob"].pk), text="He gave me thirty")
    assert Dispute.objects.get().player == table.players["Bob"]


def test_queries_of_a_dispute_are_bounded(table: Table, cast: Cast, django_assert_max_num_queries: Any) -> None:
    dispute = disputes.open_dispute(cast.ann, SAID, entry_id=bought(table, "Ann").pk)
    for number in range(12):
        disputes.answer_dispute(cast.rob if number % 2 else cast.ann, dispute.pk, f"So {number}")
    client = browser(cast.rob.user)
    with django_assert_max_num_queries(22):
        assert client.get(reverse("dispute-page", args=[dispute.pk])).status_code == 200


def test_a_dispute_of_a_night_listens_to_it(table: Table, cast: Cast) -> None:
    """From what it shows on; one about a payment for several nights is of none, and asks now and then."""
    of_night = disputes.open_dispute(cast.ann, SAID, entry_id=bought(table, "Ann").pk)
    win(table, Ann=-500, Bob=500)
    end(table)
    other = open_table(cast, table.players)
    for name in ("Ann", "Bob"):
        other.sit(name, 2000)
    win(other, Ann=-100, Bob=100)
    end(other)
    transfer = settlements.settle_club(cast.sue, cast.club.pk).transfers.get()
    paid = payments.record_payment(cast.sue, transfer.pk, 300)
    of_none = disputes.open_dispute(cast.ann, "I paid four", payment_id=paid.pk)
    ann = browser(cast.ann.user)
    html = html_of(ann, "dispute-page", of_night.pk)
    assert f'data-told="{last_told(table.night.pk)}" data-night="{table.night.pk}"' in html and "base/live" in html
    html = html_of(ann, "dispute-page", of_none.pk)
    assert "data-told" not in html and "base/live" not in html and "data-again" in html
