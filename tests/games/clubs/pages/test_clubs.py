"""The front page, and a club: tonight, its nights, its people, what everybody stands at."""

import re
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.accounts.services.users import register
from games.clubs.services import clubs, invites
from games.clubs.services.player_merge import merge_players
from games.core.actor import Actor
from games.models import Club, Invite, Member, Night, Player
from games.money.services import chip_requests
from games.nights.services import nights
from games.settlement.services import settlements
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.play.pages.test_hands import words
from tests.games.purse import end, open_table, win


def sent(client: Client, form: str, of: object, /, **fields: object) -> HttpResponse:
    """A form, sent by a browser without our script; what follows is opened."""
    filled = {"key": str(uuid4()), "from": "/", **fields}
    return client.post(reverse(form, args=[of]), filled, follow=True)


def html_of(client: Client, name: str, *of: object) -> str:
    return client.get(reverse(name, args=of)).content.decode()


def test_tonight_lies_open_before_everybody(table: Table, cast: Cast) -> None:
    sue, ann = (browser(who.user).get("/").content.decode() for who in (cast.sue, cast.ann))
    play, watch = (reverse(name, args=[table.night.pk]) for name in ("console", "watch"))
    assert f'href="{play}"' in sue and "Keep score" in sue and f'href="{watch}"' not in sue
    assert f'href="{watch}"' in ann and "Watch" in ann and f'href="{play}"' not in ann
    assert "3 at the table" in sue
    assert "Start another night" in sue and "Start another night" not in ann


def test_a_second_night_on_a_day_is_proposed_by_another_name(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)

    def proposed() -> set[str]:
        found = (html_of(sue, "front"), html_of(sue, "club-page", cast.club.pk))
        return {name for html in found for name in re.findall(r'name="name" [^>]*value="([^"]+)"', html)}

    (first,) = proposed()
    for number in (2, 3):
        nights.open_night(cast.sue, cast.club.pk, first if number == 2 else f"{first} (2)", 25)
        assert proposed() == {f"{first} ({number})"}


def test_the_front_page_tells_the_scorekeeper_who_waits_for_chips(table: Table, cast: Cast) -> None:
    sue, ann = browser(cast.sue.user), browser(cast.ann.user)
    for name, said in (("Ann", "1 asks for chips"), ("Bob", "2 ask for chips")):
        chip_requests.ask_for_chips(cast.sue, table.night.pk, table.players[name].pk, 1000)
        html = sue.get("/").content.decode()
        assert said in html and "3 at the table" in html
    assert "for chips" not in ann.get("/").content.decode()


def test_a_night_of_another_club_is_not_there(table: Table, cast: Cast) -> None:
    otto = browser(cast.otto.user).get("/").content.decode()
    assert "Thursday" not in otto and "Elsewhere" in otto


def test_my_balance_is_on_the_front_page(table: Table, cast: Cast) -> None:
    win(table, Ann=250, Bob=-250)
    end(table)
    ann = browser(cast.ann.user).get("/").content.decode()
    assert "My balance +2,50 €" in words(ann)
    assert reverse("settlement-page", args=[table.night.pk]) in ann
    assert "My balance" not in browser(cast.sue.user).get("/").content.decode()


def test_who_has_bought_chips_owes_nothing_for_them_yet(table: Table, cast: Cast) -> None:
    """Each bought 20.00 on account, and Ann has won 2.50 from Bob since."""
    win(table, Ann=250, Bob=-250)
    ann = browser(cast.ann.user).get("/").content.decode()
    assert "My balance counting 22,50 € in chips +2,50 €" in words(ann) and "20,00" not in ann
    club = words(browser(cast.ann.user).get(reverse("club-page", args=[cast.club.pk])).content.decode())
    assert "Ann counting 22,50 € in chips +2,50 €" in club
    assert "Bob counting 17,50 € in chips \u22122,50 €" in club
    end(table)
    assert "in chips" not in browser(cast.ann.user).get("/").content.decode()


def test_my_balance_counts_who_turned_out_to_be_me(table: Table, cast: Cast) -> None:
    other = open_table(cast, table.players)
    other.sit("Dan", 2000)
    other.sit("Eva", 2000)
    win(other, Dan=250, Eva=-250)
    end(other)
    end(table)
    merge_players(cast.rob, other.players["Dan"].pk, table.players["Ann"].pk, "Ann's name of old")
    assert "2,50\u00a0€" in browser(cast.ann.user).get("/").content.decode()


def test_a_night_is_started_from_the_front_page(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)
    assert 'value="0,25"' in sue.get("/").content.decode()  # the smallest chip of the last night
    page = sent(sue, "night-start", cast.club.pk, name="Friday night", chip="0.50")
    night = Night.objects.get(name="Friday night")
    assert (night.chip, night.currency) == (50, "EUR")
    assert page.redirect_chain[-1][0] == reverse("night-seating", args=[night.pk])


