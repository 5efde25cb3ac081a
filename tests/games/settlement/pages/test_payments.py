"""Who pays whom on the page of the night: settled, paid in part and in full, confirmed, taken back."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.clubs.services import clubs
from games.disputes.services import disputes
from games.models import Hand, Payment, Settlement, Transfer
from games.nights.services import nights
from games.reports.documents.files import TEMPLATES, context_of, made
from games.reports.selectors.night_report import night_report
from games.settlement.selectors.settlements import balances_view
from games.settlement.services import settlements
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.clubs.pages.test_clubs import html_of, sent
from tests.games.nights.pages.test_nights import said
from tests.games.play.pages.test_hands import words
from tests.games.purse import end, open_table, win


@pytest.fixture
def owed(table: Table, cast: Cast) -> Transfer:
    """Bob, a guest, owes 5,00 to Ann, who has an account."""
    win(table, Ann=500, Bob=-500)
    end(table)
    return settlements.settle_night(cast.sue, table.night.pk).transfers.get()


def offered(client: Client, table: Table) -> set[str]:
    """What one may do about payments on the page of the night."""
    html = html_of(client, "settlement-page", table.night.pk)
    return set(re.findall(r'action="/(?:transfers|payments)/[^/]+/([a-z]+)/"', html))


def pay(client: Client, transfer: Transfer, amount: str, way: str = "cash") -> Any:
    return sent(client, "payment-record", transfer.pk, amount=amount, way=way, **{"from": ""})


def test_a_settlement_is_made_once_the_night_is_closed(table: Table, cast: Cast) -> None:
    win(table, Ann=500, Bob=-500)
    sue, ann = browser(cast.sue.user), browser(cast.ann.user)
    make = reverse("settle-night", args=[table.night.pk])
    assert make not in html_of(sue, "settlement-page", table.night.pk)
    end(table)
    assert make in html_of(sue, "settlement-page", table.night.pk)
    assert make not in html_of(ann, "settlement-page", table.night.pk)
    sent(sue, "settle-night", table.night.pk)
    assert Settlement.objects.count() == 1
    assert make not in html_of(sue, "settlement-page", table.night.pk)


def test_what_is_held_back_is_not_offered_to_be_paid(table: Table, cast: Cast) -> None:
    """Bob lost 4.00 to Ann, of which he disputes 1.00: three are to be paid, and none of those once they are."""
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    win(table, Ann=100, Bob=-100)
    win(table, Ann=300, Bob=-300)
    hand = Hand.objects.get(number=1)
    disputes.open_dispute(cast.sue, "I had folded", hand_id=hand.pk, player_id=table.players["Bob"].pk)
    end(table)
    owed = settlements.settle_night(cast.sue, table.night.pk).transfers.get()
    sue = browser(cast.sue.user)
    assert 'name="amount" required inputmode="decimal" autocomplete="off" value="3,00"' in html_of(
        sue, "settlement-page", table.night.pk
    )
    bob = table.players["Bob"].pk
    assert 'value="3,00"' in (own := html_of(sue, "player-page", bob)) and "1,00\u00a0€ held back" in own
    pay(sue, owed, "3")
    assert "Mark as paid" not in html_of(sue, "player-page", bob)
    assert "pay" not in offered(sue, table)
    assert "1,00\u00a0€ held back: it is disputed" in html_of(sue, "settlement-page", table.night.pk)


def test_before_one_settles_the_pages_say_what_would_be_held_back(table: Table, cast: Cast) -> None:
    """In the words of the settlement that is made then, with a way to what is disputed."""
    win(table, Ann=400, Bob=-400)
    dispute = disputes.open_dispute(cast.ann, "It was less", hand_id=Hand.objects.get().pk)
    end(table)
    sue, words = browser(cast.sue.user), "4,00\u00a0€ held back: it is disputed"
    before = [("club-settle", cast.club.pk), ("settlement-page", table.night.pk)]
    for page in before:
        assert "held back" not in (html := html_of(sue, *page)) and reverse("dispute-page", args=[dispute.pk]) in html
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    for page in before:
        assert html_of(sue, *page).count(words) == 1
    assert "4.00,0.00,4.00,4.00" in made(night_report(cast.sue, table.night.pk), "csv").content.decode("utf-8-sig")
    stored = settlements.settle_club(cast.sue, cast.club.pk)
    assert html_of(sue, "stored-settlement", stored.pk).count(words) == 1


def test_what_would_be_held_back_costs_the_same_for_many_nights(table: Table, cast: Cast) -> None:
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    sue, address = browser(cast.sue.user), reverse("club-settle", args=[cast.club.pk])
    costs = []
    for number in range(3):
        evening = open_table(cast, table.players, f"Night {number}")
        evening.sit("Ann", 1000)
        evening.sit("Bob", 1000)
        win(evening, Ann=300, Bob=-300)
        disputes.open_dispute(cast.ann, "It was less", hand_id=Hand.objects.get(night=evening.night).pk)
        end(evening)
        sue.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert f"{3 * (number + 1)},00\u00a0€ held back" in sue.get(address).content.decode()
        costs.append(len(captured))
    assert costs == [costs[0]] * 3


def test_what_is_not_disputed_is_not_asked_about(table: Table, cast: Cast) -> None:
    """Bob owes for one disputed night, then for three more: his page asks the database no more for those."""
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    win(table, Ann=300, Bob=-300)
    hand = Hand.objects.get()
    disputes.open_dispute(cast.sue, "I had folded", hand_id=hand.pk, player_id=table.players["Bob"].pk)
    end(table)
    settlements.settle_night(cast.sue, table.night.pk)
    sue, address = browser(cast.sue.user), reverse("player-page", args=[table.players["Bob"].pk])
    costs = []
    for name in ("", "Friday", "Saturday", "Sunday"):
        if name:
            other = open_table(cast, table.players, name)
            other.sit("Ann", 1000)
            other.sit("Bob", 1000)
            win(other, Ann=300, Bob=-300)
            end(other)
            settlements.settle_night(cast.sue, other.night.pk)
        sue.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert sue.get(address).content.decode().count("held back") == 1
        costs.append(len(captured))
    assert costs[1:] == [costs[1]] * 3


def test_paid_in_part_then_in_full(table: Table, cast: Cast, owed: Transfer) -> None:
    sue = browser(cast.sue.user)
    assert 'name="amount" required inputmode="decimal" autocomplete="off" value="5,00"' in html_of(
        sue, "settlement-page", table.night.pk
    )
    page = pay(sue, owed, "3.50", "bank").content.decode()
    assert "3,50\u00a0€ of 5,00\u00a0€ paid" in page and "by bank" in page and 'value="1,50"' in page
    page = pay(sue, owed, "1,50").content.decode()
    assert "Paid, not confirmed yet" in page and "pay" not in offered(sue, table)


def test_paid_is_told_apart_from_confirmed(table: Table, cast: Cast, owed: Transfer) -> None:
    sue, ann = browser(cast.sue.user), browser(cast.ann.user)
    page = pay(sue, owed, "5,00").content.decode()
    assert "Paid, not confirmed yet" in page and "in cash, not confirmed yet" in page and "✓" not in page
    sent(ann, "payment-confirm", Payment.objects.get().pk)
    page = html_of(sue, "settlement-page", table.night.pk)
    assert "✓</span> Paid<" in page and "in cash, confirmed" in page and "not confirmed yet" not in page


def test_who_is_said_to_have_been_paid_is_asked_at_home(table: Table, cast: Cast, owed: Transfer) -> None:
    sue, ann = browser(cast.sue.user), browser(cast.ann.user)
    asks = "Bob paid you 3,00\u00a0€: has it arrived?"
    assert "has it arrived" not in html_of(ann, "front")
    pay(sue, owed, "3,00")
    home = html_of(ann, "front")
    assert (
        asks in home
        and f'href="{reverse("settlement-page", args=[table.night.pk])}"><span class="what"><bdi>{asks}' in home
    )
    for other in (cast.sue, cast.rob, cast.otto):
        assert "has it arrived" not in html_of(browser(other.user), "front")
    sent(ann, "payment-confirm", Payment.objects.get().pk)
    assert "has it arrived" not in html_of(ann, "front")
    pay(sue, owed, "2,00")
    sent(sue, "payment-reverse", Payment.objects.get(amount=200).pk, reason="Counted twice")
    assert "has it arrived" not in html_of(ann, "front")


def test_who_has_to_pay_is_told_at_home(table: Table, cast: Cast) -> None:
    win(table, Bob=500, Ann=-500)
    end(table)
    ann, sue = browser(cast.ann.user), browser(cast.sue.user)
    assert "To pay" not in html_of(ann, "front")
    transfer = settlements.settle_night(cast.sue, table.night.pk).transfers.get()
    assert "To pay: 5,00\u00a0€ to Bob" in html_of(ann, "front")
    assert "To pay" not in html_of(sue, "front")
    pay(sue, transfer, "3,00")
    assert "To pay: 2,00\u00a0€ to Bob" in html_of(ann, "front")
    pay(sue, transfer, "2,00")
    assert "To pay" not in html_of(ann, "front")


def test_opposite_transfers_are_netted(table: Table, cast: Cast) -> None:
    """Ann owes Bob 5.00 for one night, and he owes her 2.00 for the next: she is told to pay him 3.00."""
    win(table, Bob=500, Ann=-500)
    end(table)
    first = settlements.settle_night(cast.sue, table.night.pk).transfers.get()
    pay(browser(cast.sue.user), first, "1,00")
    other = open_table(cast, table.players)
    for name in ("Ann", "Bob"):
        other.sit(name, 1000)
    win(other, Ann=200, Bob=-200)
    end(other)
    settlements.settle_night(cast.sue, other.night.pk)
    ann = browser(cast.ann.user)
    home = words(html_of(ann, "front"))
    assert "To pay: 2,00 € to Bob" in home and "My balance To pay 2,00 € −2,00 €" in home
    own, bobs = (words(html_of(ann, "player-page", table.players[name].pk)) for name in ("Ann", "Bob"))
    assert "To pay Bob 2,00 €" in own and "To receive" not in own
    assert "To receive Ann 2,00 €" in bobs and "To pay" not in bobs
    (part,) = balances_view(cast.ann, cast.club.pk)["balances"]
    assert {one["name"]: (one["balance"], one["to_pay"], one["to_receive"]) for one in part["parties"]} == {
        "Ann": (-200, 200, 0),
        "Bob": (200, 0, 200),
    }
    assert [(one["payer"]["name"], one["receiver"]["name"], one["amount"]) for one in part["transfers"]] == [
        ("Ann", "Bob", 200)
    ]


def test_what_is_held_back_is_told_at_home(table: Table, cast: Cast) -> None:
    """Of Ann's 5.00 she disputes 2.00, then the rest."""
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    for lost in (200, 300):
        win(table, Bob=lost, Ann=-lost)
    end(table)
    ann = browser(cast.ann.user)
    transfer = settlements.settle_night(cast.sue, table.night.pk).transfers.get()
    first, second = Hand.objects.filter(night=table.night).order_by("number")
    disputes.open_dispute(cast.ann, "I had the flush", hand_id=first.pk)
    home = html_of(ann, "front")
    assert "To pay: 5,00\u00a0€ to Bob" in home and "2,00\u00a0€ of it held back: it is disputed" in home
    pay(browser(cast.sue.user), transfer, "3,00")
    disputes.open_dispute(cast.ann, "And the straight", hand_id=second.pk)
    home = html_of(ann, "front")
    assert "To pay: 2,00\u00a0€ to Bob" in home and "2,00\u00a0€ of it held back: it is disputed" in home


