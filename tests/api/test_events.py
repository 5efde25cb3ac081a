"""Each kind of thing that happens in a night: told as one event, once, to whoever was away too."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.models import Entry
from tests.api.conftest import Cast, Table
from tests.api.phone import Phone, made
from tests.api.test_live import changes, streamed

Kind = Entry.Kind
# What concerns a club and its people, and none of its nights.
OF_THE_CLUB = {Kind.PLAYER, Kind.CLUB, Kind.MERGE, Kind.MEMBER, Kind.INVITE, Kind.REPAIR}


class Evening:
    """A night with Ann, Bob and Cara, and what can be done in it."""

    def __init__(self, cast: Cast, table: Table) -> None:
        self.cast, self.phone, self.night = cast, table.phone, table.night
        self.table, self.ann, self.bob, self.cara = table, *table.players.values()

    def do(self, path: str, body: object = None, **headers: str) -> Any:
        answer = self.phone.post(path, body, **headers)
        assert answer.status_code < 300, answer.content
        return answer.json()

    def at_night(self, path: str, body: object = None) -> Any:
        return self.do(f"nights/{self.night}/{path}/", body)

    def deal(self, game: str = "council-bluffs", **more: Any) -> dict[str, Any]:
        return self.table.start(game, dealer=self.ann, **more)

    def fold(self, hand: dict[str, Any], player: str) -> dict[str, Any]:
        return self.table.act(hand, {"type": "fold", "player": player})

    def played(self) -> dict[str, Any]:
        return self.fold(self.fold(self.deal(), self.ann), self.bob)

    def carried(self, **rules: object) -> dict[str, Any]:
        """Nobody is in: what lies in the pot waits."""
        hand = self.table.act(self.deal("buddhas-folly", rules=rules), {"type": "reveal", "cards": ["2c"]})
        for what in ({"type": "reject"}, {"type": "declare", "as": "out"}):
            for player in (self.bob, self.cara, self.ann):
                hand = self.table.act(hand, {**what, "player": player})
        return hand

    def pegged(self) -> str:
        """A match of Bluff N' Peg for a stake, with one hand played."""
        hand = self.deal("bluff-n-peg", stake=500)
        lines = [{"type": "draw", "player": player, "count": 0} for player in (self.bob, self.cara, self.ann)]
        lines += [{"type": "play", "player": self.bob, "card": "Kh"}]
        lines += [{"type": "fold", "player": player} for player in (self.cara, self.ann)]
        self.table.act(hand, *lines)
        return str(made(self.phone.get(f"nights/{self.night}/matches/"), 200)["results"][0]["id"])

    def short(self) -> None:
        """Ann has a chip less than the book says."""
        self.at_night("recounts", {"counts": {self.ann: 1975}, "reason": "It is gone"})

    def ended(self) -> None:
        """Ann has won 5.00 of Bob's, and the night is closed."""
        self.at_night("results", {"game": "Stud", "net": {self.ann: 500, self.bob: -500}})
        for player, count in ((self.ann, 2500), (self.bob, 1500), (self.cara, 2000)):
            self.at_night("cash-outs", {"player": player, "count": count})
        self.at_night("close")

    def settled(self) -> str:
        self.ended()
        return str(self.at_night("settlements")["transfers"][0]["id"])

    def seat_of(self, player: str) -> str:
        seats = made(self.phone.get(f"nights/{self.night}/seats/"), 200)["results"]
        return next(str(seat["id"]) for seat in seats if seat["player"] == player)


Happening = Callable[[Evening], Iterator[None]]


def deal(night: Evening) -> Iterator[None]:
    yield
    night.deal()


def action(night: Evening) -> Iterator[None]:
    hand = night.deal()
    yield
    night.fold(hand, night.ann)


def undo(night: Evening) -> Iterator[None]:
    hand = night.fold(night.deal(), night.ann)
    yield
    night.do(f"hands/{hand['id']}/undo/", If_Match=f'"{hand["version"]}"')


def result(night: Evening) -> Iterator[None]:
    yield
    night.at_night("results", {"game": "Stud", "net": {night.ann: 25, night.bob: -25}})


def correction(night: Evening) -> Iterator[None]:
    hand = night.played()
    yield
    change = {"change": {"rules": {"ante": 25}}, "reason": "An ante was forgotten"}
    made(night.cast.owner.post(f"hands/{hand['id']}/corrections/", change, If_Match=f'"{hand["version"]}"'))


def ruling(night: Evening) -> Iterator[None]:
    """There is no arbiter: the owner is."""
    hand = night.played()
    yield
    moved = dict.fromkeys(hand["result"]["net"], 0)
    said = {"net": moved, "reason": "Nobody knows any more"}
    made(night.cast.owner.post(f"hands/{hand['id']}/rulings/", said, If_Match=f'"{hand["version"]}"'))


def buy_in(night: Evening) -> Iterator[None]:
    dan = night.do(f"clubs/{night.cast.club}/players/", {"name": "Dan"})["id"]
    night.at_night("seats", {"player": dan})
    yield
    night.at_night("buy-ins", {"player": dan, "amount": 500})


