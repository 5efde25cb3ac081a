"""Closed nights that a correction has put out of balance: named everywhere, and in nobody else's way."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import User
from tests.api.conftest import Cast, Table
from tests.api.phone import Phone, made, refused
from tests.api.test_corrections import at

Hand = dict[str, Any]


def declare(**words: str) -> Callable[[Table], list[dict[str, Any]]]:
    return lambda table: [
        {"type": "declare", "player": table.players[name], "as": word} for name, word in words.items()
    ]


def guts(table: Table, **words: str) -> Hand:
    """One hand for an ante of 1.00; who is in and wins shows nothing, being alone."""
    hand = table.start("guts", rules={"ante": 100})
    return table.act(hand, *declare(**words)(table))


def cash_out(table: Table, **counts: int) -> None:
    for name, count in counts.items():
        made(table.phone.post(f"nights/{table.night}/cash-outs/", {"player": table.players[name], "count": count}))


def close(table: Table) -> None:
    made(table.phone.post(f"nights/{table.night}/close/"), 200)


def correct(owner: Phone, table: Table, hand: Hand, *, in_money: bool = False, **words: str) -> Hand:
    """To these declarations. What the preview shows is what is done."""
    change = {"actions": declare(**words)(table)}
    shown = made(owner.post(f"hands/{hand['id']}/corrections/preview/", {"change": change}, **at(hand)), 200)
    body = {"change": change, "reason": "misheard", "as_adjustment": in_money}
    done = made(owner.post(f"hands/{hand['id']}/corrections/", body, **at(hand)))
    assert done["changes"] == shown
    return done["hand"]


def view(table: Table) -> dict[str, Any]:
    return made(table.phone.get(f"nights/{table.night}/"), 200)


def nets(table: Table) -> dict[str, int]:
    """What the night has moved on each player's balance and in the box, by name."""
    parties = made(table.phone.get(f"nights/{table.night}/settlement/"), 200)["parties"]
    return {one["name"]: one["to_account"] for one in parties}


def browser(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(name=name))
    return client


def unbalanced(cast: Cast, lay: Callable[..., Table], *, in_money: bool = True) -> Table:
    """Ann was in alone, and the night was closed on that; in truth both were out, and the pot waits."""
    table = lay("Ann", "Bob")
    hand = guts(table, Ann="in", Bob="out")
    cash_out(table, Ann=2100, Bob=1900)
    close(table)
    correct(cast.owner, table, hand, in_money=in_money, Ann="out", Bob="out")
    return table


@pytest.mark.parametrize("in_money", [True, False])
def test_it_is_named_wherever_it_matters(cast: Cast, lay: Callable[..., Table], in_money: bool) -> None:
    table = unbalanced(cast, lay, in_money=in_money)
    left = {"pot": 0, "over_short": -200} if in_money else {"pot": 200, "over_short": 200}
    left |= {"chips": 0, "stakes": 0}
    named = {"id": table.night, "name": "Tonight"}

    told = made(cast.player.get(f"clubs/{cast.club}/unsettled/"), 200)
    assert told == {"currencies": [], "not_balanced": [{**named, "currency": "EUR", "decimals": 2, "on_table": left}]}
    told = made(cast.player.get(f"nights/{table.night}/settlement/"), 200)
    assert (told["final"], told["balanced"], told["on_table"]) == (True, False, left)
    assert (told["transfers"], told["replaces"]) == ([], [])
    for path in (f"nights/{table.night}/settlements/", f"clubs/{cast.club}/settlements/"):
        problem = refused(cast.scorekeeper.post(path), 409, "not_balanced")
        assert problem["nights"] == [named]
        assert "Tonight" in problem["detail"]

    owner, player = browser("olga"), browser("pat")
    for path in (f"/nights/{table.night}/", f"/nights/{table.night}/settlement/"):
        page = owner.get(path).content.decode()
        assert "This night does not balance" in page
        assert f"/nights/{table.night}/#reopen" in page
        assert "An admin has to reopen the night" in player.get(path).content.decode()
    page = owner.get(f"/clubs/{cast.club}/settle/").content.decode()
    assert f'href="/nights/{table.night}/"' in page
    assert "Nights that do not balance" in page
    assert "Every closed night is settled" not in page
    assert "Closed nights that do not balance" in owner.get("/admin/", follow=True).content.decode()