def test_who_holds_the_box_is_told_what_to_pay_out_of_it(table: Table, cast: Cast) -> None:
    """Bob paid 10.00 into it, which Ann has won."""
    table.buy_in("Bob", 1000, "cash")
    win(table, Ann=1000, Bob=-1000)
    end(table)
    settlements.settle_night(cast.sue, table.night.pk)
    assert "Out of the cash box: 10,00\u00a0€ to Ann" in html_of(browser(cast.sue.user), "front")
    assert "Out of the cash box" not in html_of(browser(cast.ann.user), "front")


def test_what_was_paid_into_a_box_waits_for_who_holds_it(table: Table, cast: Cast) -> None:
    """Chips were bought on account and paid out in cash: all owe the box, which Sue holds."""
    win(table, Cid=500, Bob=-500)
    end(table, "cash")
    transfer = settlements.settle_night(cast.sue, table.night.pk).transfers.filter(receiver_kind="box").first()
    assert transfer is not None
    pay(browser(cast.rob.user), transfer, "1,00")
    assert "paid you 1,00\u00a0€: has it arrived?" in html_of(browser(cast.sue.user), "front")
    assert "has it arrived" not in html_of(browser(cast.ann.user), "front")


def test_whatever_page_is_named_the_answer_can_be_sent(cast: Cast, owed: Transfer) -> None:
    """An address goes to the script as to a browser: in signs that a header may hold."""
    path = reverse("payment-record", args=[owed.pk])
    given = {"amount": "1,00", "key": "once", "from": "/kaffee\u00e9\r\nSet-Cookie: a=b"}
    answer = browser(cast.sue.user).post(path, given, headers={"Tableside-Entry": "1"})
    assert answer.status_code == 204
    assert answer["Tableside-To"] == "/kaffee%C3%A9%0D%0ASet-Cookie:%20a=b"
    assert "a" not in answer.cookies