def top_up(night: Evening) -> Iterator[None]:
    yield
    night.at_night("buy-ins", {"player": night.ann, "amount": 500})


def cash_out(night: Evening) -> Iterator[None]:
    yield
    night.at_night("cash-outs", {"player": night.ann, "count": 2000})


def recount(night: Evening) -> Iterator[None]:
    yield
    night.short()


def pot(night: Evening) -> Iterator[None]:
    night.carried()
    yield
    night.at_night("pot", {"decision": "return", "reason": "It was the last hand"})


def difference(night: Evening) -> Iterator[None]:
    night.short()
    yield
    night.at_night("difference", {"players": [night.ann], "reason": "She had it last"})


def expense(night: Evening) -> Iterator[None]:
    yield
    night.at_night("expenses", {"purpose": "Pizza", "amount": 900, "paid_by": "box", "club_share": 900})


def take_back(night: Evening) -> Iterator[None]:
    entry = night.at_night("buy-ins", {"player": night.ann, "amount": 500})
    yield
    night.do(f"entries/{entry['id']}/take-back/", {"reason": "It was Bob"})


def request(night: Evening) -> Iterator[None]:
    yield
    night.at_night("requests", {"player": night.ann, "amount": 500})


def refused_request(night: Evening) -> Iterator[None]:
    asked = night.at_night("requests", {"player": night.ann, "amount": 500})
    yield
    night.do(f"requests/{asked['id']}/refuse/", {"reason": "Enough"})


def withdrawn_request(night: Evening) -> Iterator[None]:
    asked = night.at_night("requests", {"player": night.ann, "amount": 500})
    yield
    night.do(f"requests/{asked['id']}/withdraw/")


def close(night: Evening) -> Iterator[None]:
    for player in (night.ann, night.bob, night.cara):
        night.at_night("cash-outs", {"player": player, "count": 2000})
    yield
    night.at_night("close")


def reopen(night: Evening) -> Iterator[None]:
    night.ended()
    yield
    made(night.cast.owner.post(f"nights/{night.night}/reopen/", {"reason": "The pizza"}), 200)


def forfeit(night: Evening) -> Iterator[None]:
    match = night.pegged()
    yield
    night.do(f"matches/{match}/forfeits/", {"player": night.cara, "reason": "A train"})


def match_end(night: Evening) -> Iterator[None]:
    match = night.pegged()
    yield
    night.do(f"matches/{match}/end/", {"decision": "leader", "reason": "It is late"})


def seat(night: Evening) -> Iterator[None]:
    yield
    made(night.phone.patch(f"seats/{night.seat_of(night.cara)}/", {"status": "out"}), 200)


def left_seat(night: Evening) -> Iterator[None]:
    night.at_night("cash-outs", {"player": night.cara, "count": 2000})
    yield
    night.do(f"seats/{night.seat_of(night.cara)}/leave/")


def settlement(night: Evening) -> Iterator[None]:
    night.ended()
    yield
    night.at_night("settlements")


def payment(night: Evening) -> Iterator[None]:
    transfer = night.settled()
    yield
    night.do(f"transfers/{transfer}/payments/", {"amount": 500})


def confirmed_payment(night: Evening) -> Iterator[None]:
    paid = night.do(f"transfers/{night.settled()}/payments/", {"amount": 500})
    yield
    night.do(f"payments/{paid['id']}/confirm/")


def reversed_payment(night: Evening) -> Iterator[None]:
    paid = night.do(f"transfers/{night.settled()}/payments/", {"amount": 500})
    yield
    night.do(f"payments/{paid['id']}/reverse/", {"reason": "It was a copy"})


def dispute(night: Evening) -> Iterator[None]:
    hand = night.played()
    yield
    night.do(f"hands/{hand['id']}/disputes/", {"text": "I did not fold", "player": night.bob})


HAPPENINGS: list[tuple[str, Happening]] = [
    (Kind.DEAL, deal),
    (Kind.ACTION, action),
    (Kind.UNDO, undo),
    (Kind.RESULT, result),
    (Kind.CORRECTION, correction),
    (Kind.RULING, ruling),
    (Kind.BUY_IN, buy_in),
    (Kind.TOP_UP, top_up),
    (Kind.CASH_OUT, cash_out),
    (Kind.RECOUNT, recount),
    (Kind.POT, pot),
    (Kind.DIFFERENCE, difference),
    (Kind.EXPENSE, expense),
    (Kind.TAKE_BACK, take_back),
    (Kind.REQUEST, request),
    (Kind.REQUEST, refused_request),
    (Kind.REQUEST, withdrawn_request),
    (Kind.CLOSE, close),
    (Kind.REOPEN, reopen),
    (Kind.FORFEIT, forfeit),
    (Kind.MATCH_END, match_end),
    (Kind.SEAT, seat),
    (Kind.SEAT, left_seat),
    (Kind.SETTLEMENT, settlement),
    (Kind.PAYMENT, payment),
    (Kind.PAYMENT, confirmed_payment),
    (Kind.PAYMENT, reversed_payment),
    (Kind.DISPUTE, dispute),
]


