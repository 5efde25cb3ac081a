"""A night beside its hands, told by what a scorekeeper taps; no script runs here."""

import re
from uuid import uuid4

from bs4 import BeautifulSoup
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Entry, Night, Player, Seat
from games.money.services import chip_requests
from games.nights.services import nights, seats
from games.play.services import hands
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.clubs.pages.test_clubs import html_of, sent
from tests.games.nights.services.test_seats import owed_by_ann
from tests.games.play.pages.test_hands import words as words_of
from tests.games.purse import books_hold, end, win

MOST_QUERIES = 25


def seat_of(table: Table, name: str) -> Seat:
    return Seat.objects.get(night=table.night, player=table.players[name])


def said(page: HttpResponse) -> list[str]:
    """What the page that follows says first."""
    return [notice.text for notice in BeautifulSoup(page.content, "html.parser")("p", class_="notice")]


def counts(table: Table, prefix: str = "count", **typed: str) -> dict[str, str]:
    return {f"{prefix}-{table.players[name].pk}": amount for name, amount in typed.items()}


def test_who_sits_where_with_what(table: Table, cast: Cast) -> None:
    win(table, Ann=250, Bob=-250)
    seats.sit_out(cast.sue, seat_of(table, "Cid").pk)
    html = html_of(browser(cast.ann.user), "night-page", table.night.pk)
    for shown in ("22,50", "17,50", "sits out", "0,25\u00a0€"):
        assert shown in html
    text = words_of(html)
    assert "Ann Result so far +2,50 Chips 22,50" in text and "Bob Result so far \u22122,50 Chips 17,50" in text
    assert "\u221220,00" not in text, "bought on account is neither lost nor owed while the chips are there"
    mine = re.search(r'<a class="row mine".*?</a>', html, re.DOTALL)
    assert mine and "Ann" in mine[0] and "Bob" not in mine[0]
    assert re.search(r"Stud.*?Ann.*?\+2,50", html, re.DOTALL)
    assert reverse("hand-page", args=[table.night.hands.get().pk]) in html


def test_the_hands_of_a_long_night_are_not_all_shown_at_once(table: Table, cast: Cast) -> None:
    for _ in range(10):
        win(table, Ann=25, Bob=-25)
    ann, path = browser(cast.ann.user), reverse("night-page", args=[table.night.pk])
    hand = re.compile(r'href="/hands/')
    assert len(hand.findall(ann.get(path).content.decode())) == 8
    assert len(hand.findall(ann.get(path, {"hands": "all"}).content.decode())) == 10


