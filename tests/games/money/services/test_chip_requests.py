"""Chips asked for, granted, refused, withdrawn."""

import pytest

from games.core.errors import BadAmount, Conflict, Forbidden, NotFound
from games.models import BuyInRequest, Entry
from games.money.services import chip_requests
from games.nights.selectors.nights import requests_of
from games.nights.services import seats
from tests.games.cast import Table


def ask(table: Table, amount: int = 1000) -> BuyInRequest:
    return chip_requests.ask_for_chips(table.cast.ann, table.night.pk, table.players["Ann"].pk, amount)


def test_asked_and_granted(table: Table) -> None:
    request = ask(table)
    assert (request.status, request.way, table.stacks()["Ann"]) == ("asked", "account", 2000)
    with pytest.raises(Conflict, match="asked already"):
        ask(table)
    with pytest.raises(Forbidden):
        chip_requests.grant(table.cast.ann, request.pk)
    hand = table.deal("council-bluffs")
    granted = chip_requests.grant(table.cast.sue, request.pk)
    assert granted.entry and granted.entry.kind == Entry.Kind.TOP_UP
    assert (granted.status, table.stacks()["Ann"]) == ("granted", 3000)
    table.enter(hand, "void")
    for decide in (
        lambda: chip_requests.grant(table.cast.sue, request.pk),
        lambda: chip_requests.withdraw(table.cast.ann, request.pk),
    ):
        with pytest.raises(Conflict, match="granted already"):
            decide()
    assert table.stacks()["Ann"] == 3000
    assert ask(table).status == "asked"
    assert requests_of(table.cast.sue, table.night.pk).count() == 2


def test_refused_with_a_reason_or_withdrawn(table: Table) -> None:
    refused = chip_requests.refuse(table.cast.sue, ask(table).pk, "the limit is reached")
    assert (refused.status, refused.reason) == ("refused", "the limit is reached")
    assert chip_requests.withdraw(table.cast.ann, ask(table).pk).status == "withdrawn"
    assert table.stacks()["Ann"] == 2000
    log = Entry.objects.filter(kind="request").order_by("at", "id")
    assert [entry.body["status"] for entry in log] == ["asked", "refused", "asked", "withdrawn"]


def test_a_player_asks_for_themselves_alone(table: Table) -> None:
    bob = table.players["Bob"].pk
    with pytest.raises(Forbidden):
        chip_requests.ask_for_chips(table.cast.ann, table.night.pk, bob, 1000)
    request = chip_requests.ask_for_chips(table.cast.sue, table.night.pk, bob, 1000, "cash")
    with pytest.raises(Forbidden):
        chip_requests.withdraw(table.cast.ann, request.pk)
    with pytest.raises(NotFound):
        chip_requests.grant(table.cast.otto, request.pk)
    chip_requests.grant(table.cast.sue, request.pk)
    assert table.view()["box"] == 1000


def test_only_whole_chips_and_only_at_the_table(table: Table) -> None:
    for amount in (0, 30, -25):
        with pytest.raises(BadAmount):
            ask(table, amount)
    table.cash_out("Ann", 2000)
    seats.leave(table.cast.sue, table.night.seats.get(player=table.players["Ann"]).pk)
    with pytest.raises(NotFound):
        ask(table)