def test_it_is_in_no_other_nights_way(cast: Cast, lay: Callable[..., Table]) -> None:
    wrong = unbalanced(cast, lay)
    right = lay("Cara", "Dan")
    guts(right, Cara="in", Dan="out")
    cash_out(right, Cara=2100, Dan=1900)
    close(right)
    told = made(cast.player.get(f"clubs/{cast.club}/unsettled/"), 200)
    (part,) = told["currencies"]
    assert part["nights"] == [right.night]
    assert [night["id"] for night in told["not_balanced"]] == [wrong.night]
    done = made(cast.scorekeeper.post(f"clubs/{cast.club}/settlements/"))
    assert done["nights"] == [right.night]
    assert [(one["amount"], one["payer"]["name"]) for one in done["transfers"]] == [(100, "Dan")]
    refused(cast.scorekeeper.post(f"clubs/{cast.club}/settlements/"), 409, "not_balanced")


def test_what_was_settled_before_it_stands(cast: Cast, lay: Callable[..., Table]) -> None:
    """Its own settlement is not replaced while it does not balance, and can be paid."""
    table = lay("Ann", "Bob")
    hand = guts(table, Ann="in", Bob="out")
    cash_out(table, Ann=2100, Bob=1900)
    close(table)
    (transfer,) = made(cast.scorekeeper.post(f"nights/{table.night}/settlements/"))["transfers"]
    correct(cast.owner, table, hand, in_money=True, Ann="out", Bob="out")
    refused(cast.scorekeeper.post(f"nights/{table.night}/settlements/"), 409, "not_balanced")
    made(cast.scorekeeper.post(f"transfers/{transfer['id']}/payments/", {"amount": 100, "payment_method": "cash"}))


def test_it_is_reopened_and_decided(cast: Cast, lay: Callable[..., Table]) -> None:
    """Each had put 1.00 into the pot that nobody won: nobody owes anything."""
    table = unbalanced(cast, lay)
    made(cast.owner.post(f"nights/{table.night}/reopen/", {"reason": "the pot"}), 200)
    bearers = {"players": list(table.players.values()), "reason": "both were out"}
    made(cast.scorekeeper.post(f"nights/{table.night}/difference/", bearers))
    close(table)
    assert nets(table) == {"Ann": 0, "Bob": 0}
    assert made(cast.player.get(f"clubs/{cast.club}/unsettled/"), 200) == {"currencies": [], "not_balanced": []}


def leave(table: Table, name: str, count: int) -> None:
    cash_out(table, **{name: count})
    (seat,) = (seat["id"] for seat in view(table)["seats"] if seat["player_name"] == name)
    made(table.phone.post(f"seats/{seat}/leave/"), 200)


def returned(cast: Cast, lay: Callable[..., Table], how: str = "return") -> tuple[Table, Hand]:
    """All were out, Cara left, and the pot was given back: 1.00 each, hers on the balance."""
    table = lay("Ann", "Bob", "Cara")
    hand = guts(table, Ann="out", Bob="out", Cara="out")
    if how == "return":
        leave(table, "Cara", 1900)
    made(table.phone.post(f"nights/{table.night}/pot/", {"decision": how, "reason": "late"}))
    return table, hand


def test_a_returned_pot_follows_the_hand_it_came_from(cast: Cast, lay: Callable[..., Table]) -> None:
    """Ann had been in alone and had taken the 3.00. The chips say so; Cara has nothing to get."""
    table, hand = returned(cast, lay)
    cash_out(table, Ann=2200, Bob=1900)
    assert view(table)["over_short"] == 100
    hand = correct(cast.owner, table, hand, Ann="in", Bob="out", Cara="out")
    assert (view(table)["over_short"], view(table)["pot"]) == (0, 0)
    close(table)
    assert nets(table) == {"Ann": 200, "Bob": -100, "Cara": -100}
    # and back again, after the night
    hand = correct(cast.owner, table, hand, Ann="out", Bob="out", Cara="out")
    assert nets(table) == {"Ann": 200, "Bob": -100, "Cara": 0}
    assert view(table)["over_short"] == 100
    told = made(cast.player.get(f"clubs/{cast.club}/unsettled/"), 200)
    assert [one["on_table"]["over_short"] for one in told["not_balanced"]] == [100]


@pytest.mark.parametrize("how", ["return", "split"])
def test_a_decided_pot_follows_in_money_alone(cast: Cast, lay: Callable[..., Table], how: str) -> None:
    """The chips went back to all three. In truth Ann had won them."""
    table, hand = returned(cast, lay, how)
    cash_out(table, Ann=2000, Bob=2000, **({} if how == "return" else {"Cara": 2000}))
    close(table)
    assert nets(table) == {"Ann": 0, "Bob": 0, "Cara": 0}
    correct(cast.owner, table, hand, in_money=True, Ann="in", Bob="out", Cara="out")
    assert nets(table) == {"Ann": 200, "Bob": -100, "Cara": -100}
    done = made(cast.scorekeeper.post(f"nights/{table.night}/settlements/"))
    assert {(one["payer"]["name"], one["receiver"]["name"], one["amount"]) for one in done["transfers"]} == {
        ("Bob", "Ann", 100),
        ("Cara", "Ann", 100),
    }


