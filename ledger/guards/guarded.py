"""Tables of other apps that are guarded: what is written there stays, or needs an entry in the log."""

from typing import NamedTuple

# The log that rows are looked up in.
ENTRIES = "games_entry"


class Guarded(NamedTuple):
    """`app` is the app whose migrations the guards must make way for.

    `erasable` is the one column whose content may be removed, in the same stroke in which `salt` is emptied; `columns`
    are all others. `keys` are what else makes a row the same as another one, beside its id.
    """

    app: str
    table: str
    erasable: str
    columns: tuple[str, ...]
    keys: tuple[tuple[str, ...], ...]


class Logged(NamedTuple):
    """Rows that give power or move money: by the end of its transaction, an entry of the log names each new one.

    `club` is SQL for the club of the new row, `NEW`. The entry is of that club and this `kind`, and has the row's id in
    its `column`, or in its body under `key`. `needs` are the tables that `club` reads.
    """

    app: str
    table: str
    club: str
    kind: str
    column: str = ""
    key: str = ""
    needs: tuple[str, ...] = ()


class Linked(NamedTuple):
    """Rows of which each new one has a link in its book's chain by the end of its transaction; `book` is SQL for it."""

    app: str
    table: str
    book: str
    needs: tuple[str, ...] = ()


GUARDED: list[Guarded | Logged | Linked] = []


def guard(table: Guarded | Logged | Linked) -> None:
    """For the `ready` of an app."""
    if table not in GUARDED:
        GUARDED.append(table)
