"""Tables of other apps that are guarded like the ledger's own: what is written there stays."""

from typing import NamedTuple


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


GUARDED: list[Guarded] = []


def guard(table: Guarded) -> None:
    """For the `ready` of an app."""
    if table not in GUARDED:
        GUARDED.append(table)