def test_a_chip_that_can_be_read_in_two_ways_is_asked_again(table: Table, cast: Cast) -> None:
    page = sent(browser(cast.sue.user), "night-start", cast.club.pk, name="Friday night", chip="0.250")
    assert "can be read in two ways" in page.content.decode()
    assert not Night.objects.filter(name="Friday night").exists()


def test_a_form_that_is_sent_twice_starts_one_night(table: Table, cast: Cast) -> None:
    sue = browser(cast.sue.user)
    for _ in range(2):
        sent(sue, "night-start", cast.club.pk, key="the same", name="Friday night", chip="0,50")
    assert Night.objects.filter(name="Friday night").count() == 1


def test_the_club_page_has_everybodys_balance(table: Table, cast: Cast) -> None:
    table.buy_in("Cid", 1000, "cash")
    html = html_of(browser(cast.ann.user), "club-page", cast.club.pk)
    # 20.00 of his chips he owes for, 10.00 he has paid into the box
    assert "Cid counting 30,00 € in chips +10,00 €" in words(html)
    assert "Ann counting 20,00 € in chips 0,00 €" in words(html).split("Balances")[1]
    assert "Cash box held by Sue \u221210,00 €" in words(html)
    assert "Settings" not in html


def test_old_nights_are_turned_over_page_by_page(table: Table, cast: Cast) -> None:
    for number in range(22):
        nights.open_night(cast.sue, cast.club.pk, f"Night {number:02}", 25)
    ann, path = browser(cast.ann.user), reverse("club-nights", args=[cast.club.pk])
    first, second = (ann.get(path, {"page": page}).content.decode() for page in ("1", "2"))
    assert "Night 21" in first and "Night 00" not in first and "?page=2" in first
    assert "Night 00" in second and "Night 21" not in second and "?page=1" in second and "?page=3" not in second
    for odd in ("0", "-1", "x", "9" * 30, "٣", "²", ""):
        assert ann.get(path, {"page": odd}).status_code == 200


def test_settings_are_changed(cast: Cast) -> None:
    rob = browser(cast.rob.user)
    given = {"name": "Friday", "default_way": "cash", "differences_by": "admin", "locale": "en_GB", "dispute_days": "7"}
    given["expenses_by"] = "club"
    sent(rob, "club-change", cast.club.pk, **given)
    club = Club.objects.get(pk=cast.club.pk)
    assert {name: str(getattr(club, name)) for name in given} == given
    ticked = ("hands_by_link", "holds_back_disputed", "arbiter_may_play")
    assert [getattr(club, name) for name in ticked] == [False, False, False]
    assert "Now like this: €1,250.00" in html_of(rob, "club-settings", cast.club.pk)
    sent(rob, "club-change", cast.club.pk, **given, **dict.fromkeys(ticked, "yes"))
    club.refresh_from_db()
    assert [getattr(club, name) for name in ticked] == [True, True, True]
    assert html_of(rob, "club-settings", cast.club.pk).count(" checked") == 3


def test_after_a_name_the_form_is_open_for_the_next(table: Table, cast: Cast) -> None:
    rob = browser(cast.rob.user)
    assert "autofocus" not in html_of(rob, "club-people", cast.club.pk)
    for name in ("Dan", "Eva"):
        page = sent(rob, "player-add", cast.club.pk, name=name).content.decode()
        assert re.search(r'<details open><summary>Add a player.*?<input name="name"[^>]* autofocus>', page, re.S)
        assert f"<bdi>{name}</bdi>" in page and f'value="{name}" autofocus' not in page


def test_a_player_is_added_renamed_and_found_to_be_another(table: Table, cast: Cast) -> None:
    rob = browser(cast.rob.user)
    sent(rob, "player-add", cast.club.pk, name="Dan")
    dan = Player.objects.get(name="Dan")
    sent(rob, "player-rename", dan.pk, name="Daniel")
    assert "Daniel" in html_of(rob, "club-people", cast.club.pk)
    sent(rob, "player-merge", dan.pk, into=str(table.players["Bob"].pk), reason="Bob's second name")
    assert Player.objects.get(pk=dan.pk).merged_into == table.players["Bob"]


def test_a_guest_comes_in_by_the_code_on_the_screen(table: Table, cast: Cast) -> None:
    """Sue shows Bob the code; Bob scans it, makes an account, and is the player he has been."""
    sue = browser(cast.sue.user)
    page = sent(sue, "invite-make", cast.club.pk, player=str(table.players["Bob"].pk)).content.decode()
    assert 'src="data:image/svg+xml;base64,' in page
    link = re.search(r"<textarea readonly[^>]*>http://testserver(/join/[^/]+/)</textarea>", page)
    assert link
    assert re.search(r'name="name"[^>]* value="Bob"', Client().get(link[1]).content.decode())
    joined = Client().post(link[1], {"name": "bob", "password": "all-in-with-nothing"})
    assert joined.status_code == 200
    member = Member.objects.get(club=cast.club, user__name="bob")
    assert Player.objects.get(pk=table.players["Bob"].pk).member == member
    invite = Invite.objects.get()
    assert "does not hold any more" in html_of(sue, "invite-page", invite.pk)


