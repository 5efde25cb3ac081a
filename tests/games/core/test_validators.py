"""What a name, a reason and a time zone may be, wherever one is given."""

import pytest

from games.clubs.services import clubs
from games.core.errors import BadValue, Conflict
from games.core.unicode_names import key_of
from games.core.validators import name_of, reason_of, time_zone_of
from games.money.services import chips
from games.nights.services import seats
from games.play.services import hands
from games.play.services.corrections import preview_correction
from tests.games.cast import Cast, Table

NAMES = (
    "Zoë", "Nguyễn", "אבי", "عمر", "Jean-Luc O’Neill 3.", "🃏", "👩‍👩‍👧", "👩🏽‍🚀 Kim", "🏳️‍🌈", "1️⃣", "❤️‍🔥", "🏴󠁧󠁢󠁥"
    "󠁮󠁧󠁿", "می‌خواهم", "श्री‌मान्", "ක්‍ෂ", "\U0001fae8", "李雷", "ジョン",
)  # fmt: skip
UNSEEN = ("", " ", "\u200b", "\u00ad", "\u2060\ufeff", "\u3164", "\u2800", "\ufe0f", "\u0301", "\u200d", "\u115f\u1160")
HIDING = (
    "An\u200bn",
    "An\u200dn",
    "Ann\u200e",
    "A\u00adnn",
    "Ann\u200d",
    "🃏\u200d",
    "\U000e0067Ann",
    "Ann\ufeff",
    "Ann\u2061",
)
BROKEN = (
    "a\nb", "a\tb", "a\0b", "a\x85b", "a\u2028b", "a\u2029b", "a\ud800b", "a\ue000b", "a\u0378b", "a\ufffeb",
    "\u202eAnn",     "Ann\u2066", "\u2067Ann\u2069", "\u202aAnn\u202c",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_as_people_write_it(name: str) -> None:
    assert name_of(f" {name} ") == name_of(name)


@pytest.mark.parametrize("name", [*UNSEEN, *HIDING, *BROKEN, "x" * 81])
def test_a_name_can_be_seen(name: str) -> None:
    with pytest.raises(BadValue):
        name_of(name)


@pytest.mark.parametrize("text", [*BROKEN, "x" * 501])
def test_every_text_is_one_line_that_turns_nothing_around(table: Table, text: str) -> None:
    sue, rob, night, ann = table.cast.sue, table.cast.rob, table.night.pk, table.players["Ann"].pk
    hand = table.deal("council-bluffs")
    seat = table.night.seats.get(player=ann)
    for attempt in (
        lambda: reason_of(text),
        lambda: chips.recount(sue, night, {ann: 2000}, text),
        lambda: clubs.add_player(sue, table.cast.club.pk, text),
        lambda: hands.act(sue, hand.pk, [{"type": "void", "reason": text}], 0),
        lambda: preview_correction(rob, hand.pk, {"actions": [{"type": "void", "reason": text}]}),
    ):
        with pytest.raises(BadValue):
            attempt()
    assert seat.status == "in"


def test_what_is_said_on_leaving_is_a_reason_too(table: Table) -> None:
    hand = table.deal("buddhas-folly", {"all_out_pays": True})
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    table.enter(hand, "Ann declare out", "Bob declare out", "Cid declare out")
    table.enter(hand, "Ann show As Ah Ad Kc Kd", "Bob show 3s 5h 7d 9c Jd", "Cid show 3h 5d 7c 9s Jh")
    table.cash_out("Ann", 1900)
    with pytest.raises(BadValue):
        seats.leave(table.cast.sue, table.night.seats.get(player=table.players["Ann"]).pk, "pay", "a\u202eb")


@pytest.mark.parametrize(
    "zone", ["localtime", "posixrules", "Factory", "posix/UTC", "../UTC", "", "Moon/Base", "europe/berlin"]
)
def test_a_time_zone_is_that_of_a_place(zone: str) -> None:
    with pytest.raises(BadValue):
        time_zone_of(zone)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "UTC", "Asia/Kolkata", "America/Argentina/Buenos_Aires"])
def test_places_have_time_zones(zone: str) -> None:
    assert time_zone_of(zone) == zone


@pytest.mark.parametrize("name", ["ann", "ANN", "\uff21nn", "Ａｎｎ", " Ann  "])
def test_two_players_of_a_club_do_not_look_alike(table: Table, name: str) -> None:
    with pytest.raises(Conflict, match="There is a player called Ann in this club"):
        clubs.add_player(table.cast.sue, table.cast.club.pk, name)
    with pytest.raises(Conflict, match="called Ann"):
        clubs.rename_player(table.cast.sue, table.players["Bob"].pk, name)


def test_one_may_write_ones_own_name_otherwise(table: Table) -> None:
    assert clubs.rename_player(table.cast.sue, table.players["Ann"].pk, "ANN").name == "ANN"


def test_what_cannot_be_seen_makes_no_other_name() -> None:
    assert key_of("❤\ufe0f") == key_of("❤")
    assert key_of("Straße") == key_of("STRASSE")
    assert key_of("Ann") != key_of("Anne")


def test_an_id_that_is_taken_is_said_to_be(cast: Cast) -> None:
    member = clubs.add_member(cast.otto, cast.other_club.pk, "Sue")
    with pytest.raises(Conflict, match="with this id"):
        clubs.add_member(cast.otto, cast.other_club.pk, "Rob", member_id=member.pk)
    with pytest.raises(Conflict, match="member already"):
        clubs.add_member(cast.otto, cast.other_club.pk, "Sue")
    player = clubs.add_player(cast.otto, cast.other_club.pk, "Ann")
    with pytest.raises(Conflict, match="with this id"):
        clubs.add_player(cast.otto, cast.other_club.pk, "Bob", player_id=player.pk)
