"""A club in a process of its own: `python -m bench.growth_club NIGHTS`.

It fills the empty database that DATABASE_URL names, and then answers as `bench.asking` asks. One night is played
through the services; the others are its copies, under ids and on days of their own. The regulars play on ten of them;
on all others, people whom nobody asks about.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import django

from bench.asking import Works, answer

if TYPE_CHECKING:
    from django.db.models import Model

    from games.formats.archive.tables import Table as Kind
    from games.models import Club
    from tests.games.cast import Cast, Table

REGULARS = [f"Regular{number}" for number in range(8)]
OTHERS = [f"Other{number}" for number in range(8)]
REGULAR_NIGHTS = 10
RESULTS, LOST = 120, 25
CHIPS = 100_000

ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
BALANCES = """
INSERT INTO ledger_balance (account_id, amount)
SELECT account.id, COALESCE(SUM(posting.amount), 0)
FROM ledger_account account LEFT JOIN ledger_posting posting ON posting.account_id = account.id GROUP BY account.id
"""

# By table, the rows as an archive has them.
Rows = dict[str, list[str]]


def fill(nights: int) -> Works:
    from django.core.management import call_command
    from django.db import connection

    from ledger import guards
    from tests.games.cast import make_cast

    call_command("migrate", verbosity=0)
    cast = make_cast()
    table, rows = _played(cast)
    # A million posts through the services would take an hour; the copies are made as the services make theirs.
    with guards.lifted_for_tests(connection), without_the_disk(connection):
        _copies(table, rows, nights)
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM ledger_balance")
            cursor.execute(BALANCES)
            cursor.execute("ANALYZE")
    return _works(cast, table)


@contextmanager
def without_the_disk(connection: Any) -> Iterator[None]:
    """While it is filled nothing waits for the disk. The tests' PostgreSQL never does; SQLite does again afterwards."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous = OFF")
        yield
        cursor.execute("PRAGMA synchronous = FULL")


def _played(cast: "Cast") -> "tuple[Table, Rows]":
    """A whole night, and the rows that it has left."""
    from games.clubs.services import clubs
    from tests.games.purse import end, open_table, win

    table = open_table(cast, {}, "A night")
    for name in (*REGULARS, *OTHERS):
        table.players[name] = clubs.add_player(cast.sue, cast.club.pk, name)
    before = {line for lines in _rows(cast.club).values() for line in lines}
    for name in REGULARS:
        table.sit(name, CHIPS)
    hand = table.deal("council-bluffs")
    while hand.status == "open":
        hand = table.enter(hand, f"{_on_turn(cast, table, hand)} fold")
    for number in range(RESULTS):
        winner = REGULARS[number % len(REGULARS)]
        win(table, **{name: -LOST if name != winner else LOST * (len(REGULARS) - 1) for name in REGULARS})
    end(table)
    rows = {name: [line for line in lines if line not in before] for name, lines in _rows(cast.club).items()}
    # The club's own row changes with each night; there is one.
    return table, rows | {"clubs": []}


def _on_turn(cast: "Cast", table: "Table", hand: Any) -> str:
    from games.play.selectors.hands import hand_view

    (player,) = table.named({hand_view(cast.sue, hand)["to_act"][0]: None})
    return player


def _rows(club: "Club") -> Rows:
    from games.formats.archive import row_json
    from games.formats.archive.tables import TABLES

    club.refresh_from_db()
    return {
        table.name: [
            row_json.line_of(row_json.written(row, table.fields)).decode()
            for row in table.rows(club).order_by(*table.order)
        ]
        for table in TABLES
    }


def _copies(table: "Table", rows: Rows, nights: int) -> None:
    """As many nights as there are to be, with the one that there is."""
    from django.db import transaction

    from games.formats.archive.tables import TABLES

    pairs = zip(REGULARS, OTHERS, strict=True)
    people = {str(table.players[name].pk): str(table.players[other].pk) for name, other in pairs}
    # What somebody stands at with the club goes on from night to night; the others' accounts come with their first.
    lasting = {line: json.loads(line) for line in rows["accounts"] if json.loads(line)["scope"] is None}
    regulars = {account["id"]: account["id"] for account in lasting.values()}
    theirs = {line: account["id"] for line, account in lasting.items() if account["owner"] in people}
    others = regulars | people | {id: str(uuid4()) for id in theirs.values()}
    nightly = rows | {"accounts": [line for line in rows["accounts"] if line not in lasting]}
    own = {json.loads(line).get("id") for lines in nightly.values() for line in lines} - {None}
    for number in range(1, nights):
        ids = {id: str(uuid4()) for id in own} | (regulars if number < REGULAR_NIGHTS else others)
        first = {"accounts": [*theirs, *nightly["accounts"]]} if number == REGULAR_NIGHTS else {}
        with transaction.atomic():
            for kind in TABLES:
                copies = _copied(kind, (nightly | first)[kind.name], ids, number)
                kind.model._default_manager.bulk_create(copies, batch_size=2000)


def _copied(kind: "Kind", lines: list[str], ids: Mapping[str, str], number: int) -> "Iterator[Model]":
    """The rows under these ids, so many days earlier; the chain's are numbered on."""
    from games.formats.archive import row_json

    times = [field.attname for field in kind.fields if field.get_internal_type() == "DateTimeField"]
    for line in ID.sub(lambda found: ids.get(found[0], found[0]), "".join(lines)).splitlines():
        row: Any = row_json.read(kind, line.encode())
        for name in times:
            if (at := getattr(row, name)) is not None:
                setattr(row, name, at - timedelta(days=number))
        if kind.name == "links":
            row.sequence += number * len(lines)
        yield row


def _works(cast: "Cast", played: "Table") -> Works:
    """Tonight is the club's last night, as everybody's; the player of the statement has been there on ten."""
    from django.test import Client

    from bench.pages import Table as Console
    from tests.games.cast import make_table
    from tests.games.purse import open_table

    client = Client(headers={"host": "localhost"})
    console = Console(client, make_table(cast))
    beside = open_table(cast, {}, "Another table")
    for name in ("Dov", "Eve"):
        beside.sit(name, CHIPS)
    regular: UUID = played.players[REGULARS[0]].pk

    def hand() -> None:
        dealt = beside.deal("council-bluffs")
        beside.enter(dealt, f"{_on_turn(cast, beside, dealt)} fold")

    def seen(path: str) -> None:
        found = client.get(path)
        assert found.status_code == 200, path

    return {
        "action": console.by_api,
        "hand": hand,
        "night_page": lambda: seen(f"/nights/{console.night}/"),
        "statement": lambda: seen(f"/players/{regular}/statement/"),
    }


if __name__ == "__main__":
    django.setup()
    answer(fill(int(sys.argv[1])))