def test_a_pot_goes_back_to_who_had_paid_it_in(cast: Cast, lay: Callable[..., Table]) -> None:
    """Bob had matched the pot and has it back; in truth it was Cara, who had left by then."""
    table = lay("Ann", "Bob", "Cara")
    cards = {"Ann": ["As", "Ah", "Ad"], "Bob": ["2s", "3h", "7d"], "Cara": ["2c", "3d", "8d"]}

    def lines(loser: str) -> list[dict[str, Any]]:
        words = {"Ann": "in", "Bob": "out", "Cara": "out"} | {loser: "in"}
        shows = ({"type": "show", "player": table.players[name], "cards": cards[name]} for name in ("Ann", loser))
        return [*declare(**words)(table), *shows]

    hand = table.start("guts", rules={"ante": 100})
    hand = table.act(table.act(hand, *lines("Bob")[:3]), *lines("Bob")[3:])
    assert hand["result"]["carry"] == 300
    leave(table, "Cara", 1900)
    made(table.phone.post(f"nights/{table.night}/pot/", {"decision": "return", "reason": "late"}))
    cash_out(table, Ann=2200, Bob=1900)
    close(table)
    path, change = f"hands/{hand['id']}/corrections/", {"actions": lines("Cara")}
    shown = made(cast.owner.post(f"{path}preview/", {"change": change}, **at(hand)), 200)
    # each lost in the hand what came back from the pot
    assert shown["adjustment"] == {"balances": {}, "difference": 0}
    # played through, Cara has the pot on her balance, and was counted with 3.00 too many before
    moves = {"balances": {table.players["Cara"]: 300}, "difference": -300, "chips": {}, "pot": 0, "matches": {}}
    assert shown["moves"] == moves
    assert set(shown["warnings"]) == {
        *("counted_since", "difference_undecided", "night_is_closed", "pot_decided_since")
    }


def test_chips_that_were_counted_again_are_not_created(lay: Callable[..., Table]) -> None:
    """Of 20.00 only 19.00 were there, and those were paid out: the first count cannot be undone after the second."""
    table = lay("Ann", "Bob")
    ann, night = table.players["Ann"], f"nights/{table.night}"
    made(table.phone.post(f"{night}/recounts/", {"counts": {ann: 1900}, "reason": "looked again"}))
    cash_out(table, Ann=1900)
    entries = made(table.phone.get(f"{night}/money/"), 200)["results"]
    recount, paid_out = (next(one["id"] for one in entries if one["kind"] == kind) for kind in ("recount", "cash_out"))
    reason = {"reason": "it was right"}
    problem = refused(table.phone.post(f"entries/{recount}/take-back/", reason), 409, "conflict")
    assert "counted since" in problem["detail"]
    made(table.phone.post(f"entries/{paid_out}/take-back/", reason))
    made(table.phone.post(f"entries/{recount}/take-back/", reason))
    shown = view(table)
    assert [seat["chips"] + seat["set_aside"] for seat in shown["seats"]] == [2000, 2000]
    assert shown["over_short"] == 0


@pytest.mark.parametrize("kind", ["buy_in", "top_up", "cash_out", "pot"])
def test_nothing_is_taken_back_from_under_a_count(lay: Callable[..., Table], kind: str) -> None:
    """What moved a player's chips before they were counted: the count has seen it."""
    table = lay("Ann", "Bob")
    ann, night = table.players["Ann"], f"nights/{table.night}"
    if kind == "cash_out":
        cash_out(table, Ann=1900)
    if kind == "pot":
        guts(table, Ann="out", Bob="out")
        made(table.phone.post(f"{night}/pot/", {"decision": "return", "reason": "late"}))
    made(table.phone.post(f"{night}/buy-ins/", {"player": ann, "amount": 5000}))
    made(table.phone.post(f"{night}/recounts/", {"counts": {ann: 6000}, "reason": "counted"}))
    made(table.phone.post(f"{night}/buy-ins/", {"player": ann, "amount": 9000}))
    entries = made(table.phone.get(f"{night}/money/"), 200)["results"]
    entry = next(one for one in entries if one["kind"] == kind)
    before = view(table)
    refused(table.phone.post(f"entries/{entry['id']}/take-back/", {"reason": "a slip"}), 409, "conflict")
    assert view(table) == before