def test_an_invite_is_revoked(cast: Cast) -> None:
    rob = browser(cast.rob.user)
    sent(rob, "invite-make", cast.club.pk, role="admin", uses="2")
    invite = Invite.objects.get()
    assert (invite.role, invite.most_uses) == ("admin", 2)
    assert reverse("invite-page", args=[invite.pk]) in html_of(rob, "club-people", cast.club.pk)
    sent(rob, "invite-revoke", invite.pk)
    assert Client().get(reverse("join", args=[invites.token_of(invite)])).status_code == 404


def test_a_code_leads_phones_to_the_servers_own_address(table: Table, cast: Cast, settings: object) -> None:
    settings.LAN_ADDRESSES = ["192.168.1.20"]  # type: ignore[attr-defined]
    sue = browser(cast.sue.user)
    path = reverse("night-qr", args=[table.night.pk])
    for host, expected in (
        ("localhost:8000", f"http://192.168.1.20:8000/nights/{table.night.pk}/"),
        ("127.0.0.1", f"http://192.168.1.20/nights/{table.night.pk}/"),
        ("testserver", f"http://testserver/nights/{table.night.pk}/"),
    ):
        assert expected in sue.get(path, headers={"Host": host}).content.decode()


def test_roles_are_given_and_members_removed(cast: Cast) -> None:
    rob, ann = browser(cast.rob.user), cast.club.members.get(user=cast.ann.user)
    sent(rob, "member-change", ann.pk, role="scorekeeper", is_arbiter="yes")
    ann.refresh_from_db()
    assert (ann.role, ann.is_arbiter) == ("scorekeeper", True)
    sent(rob, "member-change", ann.pk, role="player")
    ann.refresh_from_db()
    assert (ann.role, ann.is_arbiter) == ("player", False)
    sent(rob, "member-remove", ann.pk)
    assert browser(cast.ann.user).get(reverse("club-page", args=[cast.club.pk])).status_code == 404


def test_nobody_is_offered_to_change_who_stands_above(cast: Cast) -> None:
    abe = Actor(register("Abe", "all-in-with-nothing"))
    clubs.add_member(cast.rob, cast.club.pk, "Abe", "admin")
    html = html_of(browser(abe.user), "club-people", cast.club.pk)
    owner, scorekeeper = (cast.club.members.get(user=who.user) for who in (cast.rob, cast.sue))
    assert reverse("member-change", args=[scorekeeper.pk]) in html
    assert reverse("member-change", args=[owner.pk]) not in html
    assert "<option>owner</option>" not in html


def test_the_page_says_what_a_member_still_owes(table: Table, cast: Cast) -> None:
    win(table, Ann=-500, Bob=500)
    rob, ann = browser(cast.rob.user), cast.club.members.get(user=cast.ann.user)
    html = html_of(rob, "club-people", cast.club.pk)
    assert "owes 5,00\u00a0€" in html and html.count('name="unsettled"') == 1
    assert "owes 5,00\u00a0€" in html_of(browser(cast.ann.user), "club-people", cast.club.pk)
    assert "owes" not in html_of(browser(cast.sue.user), "club-people", cast.club.pk)
    rob.post(reverse("member-remove", args=[ann.pk]), {"key": "first"})
    ann.refresh_from_db()
    assert ann.left_at is None
    sent(rob, "member-remove", ann.pk, unsettled="yes")
    ann.refresh_from_db()
    assert ann.left_at


def test_a_member_leaves(cast: Cast) -> None:
    ann = browser(cast.ann.user)
    page = sent(ann, "club-leave", cast.club.pk)
    assert "You are in no club yet" in page.content.decode()


def test_several_nights_are_settled_together(table: Table, cast: Cast) -> None:
    win(table, Bob=500, Cid=-500)
    end(table)
    other = open_table(cast, table.players)
    for name in ("Bob", "Cid"):
        other.sit(name, 2000)
    win(other, Bob=300, Cid=-300)
    end(other)
    sue = browser(cast.sue.user)
    assert "8,00\u00a0€" in html_of(sue, "club-settle", cast.club.pk)
    page = sent(sue, "settle-club", cast.club.pk, currency="EUR")
    html = page.content.decode()
    assert "Who pays whom" in html and "8,00\u00a0€" in html and "for 2 nights together" in html
    assert "Every closed night is settled" in html_of(sue, "club-settle", cast.club.pk)


def test_a_payment_of_several_nights_leads_back_to_their_settlement(table: Table, cast: Cast) -> None:
    win(table, Bob=500, Cid=-500)
    end(table)
    settlement = settlements.settle_club(cast.sue, cast.club.pk)
    page = reverse("stored-settlement", args=[settlement.pk])
    path = reverse("payment-record", args=[settlement.transfers.get().pk])
    answer = browser(cast.sue.user).post(path, {"key": "one", "amount": "1,50", "way": "bank"})
    assert answer["Location"] == page
    assert "1,50\u00a0€ of 5,00\u00a0€ paid" in browser(cast.ann.user).get(page).content.decode()
