"""A writer in a process of its own: `python -m tests.ledger.clerk busy|halting ...` on the tests' database.

It says on its output what has been committed, a key a line, so that a test that kills it knows what must be there.
"""

import os
import random
import subprocess
import sys
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime
from urllib.parse import quote
from uuid import UUID

import django

KINDS = ("balance", "chips", "pot")
OWNERS = [UUID(int=number) for number in range(1, 6)]
POSTS = 3  # in one transaction
# Long enough for whoever waits for a line to kill us; short enough to end by itself.
HALT_SECONDS = 60


class ChangedMyMindError(Exception):
    """Ends a transaction after it has posted."""


def hire(*duty: str) -> "subprocess.Popen[str]":
    """Starts a clerk on the database that this process is connected to."""
    command = [sys.executable, "-m", "tests.ledger.clerk", *duty]
    env = os.environ | {"DATABASE_URL": _url(), "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)


def _url() -> str:
    from django.db import connection

    found = connection.settings_dict
    name = quote(str(found["NAME"]))
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    port = f":{found['PORT']}" if found["PORT"] else ""
    host = quote(found["HOST"], safe="") + port
    return f"postgres://{quote(found['USER'])}:{quote(found['PASSWORD'])}@{host}/{name}"


def night(book: object, name: str, chance: random.Random) -> None:
    """One transaction: accounts opened where they lack, and posts to them in any order."""
    from django.db import transaction

    from ledger import services

    with suppress(ChangedMyMindError):
        with transaction.atomic():
            for number in range(POSTS):
                one, two = (
                    services.open_account(book, kind, "EUR", owner=owner)
                    for kind, owner in zip(chance.sample(KINDS, 2), chance.sample(OWNERS, 2), strict=True)
                )
                lines = [(one, 5), (two, -5)]
                services.post(book, "hand", lines, key=f"{name} {number}", at=datetime.now(UTC))
            if chance.random() < 0.2:
                raise ChangedMyMindError
        print(name, flush=True)


def busy(book: object, name: str, threads: int, nights: int) -> None:
    """Many nights on several threads."""
    from django.db import connection

    def work(thread: int) -> None:
        chance = random.Random(f"{name} {thread}")
        try:
            for number in range(nights):
                night(book, f"{name} {thread} {number}", chance)
        finally:
            connection.close()

    workers = [threading.Thread(target=work, args=(thread,)) for thread in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def halting(book: object, where: str) -> None:
    """One post that stops half done: before the row of its transaction, before its balances, its link, the commit."""
    from django.db import transaction

    from ledger import chain, services
    from ledger.models import Balance, JournalTransaction

    def halt(*_: object, **__: object) -> None:
        print("half done", flush=True)
        time.sleep(HALT_SECONDS)

    if where == "row":
        JournalTransaction.save = halt
    elif where == "balances":
        Balance.objects.bulk_update = halt
    elif where == "link":
        chain._add_one = halt
    ann, bob = (services.open_account(book, "balance", "EUR", owner=owner) for owner in OWNERS[:2])
    with transaction.atomic():
        services.post(book, "hand", [(ann, 5), (bob, -5)], key="halting", at=datetime.now(UTC))
        halt()


def main(duty: str, book_id: str, *more: str) -> None:
    django.setup()
    from ledger.models import Book

    book = Book.objects.get(pk=book_id)
    if duty == "halting":
        halting(book, *more)
    else:
        name, threads, nights = more
        busy(book, name, int(threads), int(nights))


if __name__ == "__main__":
    main(*sys.argv[1:])