@pytest.mark.parametrize(
    ("typed", "why"),
    [("5,01", "outstanding"), ("0", "at least 1"), ("-1", "at least 1"), ("", "how much"), ("1.000", "two ways")],
)
def test_what_is_no_payment(table: Table, cast: Cast, owed: Transfer, typed: str, why: str) -> None:
    page = sent(browser(cast.sue.user), "payment-record", owed.pk, amount=typed)
    assert why in said(page)[0]
    assert not Payment.objects.exists()


def test_each_is_offered_what_is_theirs_to_do(table: Table, cast: Cast, owed: Transfer) -> None:
    """Ann receives: she may record and confirm. Sue keeps score: she may record, and take back."""
    sue, ann = browser(cast.sue.user), browser(cast.ann.user)
    assert offered(sue, table) == offered(ann, table) == {"pay"}
    pay(sue, owed, "2,00")
    assert offered(sue, table) == {"pay", "reverse"}
    assert offered(ann, table) == {"pay", "confirm", "reverse"}
    sent(ann, "payment-confirm", Payment.objects.get().pk)
    assert "confirmed" in html_of(sue, "settlement-page", table.night.pk)
    assert offered(ann, table) == {"pay", "reverse"}


def test_who_has_nothing_to_do_with_it_is_offered_nothing(table: Table, cast: Cast) -> None:
    win(table, Cid=500, Bob=-500)
    end(table)
    transfer = settlements.settle_night(cast.sue, table.night.pk).transfers.get()
    pay(browser(cast.sue.user), transfer, "2,00")
    assert offered(browser(cast.ann.user), table) == set()
    # Cid is a guest: the scorekeeper confirms for him
    assert offered(browser(cast.sue.user), table) == {"pay", "confirm", "reverse"}


