"""Hands put right after they were over: what follows in the night, in the money, and on the board."""

import threading
from typing import Any

import pytest
from django.db import connection

from games import engine
from games.models import Entry, Hand, Match, Night
from games.selectors.hands import hand_entries, hand_file, hand_view
from games.services import chips, money, nights, results
from games.services.corrections import LaterHandIllegal, Preview, correct, preview_correction
from games.services.errors import BadValue, Conflict, Forbidden, NotFound, PreconditionRequired, ServiceError, Stale
from ledger.models import JournalTransaction, Posting
from tests.games.cast import Table, make_cast, make_table

CIRCULATION = {
    "Ann": ("reveal 2c", "Bob reject", "Cid reject", "Ann reject"),
    "Bob": ("reveal 2c", "Cid reject", "Ann reject", "Bob reject"),
    "Cid": ("reveal 2c", "Ann reject", "Bob reject", "Cid reject"),
}
BOARD = ("reveal 2c 3d Kh", "reveal 9s", "reveal Jd")


def lines(table: Table, *texts: str) -> list[dict[str, Any]]:
    return [table.action(text) for text in texts]


def put_right(table: Table, hand: Hand, change: dict[str, Any], **how: Any) -> Hand:
    """Correct as the owner; what was previewed is what was done, and the books still stand."""
    hand = Hand.objects.get(pk=hand.pk)
    shown = preview_correction(table.cast.rob, hand.pk, change)
    done = correct(table.cast.rob, hand.pk, change, "it was otherwise", hand.version, **how)
    assert done.preview == shown
    check_books(table)
    return Hand.objects.get(pk=hand.pk)


def check_books(table: Table) -> None:
    """Every account sums up; every hand's standing postings are its result; the log alone gives what is stored."""
    from tests.games.services.books import check_night

    check_night(table.night)


def people(table: Table, *names: str) -> dict[str, Any]:
    return {name: table.players[name].pk for name in names}


def deal_folly(table: Table, *ending: str, rules: dict[str, Any] | None = None) -> Hand:
    hand = table.deal("buddhas-folly", rules)
    dealer = next(iter(table.named({hand.set_up["dealer"]: 1})))
    return table.enter(hand, *CIRCULATION[dealer], *ending)


def net(table: Table, hand: Hand) -> dict[str, int]:
    return table.named(Hand.objects.get(pk=hand.pk).result["net"])


def test_a_wrong_showdown_two_hands_back_changes_who_is_all_in(table: Table) -> None:
    """Ann was paid, but Bob had won: two hands later Bob was all-in for less than he had."""
    first = table.deal("council-bluffs")
    table.enter(first, "Ann raise 350", "Bob call", "Cid fold", *("reveal 2c 3d Kh", "Bob check", "Ann check"))
    table.enter(first, "reveal 9s", "Bob check", "Ann check", "reveal Jd", "Bob check", "Ann check", "Bob muck")
    assert net(table, first) == {"Ann": 450, "Bob": -350, "Cid": -100}
    second = table.deal("council-bluffs")
    table.enter(second, "Bob fold", "Cid fold")
    third = table.deal("council-bluffs", {"limit": "no_limit"})
    table.enter(third, "Cid raise 1800", "Ann call", "Bob call")
    before = table.stacks()
    before_third = net(table, third) if Hand.objects.get(pk=third.pk).result else None
    assert before_third is None
    table.enter(third, "void the cards fell down")
    actions = [dict(entry.body) for entry in first.entries.filter(kind="action").order_by("number")]
    actions[-1] = table.action("Ann muck")
    hand = put_right(table, first, {"actions": actions})
    assert net(table, hand) == {"Ann": -350, "Bob": 450, "Cid": -100}
    assert table.stacks() == {"Ann": before["Ann"] - 800, "Bob": before["Bob"] + 800, "Cid": before["Cid"]}
    later = Hand.objects.get(pk=second.pk)
    assert table.named({p["name"]: p["stack"] for p in later.set_up["players"]}) == {
        "Ann": 1650,
        "Bob": 2450,
        "Cid": 1900,
    }
    cause = later.entries.get(kind="correction").body["cause"]
    assert cause == {"hand": str(first.pk), "number": hand.version}
