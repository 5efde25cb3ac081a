"""Many phones at many tables: what each of them does all evening, and whether what was meant is there, once."""

import json
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from games import engine
from games.accounts.services import users
from games.clubs.services import clubs
from games.models import Device, Entry, Member, Role, User
from tests.games.cast import PASSWORD, Cast, Table
from tests.games.purse import open_table
from tests.live.evening import UNDO, Stand, log_is_as_meant, meant
from tests.live.server import Ear
from tests.live.shaky import Shaky

# Who plays at each. The first ones have a phone for their own declarations; keepers are there besides.
NAMES = ("Ann", "Bob", "Cid", "Dov")
DECLARERS, KEEPERS = 2, 3
HANDS, BUY_INS = 2, 3
STACK, CHIP = 100_000, 25
# In seconds, at most: between two looks of who keeps score, and of who only declares.
LOOK, GLANCE = 0.1, 0.6
SALES = {Entry.Kind.BUY_IN, Entry.Kind.TOP_UP}
GAMES = list(engine.GAMES)


@dataclass
class Evening:
    """A table, which hands are to be played at it (their games by id), and the phones: first those that keep score.

    It may take so many `seconds`.
    """

    table: Table
    hands: dict[str, str]
    seconds: float
    phones: list[Shaky] = field(default_factory=list)
    devices: list[Device] = field(default_factory=list)

    @property
    def night(self) -> str:
        return str(self.table.night.pk)

    @property
    def players(self) -> list[str]:
        return [str(player.pk) for player in self.table.players.values()]

    def work(self) -> Iterator[Callable[[], None]]:
        for place, phone in enumerate(self.phones):
            if place < KEEPERS:
                yield partial(keep_score, self, phone, place)
            else:
                yield partial(declare, self, phone, self.players[place - KEEPERS])


def an_evening(
    cast: Cast, port: int, number: int, phone: type[Shaky] = Shaky, hands_of: int = HANDS, seconds: float = 120
) -> Evening:
    table = open_table(cast, {}, f"Table {number}", chip=CHIP)
    chance = Random(number)
    hands = {
        str(uuid.UUID(int=chance.getrandbits(128), version=4)): GAMES[(number + hand) % len(GAMES)]
        for hand in range(hands_of)
    }
    evening = Evening(table, hands, seconds)
    members = [a_member(cast, f"Keeper {number}.{one}", Role.SCOREKEEPER) for one in range(KEEPERS)]
    for place, name in enumerate(f"{name} {number}" for name in NAMES):
        if place < DECLARERS:
            members.append(a_member(cast, name, Role.PLAYER))
            table.players[name] = clubs.add_player(cast.sue, cast.club.pk, name, member_id=members[-1].pk)
        table.sit(name, STACK)
    for member in members:
        token, device = users.add_device(member.user, "phone")
        evening.phones.append(phone(port, token, Random(member.user.name)))
        evening.devices.append(device)
    return evening


def a_member(cast: Cast, name: str, role: Role) -> Member:
    User.objects.create_user(name, PASSWORD)
    return clubs.add_member(cast.rob, cast.club.pk, name, role)


def all_at_once(works: list[Callable[[], None]]) -> None:
    """Each in a thread of its own; the first thing that goes wrong is raised here."""
    wrong: list[BaseException] = []

    def run(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]


def keep_score(evening: Evening, phone: Shaky, place: int) -> None:
    """Play all hands together with the other keepers, and sell chips meanwhile."""
    sales = list(sales_of(evening, place))
    for stand in stands(evening, phone):
        if sales and phone.chance.random() < 0.2:
            sell(evening, phone, *sales.pop())
        wanted = phone.chance.choice(meant(stand))
        path, body = ("undo/", {}) if wanted == UNDO else ("actions/", wanted)
        phone.write(f"hands/{stand.id}/{path}", body, stand.version)
    for sale in sales:
        sell(evening, phone, *sale)
    phone.catch_up()