def test_what_changes_of_a_night_is_drawn_by_itself(table: Table, cast: Cast) -> None:
    ann, path = browser(cast.ann.user), reverse("night-page", args=[table.night.pk])
    before = told(ann.get(path).content.decode())
    win(table, Ann=250, Bob=-250)
    answer = ann.get(path, {"hands": "all"}, headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert part.lstrip().startswith('<div id="night"') and "<!doctype" not in part
    assert told(part) > before and "22,50" in part
    assert f'hx-get="{path}?hands=all"' in part


def test_a_night_is_read_with_as_many_queries_however_long_it_was(table: Table, cast: Cast) -> None:
    ann, path = browser(cast.ann.user), reverse("night-page", args=[table.night.pk])
    counted = []
    for _ in range(2):
        win(table, Ann=25, Bob=-25)
        with CaptureQueriesContext(connection) as asked:
            ann.get(path)
        counted.append(len(asked))
    assert counted[0] == counted[1] <= MOST_QUERIES, counted


def told(html: str) -> int:
    return int(re.findall(r'data-told="(\d+)"', html)[0])


def test_somebody_sits_down_and_buys_in_with_two_taps(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)
    page = sent(sue, "seat-new", table.night.pk, name="Dan")
    dan = Player.objects.get(name="Dan")
    assert "Buy in" in page.content.decode() and 'name="preset" value="20,00"' in page.content.decode()
    sent(sue, "buy-in", Seat.objects.get(player=dan).pk, preset="20,00", amount="", way="cash")
    table.players["Dan"] = dan
    assert table.stacks()["Dan"] == 2000
    assert table.view()["box"] == 2000


def test_somebody_new_sits_down_with_chips_in_one_tap(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)
    page = sent(sue, "seat-new", table.night.pk, name="Dan", chips="20,00")
    assert "Seat somebody" in page.content.decode()
    table.players["Dan"] = Player.objects.get(name="Dan")
    assert table.stacks()["Dan"] == 2000


def test_a_player_of_the_club_sits_down_with_chips_in_one_tap(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)
    sent(sue, "player-add", cast.club.pk, name="Dan")
    dan = Player.objects.get(name="Dan")
    page = html_of(sue, "night-seating", table.night.pk)
    assert 'value="20,00" checked' in page  # as the others have bought
    assert f'name="player" value="{dan.pk}"' in page and f'name="player" value="{table.players["Bob"].pk}"' not in page
    page = sent(sue, "seat-take", table.night.pk, player=str(dan.pk), chips="20,00")
    assert page.redirect_chain[-1][0] == reverse("night-seating", args=[table.night.pk])
    assert table.stacks()["Dan"] == 2000


def test_score_is_kept_once_somebody_sits(cast: Cast) -> None:
    night = nights.open_night(cast.sue, cast.club.pk, "Friday", 25)
    sue = browser(cast.sue.user)
    to_console = f'href="{reverse("console", args=[night.pk])}"'
    assert to_console not in html_of(sue, "night-seating", night.pk)
    assert to_console in sent(sue, "seat-new", night.pk, name="Dan", chips="20,00").content.decode()


def test_a_member_who_has_never_played_becomes_a_player(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)
    member = cast.club.members.get(user=cast.rob.user)
    sent(sue, "seat-take", table.night.pk, member=str(member.pk), chips="")
    assert Player.objects.get(member=member).name == "Rob"
    assert said(sent(sue, "seat-take", table.night.pk, member=str(member.pk))) == [
        "This member is a player of the club already."
    ]


def test_an_amount_is_typed_as_people_write_it(table: Table, cast: Cast) -> None:
    sue, bob = browser(cast.sue.user), seat_of(table, "Bob").pk
    for typed in ("12,50", "12.50"):
        assert said(sent(sue, "buy-in", bob, amount=typed)) == []
    assert table.stacks()["Bob"] == 4500
    for typed, why in (("1.250", "two ways"), ("0,10", "smallest chip"), ("", "how much"), ("-5", "whole number")):
        assert why in said(sent(sue, "buy-in", bob, amount=typed))[0]
    assert table.stacks()["Bob"] == 4500


def test_chips_that_were_asked_for_are_given_or_refused(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)
    for form, given in (("request-grant", {}), ("request-refuse", {"reason": "Enough for today"})):
        asked = chip_requests.ask_for_chips(cast.ann, table.night.pk, table.players["Ann"].pk, 1000)
        html = html_of(sue, "night-page", table.night.pk)
        assert "Chips asked for" in html and "10,00" in html
        assert reverse(form, args=[asked.pk]) not in html_of(browser(cast.ann.user), "night-page", table.night.pk)
        sent(sue, form, asked.pk, **given)
    assert table.stacks()["Ann"] == 3000
    assert "Chips asked for" not in html_of(sue, "night-page", table.night.pk)


def test_places_are_changed_and_players_rest(table: Table, cast: Cast) -> None:
    sue, bob = browser(cast.sue.user), seat_of(table, "Bob").pk
    assert "3 · Cid" in html_of(sue, "seat-page", bob)
    sent(sue, "seat-move", bob, position="2")
    assert [seat["name"] for seat in table.view()["seats"]] == ["Ann", "Cid", "Bob"]
    sent(sue, "seat-out", bob)
    assert "Deal in again" in html_of(sue, "seat-page", bob)
    sent(sue, "seat-in", bob)
    assert "Sit out" in html_of(sue, "seat-page", bob)


def test_somebody_leaves_with_counted_chips_and_comes_back(table: Table, cast: Cast) -> None:
    sue, bob = browser(cast.sue.user), seat_of(table, "Bob").pk
    sent(sue, "seat-leave", bob, count="19,75", way="cash")
    view = table.view()
    assert (view["over_short"], view["box"]) == (-25, -1975)
    assert seat_of(table, "Bob").status == "left"
    assert "Counts and book differ" in html_of(sue, "night-page", table.night.pk)
    page = html_of(sue, "seat-page", bob)
    assert "Sit down again" in page and "Buy in" not in page
    sent(sue, "seat-back", bob)
    assert seat_of(table, "Bob").status == "in"


def test_leaving_with_a_count_that_is_none_changes_nothing(table: Table, cast: Cast) -> None:
    page = sent(browser(cast.sue.user), "seat-leave", seat_of(table, "Bob").pk, count="all")
    assert "no amount" in said(page)[0]
    assert (table.stacks()["Bob"], seat_of(table, "Bob").status) == (2000, "in")


def test_who_owes_the_next_antes_pays_or_is_let_off(table: Table, cast: Cast) -> None:
    """Ann was best of an all-out: she owes everyone's antes of the next deal (rules 3.6)."""
    owed_by_ann(table)
    sue, ann = browser(cast.sue.user), seat_of(table, "Ann").pk
    page = html_of(sue, "seat-page", ann)
    assert "owes the antes of the next deal" in page and "3,00\u00a0€" in page
    assert "owes the antes" not in html_of(sue, "seat-page", seat_of(table, "Bob").pk)
    refused = sent(sue, "seat-leave", ann, count="19,00")
    assert "pay them into the pot, or waive them" in said(refused)[0]
    assert table.stacks()["Ann"] == 1900  # not cashed out either: all of it or nothing
    sent(sue, "seat-leave", ann, count="19,00", owed="pay")
    assert (table.view()["pot"], seat_of(table, "Ann").status) == (600, "left")
    assert "Ann paid the antes owed: 3,00" in html_of(sue, "night-money", table.night.pk)


def test_a_hand_that_nobody_entered(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)
    fields = counts(table, "amount", Ann="2,50", Bob="1,00", Cid="1.50") | {"word": "Omaha"}
    won = {f"side-{table.players['Ann'].pk}": "won"}
    assert "the sum is zero" in said(sent(sue, "result-record", table.night.pk, **fields))[0]
    assert (
        "without a sign"
        in said(sent(sue, "result-record", table.night.pk, **fields | counts(table, "amount", Bob="-1")))[0]
    )
    sent(sue, "result-record", table.night.pk, **fields | won)
    assert table.stacks() == {"Ann": 2250, "Bob": 1900, "Cid": 1850}


def test_a_recount_between_hands(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)
    sent(sue, "recount-record", table.night.pk, **counts(table, Ann="20,25", Bob=""), reason="A pot paid wrongly")
    view = table.view()
    assert (table.stacks()["Ann"], table.stacks()["Bob"], view["over_short"]) == (2025, 2000, 25)
    page = html_of(sue, "night-count", table.night.pk)
    assert "more chips than were bought" in page and "+0,25" in page


def test_pizza_is_shared_equally_in_parts_or_borne_by_the_club(table: Table, cast: Cast) -> None:
    sue, night = browser(cast.sue.user), table.night.pk
    ann, bob, cid = (str(table.players[name].pk) for name in ("Ann", "Bob", "Cid"))
    sent(sue, "expense-record", night, word="Pizza", amount="30", paid_by=ann, equally=[ann, bob, cid])
    assert {seat["name"]: seat["to_account"] for seat in table.view()["seats"]} == {
        "Ann": 0,
        "Bob": -3000,
        "Cid": -3000,
    }
    parts = counts(table, "part", Bob="4", Cid="5,50")
    sent(sue, "expense-record", night, word="Beer", amount="10", paid_by="box", equally=[ann], club="0,50", **parts)
    sent(sue, "expense-record", night, word="Cards", amount="5", paid_by="club", equally=["club"])
    sent(sue, "expense-record", night, word="Room", amount="9", paid_by="box", equally=[bob, cid, "club"])
    sent(sue, "expense-record", night, word="Crisps", amount="6", paid_by="box")  # by whom the club says: all
    bodies = [entry.body for entry in Entry.objects.filter(night=night, kind="expense").order_by("told")]
    assert [(body["word"], sum(body["shares"].values()), body["club"]) for body in bodies] == [
        ("Pizza", 3000, 0),
        ("Beer", 950, 50),
        ("Cards", 0, 500),
        ("Room", 600, 300),
        ("Crisps", 600, 0),
    ]
    wrong = sent(
        sue, "expense-record", night, word="Beer", amount="10", paid_by="box", **counts(table, "part", Bob="4")
    )
    assert "do not add up" in said(wrong)[0]
    assert said(sent(sue, "expense-record", night, word="Beer", amount="10", paid_by="")) == [
        "Choose one from the list."
    ]


def test_a_mistake_is_taken_back_and_stays_to_be_read(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)
    mistaken = table.buy_in("Cid", 500, "cash")
    assert "Cid tops up: 5,00, in cash" in html_of(sue, "night-money", table.night.pk)
    page = sent(sue, "entry-take-back", mistaken.pk, reason="It was Bob who asked").content.decode()
    assert re.search(r"<s><bdi>Cid tops up: 5,00, in cash</bdi></s>", page)
    assert table.stacks()["Cid"] == 2000


def test_every_entry_about_money_has_its_words(table: Table, cast: Cast) -> None:
    sue, night = browser(cast.sue.user), table.night.pk
    sent(sue, "recount-record", night, **counts(table, Ann="20,25"), reason="Looked again")
    sent(sue, "difference-decide", night, player=[str(table.players["Bob"].pk)], reason="He dealt")
    sent(sue, "expense-record", night, word="Pizza", amount="30", paid_by="box")
    sent(sue, "cash-out", seat_of(table, "Cid").pk, count="20")
    page = html_of(sue, "night-money", night)
    for words in (
        "Cid: 20,00 counted, 20,00 by the book, on account",
        "Pizza: 30,00",
        "Difference decided: Bob \u22120,25 (He dealt)",
        "Recount: Ann 20,25 (Looked again)",
        "Bob buys in: 20,00, on account",
    ):
        assert words in page


def test_the_evening_is_counted_decided_closed_and_settled(table: Table, cast: Cast) -> None:
    """Cid finds a chip too few, counts again, and it stays so: it was Bob's."""
    sue, night = browser(cast.sue.user), table.night.pk
    win(table, Ann=500, Bob=-500)
    page = html_of(sue, "night-count", night)
    assert "Close the night" not in page and "book 25,00" in page
    assert "Type what was counted" in said(sent(sue, "count-up", night))[0]

    sent(sue, "count-up", night, **counts(table, Ann="25", Bob="15,00", Cid="19.75"), way="account")
    page = html_of(sue, "night-count", night)
    assert "\u22120,25" in page and "counted 19,75, book 20,00" in page and "Close the night" not in page

    again = Entry.objects.get(night=night, kind="cash_out", player=table.players["Cid"])
    page = sent(sue, "entry-take-back", again.pk, reason="To be counted again", counting="yes")
    assert page.redirect_chain[-1][0] == reverse("night-count", args=[night])
    assert table.stacks()["Cid"] == 2000
    sent(sue, "count-up", night, **counts(table, Cid="19,75"))

    neither = sent(sue, "difference-decide", night, reason="Nobody knows")
    assert "borne by players, or by the club" in said(neither)[0]
    sent(sue, "difference-decide", night, player=[str(table.players["Bob"].pk)], reason="He found it in his pocket")
    page = sent(sue, "night-close", night)
    assert page.redirect_chain[-1][0] == reverse("settlement-page", args=[night])
    page = sent(sue, "settle-night", night).content.decode()
    assert re.search(r"Bob.*?pays.*?Ann", page, re.DOTALL)
    assert "Settle it so" not in page
    books_hold(cast.club)


def test_who_may_not_decide_a_difference_is_told_who_may(table: Table, cast: Cast) -> None:
    sent(
        browser(cast.rob.user), "club-change", cast.club.pk, name="Thursday", differences_by="admin", dispute_days="14"
    )
    table.cash_out("Cid", 1975)
    page = html_of(browser(cast.sue.user), "night-count", table.night.pk)
    assert "Admin: only they" in page
    assert reverse("difference-decide", args=[table.night.pk]) not in page


def test_while_a_hand_is_played_nothing_is_counted(table: Table, cast: Cast) -> None:
    table.deal("council-bluffs")
    page = html_of(browser(cast.sue.user), "night-count", table.night.pk)
    assert "A hand is being played" in page and reverse("console", args=[table.night.pk]) in page
    assert reverse("count-up", args=[table.night.pk]) not in page


def test_a_carried_pot_is_decided_before_the_night_closes(table: Table, cast: Cast) -> None:
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    table.enter(hand, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    sue, night = browser(cast.sue.user), table.night.pk
    assert "Carried pot" in html_of(sue, "night-page", night)
    assert "a reason" in said(sent(sue, "pot-decide", night, how="return"))[0].lower()
    sent(sue, "pot-decide", night, how="return", reason="It was the last hand")
    assert table.view()["pot"] == 0


def test_a_match_with_a_stake_is_ended_before_the_night_closes(table: Table, cast: Cast) -> None:
    hand = hands.start_hand(cast.sue, table.night.pk, "bluff-n-peg", {"winner_hole": 10}, stake=500)
    table.enter(hand, "Bob draw 0", "Cid draw 0", "Ann draw 0", "Bob play Kh", "Cid fold", "Ann fold")
    sue, night = browser(cast.sue.user), table.night.pk
    page = html_of(sue, "night-count", night)
    assert "A match is not over" in page and "15,00" in page
    match = table.night.matches.get()
    sent(sue, "match-forfeit", match.pk, player=str(table.players["Cid"].pk), reason="Had to leave")
    assert f'<option value="{table.players["Cid"].pk}">' not in html_of(sue, "night-count", night)
    sent(sue, "match-end", match.pk, how="leader", reason="It is late")
    assert table.view()["stakes"] == 0
    assert table.stacks()["Bob"] == 3000


def test_a_closed_night_is_reopened_with_a_reason(table: Table, cast: Cast) -> None:
    end(table)
    rob, night = browser(cast.rob.user), table.night.pk
    page = html_of(rob, "night-page", night)
    assert "Who pays whom" in page and "Keep score" not in page and "Count up" not in page
    assert reverse("night-reopen", args=[night]) not in html_of(browser(cast.sue.user), "night-page", night)
    sent(rob, "night-reopen", night, reason="One more round")
    assert Night.objects.get(pk=night).status == "open"


def test_the_title_says_where_one_is_and_one_tap_leads_back(table: Table, cast: Cast) -> None:
    sue, night = browser(cast.sue.user), table.night.pk
    places = {
        "club-page": ("Thursday", "/"),
        "club-people": ("Players and members, Thursday", reverse("club-page", args=[cast.club.pk])),
        "club-settle": ("Settle, Thursday", reverse("club-page", args=[cast.club.pk])),
        "night-page": ("Thursday night", reverse("club-page", args=[cast.club.pk])),
        "night-count": ("Count up, Thursday night", reverse("night-page", args=[night])),
        "night-seating": ("Seat somebody, Thursday night", reverse("night-page", args=[night])),
        "settlement-page": ("Thursday night, ", reverse("night-page", args=[night])),
    }
    for name, (title, back) in places.items():
        html = html_of(sue, name, cast.club.pk if name.startswith("club") else night)
        assert f"<title>{title}" in html, name
        assert f'<a class="brand back" href="{back}">' in html, name


def test_a_name_is_text_on_every_page(table: Table, cast: Cast) -> None:
    name = "<script>alert(1)</script>"
    table.sit(name, 2000)
    win(table, **{"Ann": 100, name: -100})
    sue, night = browser(cast.sue.user), table.night.pk
    pages = [("club-page", cast.club.pk), ("club-people", cast.club.pk), ("seat-page", seat_of(table, name).pk)]
    pages += [(page, night) for page in ("night-page", "night-count", "night-recount", "night-result", "night-expense")]
    pages += [("night-money", night), ("night-seating", night)]
    for page, of in pages:
        html = html_of(sue, page, of)
        assert "<script>" not in html and "&lt;script&gt;" in html, page


def test_no_form_breaks_on_nonsense(table: Table, cast: Cast) -> None:
    """Every field of every form filled with what nobody would type: one sentence, and nothing is written."""
    sue, night = browser(cast.sue.user), table.night.pk
    forms = {
        **dict.fromkeys(("seat-take", "count-up", "recount-record", "result-record"), night),
        **dict.fromkeys(("expense-record", "pot-decide", "difference-decide"), night),
        **dict.fromkeys(("buy-in", "cash-out", "seat-move", "seat-leave"), seat_of(table, "Bob").pk),
    }
    names = (
        "player",
        "member",
        "name",
        "chips",
        "amount",
        "preset",
        "way",
        "count",
        "position",
        "owed",
        "reason",
        "how",
    )
    names += ("word", "paid_by", "equally", "club", f"count-{table.players['Bob'].pk}", "count-x", "amount-", "part-1")
    before = Entry.objects.count()
    for odd in ("", " ", "\x00", "9" * 40, "-1", "{}", "<b>", "1.250", str(uuid4()), "x" * 3000):
        for form, of in forms.items():
            filled = {"key": str(uuid4()), **dict.fromkeys(names, odd)}
            answer = sue.post(reverse(form, args=[of]), filled, headers={"Tableside-Entry": "1"})
            assert 400 <= answer.status_code < 500, (form, odd)
            assert len(answer.json()["detail"]) < 200, (form, odd)
    for odd in ("", " ", "\x00", "x" * 3000):
        assert said(sent(sue, "seat-new", night, name=odd))
    assert Entry.objects.count() == before


def test_sent_twice_chips_are_bought_once(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)
    for _ in range(2):
        sent(sue, "buy-in", seat_of(table, "Bob").pk, key="the same", preset="20,00")
    assert table.stacks()["Bob"] == 4000


def test_a_client_without_the_token_of_its_page_writes_nothing(table: Table, cast: Cast) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(cast.sue.user)
    answer = strict.post(reverse("buy-in", args=[seat_of(table, "Bob").pk]), {"key": "one", "preset": "20,00"})
    assert answer.status_code == 403
    assert table.stacks()["Bob"] == 2000