def test_a_payment_that_was_none_is_taken_back(table: Table, cast: Cast, owed: Transfer) -> None:
    sue = browser(cast.sue.user)
    pay(sue, owed, "5,00")
    payment = Payment.objects.get()
    assert "reason" in said(sent(sue, "payment-reverse", payment.pk, reason=" "))[0].lower()
    sent(sue, "payment-reverse", payment.pk, reason="Counted twice")
    page = html_of(sue, "settlement-page", table.night.pk)
    assert "taken back (Counted twice)" in page and 'value="5,00"' in page
    assert offered(sue, table) == {"pay"}


def test_a_correction_after_payments_is_settled_by_itself(table: Table, cast: Cast, owed: Transfer) -> None:
    """What was paid stands; the page asks for the difference."""
    sue, night = browser(cast.sue.user), table.night.pk
    pay(sue, owed, "5,00")
    nights.reopen_night(cast.rob, night, "A hand was forgotten")
    for name in ("Ann", "Bob"):
        table.buy_in(name, 2000)
    win(table, Bob=200, Ann=-200)
    end(table)
    page = html_of(sue, "settlement-page", night)
    assert "not settled yet" in page and "2,00\u00a0€" in page
    sent(sue, "settle-night", night)
    assert Settlement.objects.count() == 2
    assert "not settled yet" not in html_of(sue, "settlement-page", night)


def test_a_payment_that_is_sent_twice_is_one(table: Table, cast: Cast, owed: Transfer) -> None:
    sue, path = browser(cast.sue.user), reverse("payment-record", args=[owed.pk])
    filled = {"key": str(uuid4()), "amount": "2,00", "way": "cash"}
    answers = [sue.post(path, filled)["Location"] for _ in range(2)]
    assert answers == [reverse("settlement-page", args=[table.night.pk])] * 2
    assert Payment.objects.count() == 1


def test_what_is_printed_has_no_buttons(table: Table, cast: Cast, owed: Transfer) -> None:
    report = context_of(night_report(cast.sue, table.night.pk))
    html = render_to_string(TEMPLATES["night"], {**report, "paper": True})
    assert "Bob" in html
    assert not re.search(r"<(form|button|script|link)|href=", html)