def sales_of(evening: Evening, place: int) -> Iterator[tuple[str, int]]:
    """To whom this keeper sells how much: each sale of the evening differs."""
    for number in range(place * BUY_INS, (place + 1) * BUY_INS):
        yield evening.players[number % len(NAMES)], (number + 1) * CHIP


def sell(evening: Evening, phone: Shaky, player: str, amount: int) -> None:
    phone.write(f"nights/{evening.night}/buy-ins/", {"player": player, "amount": amount})


def declare(evening: Evening, phone: Shaky, player: str) -> None:
    """Declare for oneself, in secret, when it comes to that."""
    for stand in stands(evening, phone):
        for body in meant(stand):
            if (body.get("type"), body.get("player")) == ("declare", player):
                phone.write(f"hands/{stand.id}/actions/", body, stand.version)
    phone.catch_up()


def stands(evening: Evening, phone: Shaky) -> Iterator[Stand]:
    """Each hand as this phone sees it, again and again until it is over; a hand that is not there is dealt."""
    deadline = time.monotonic() + evening.seconds
    keeps_score = phone in evening.phones[:KEEPERS]
    for hand_id, game in evening.hands.items():
        while True:
            assert time.monotonic() < deadline, f"hand {hand_id} does not end"
            if phone.chance.random() < 0.3:
                phone.catch_up()
            hand = phone.get(f"hands/{hand_id}/")
            if hand.status == 404 and keeps_score:
                phone.write(f"nights/{evening.night}/hands/", {"id": hand_id, "game": game})
            elif hand.status == 200 and hand.body["status"] != "open":
                break
            elif hand.status == 200:
                # nobody takes back a whole deal: each hand of the evening is played
                can_undo = hand.body["undo"] not in (None, "the deal")
                yield Stand(hand_id, hand.body["version"], hand.body["legal"], can_undo)
            time.sleep(phone.chance.uniform(0, LOOK if keeps_score else GLANCE))


def hands_are_as_meant(evening: Evening) -> None:
    hands = list(evening.table.night.hands.order_by("number"))
    assert sorted((str(hand.pk), hand.game) for hand in hands) == sorted(evening.hands.items())
    for hand in hands:
        log_is_as_meant(hand)


def each_write_is_there_once(evening: Evening) -> None:
    """What a phone was told is done, and nothing else, is entered from it."""
    for phone, device in zip(evening.phones, evening.devices, strict=True):
        told = Counter(said(answer) for _, answer in phone.done.values())
        assert told == Counter(kept(entry) for entry in Entry.objects.filter(device=device)), device


def said(answer: Any) -> str:
    """What an answer says is entered: an amount, or at which version of a hand what."""
    if answer.get("kind") in SALES:
        return f"{answer['player']} {answer['body']['amount']}"
    hand = answer.get("hand", answer)
    return f"{hand['id']} {hand['version']} {written(answer.get('actions', []))}"


def kept(entry: Entry) -> str:
    if entry.kind in SALES:
        return f"{entry.player_id} {entry.body['amount']}"
    return f"{entry.hand_id} {entry.number} {written([entry.body] if entry.kind == Entry.Kind.ACTION else [])}"


def written(actions: list[Any]) -> str:
    """The same whatever the order of their fields, which a database may change."""
    return json.dumps(actions, sort_keys=True)


def chips_are_right(evening: Evening) -> None:
    """Everybody has what was bought, all of it and once, and what the hands brought."""
    table = evening.table
    chips = Counter(dict.fromkeys(evening.players, STACK))
    for place in range(KEEPERS):
        for player, amount in sales_of(evening, place):
            chips[player] += amount
    for hand in table.night.hands.filter(status="complete"):
        chips.update(hand.result.get("net", {}))
    assert {seat["player"]: seat["chips"] + seat["set_aside"] for seat in table.view()["seats"]} == chips


def all_was_told(evening: Evening, ear: Ear) -> None:
    """Who listened has heard every event, in order and once."""
    last = evening.table.night.entries.latest("told").told
    ear.until(last)
    assert ear.numbers == list(range(1, last + 1))
    ear.close()