@pytest.fixture
def night(cast: Cast, lay: Callable[..., Table]) -> Evening:
    return Evening(cast, lay("Ann", "Bob", "Cara"))


def told_after(phone: Phone, night: str, last: int) -> list[dict[str, Any]]:
    """What a stream tells whoever comes back with the last event they know."""
    frames = streamed(phone, night, **{"Last-Event-ID": str(last)})
    return [json.loads(data) for data in re.findall(r"^data: (\{.*\})$", frames, re.MULTILINE)]


@pytest.mark.parametrize(("kind", "happening"), HAPPENINGS, ids=[one.__name__ for _, one in HAPPENINGS])
def test_it_is_told_once(night: Evening, kind: str, happening: Happening) -> None:
    steps = happening(night)
    next(steps)
    last = changes(night.phone, night.night)["last"]
    for _ in steps:
        raise AssertionError("one thing happens after the preparations")
    told = told_after(night.cast.player, night.night, last)
    assert [(event["number"], event["kind"]) for event in told] == [(last + 1, kind)]
    assert told == changes(night.cast.player, night.night, after=last)["events"]
    assert told_after(night.cast.player, night.night, last + 1) == []


def test_granted_chips_are_two_events(night: Evening) -> None:
    asked = night.at_night("requests", {"player": night.ann, "amount": 500})
    last = changes(night.phone, night.night)["last"]
    night.do(f"requests/{asked['id']}/grant/")
    assert {event["kind"] for event in told_after(night.phone, night.night, last)} == {Kind.TOP_UP, Kind.REQUEST}


def test_owed_antes_are_told_when_they_are_waived(night: Evening) -> None:
    hand = night.carried(all_out_pays=True)
    shown = ("9h 9d 9c 4h 4d", "7h 7d 6c 5h 3d", "As Ks Qs Js Ts")
    for player, cards in zip((night.bob, night.cara, night.ann), shown, strict=True):
        hand = night.table.act(hand, {"type": "show", "player": player, "cards": cards.split()})
    owes = hand["result"]["antes_paid_by"]
    seats = made(night.phone.get(f"nights/{night.night}/"), 200)["seats"]
    stack = next(seat["chips"] for seat in seats if seat["player"] == owes)
    night.at_night("cash-outs", {"player": owes, "count": stack})
    last = changes(night.phone, night.night)["last"]
    night.do(f"seats/{night.seat_of(owes)}/leave/", {"owed_antes": "waive", "reason": "A train"})
    assert [event["kind"] for event in told_after(night.phone, night.night, last)] == [Kind.ANTES, Kind.SEAT]


def test_every_kind_is_tried() -> None:
    assert {kind for kind, _ in HAPPENINGS} == set(Kind) - OF_THE_CLUB - {Kind.OPEN, Kind.ANTES}


@pytest.fixture
def two_nights(cast: Cast, lay: Callable[..., Table]) -> tuple[Evening, Evening]:
    """Both are over; nobody has settled."""
    nights = tuple(Evening(cast, lay(*(f"{name} {number}" for name in ("Ann", "Bob", "Cara")))) for number in (1, 2))
    for one in nights:
        one.ended()
    return nights[0], nights[1]


def test_a_settlement_of_the_club_is_told_in_each_of_its_nights(
    cast: Cast, two_nights: tuple[Evening, Evening]
) -> None:
    after = {one.night: changes(cast.player, one.night)["last"] for one in two_nights}
    phone = cast.scorekeeper
    settlement = made(phone.post(f"clubs/{cast.club}/settlements/"))
    transfer = settlement["transfers"][0]
    paid = made(phone.post(f"transfers/{transfer['id']}/payments/", {"amount": 200}))
    made(phone.post(f"payments/{paid['id']}/confirm/"), 200)
    made(phone.post(f"payments/{paid['id']}/reverse/", {"reason": "It was a copy"}), 200)
    log = made(cast.player.get(f"clubs/{cast.club}/entries/?kind=settlement,payment&order=created_at"), 200)["results"]
    assert [(one["kind"], one["night"]) for one in log] == [("settlement", None)] + [("payment", None)] * 3
    for one in two_nights:
        told = told_after(cast.player, one.night, after[one.night])
        assert [event["kind"] for event in told] == ["settlement", "payment", "payment", "payment"]
        assert [event["number"] - after[one.night] for event in told] == [1, 2, 3, 4]
        for event, entry in zip(told, log, strict=True):
            assert event["body"] == {**entry["body"], "of_club": entry["id"]}


def test_a_night_that_is_not_part_of_it_is_told_nothing(cast: Cast, two_nights: tuple[Evening, Evening]) -> None:
    first, second = two_nights
    paid = first.at_night("settlements")["transfers"][0]
    first.do(f"transfers/{paid['id']}/payments/", {"amount": paid["amount"]})  # else it would be settled anew
    last = changes(cast.player, first.night)["last"]
    made(cast.scorekeeper.post(f"clubs/{cast.club}/settlements/"))
    assert told_after(cast.player, first.night, last) == []
    assert told_after(cast.player, second.night, 0)[-1]["kind"] == "settlement"
