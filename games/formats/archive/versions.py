"""Read archives of earlier versions: one mapping brings the rows of each version to the next, in turn.

A change of an archive's tables or fields raises `VERSION` and adds a mapping from the version before to this module.
A mapping renames columns and fills in those that did not exist. It never changes what was stored in the log and hashed
in the chain: the body of an entry and the body of a link stay as they were written.
"""

from collections.abc import Callable
from typing import Any

from games.formats.archive.tables import VERSION
from games.formats.errors import OtherVersion
from games.models.base import new_salt

Row = dict[str, Any]
# Takes the name of a table and one of its rows; returns the row as the next version has it.
Step = Callable[[str, Row], Row]

# The chain of a club states its rows since this version. Rows of an older archive are stated at the import.
FIRST_WITH_STATEMENTS = 4
_SALTED_BY_4 = ("clubs", "players", "nights", "requests", "payments")


def from_3(table: str, row: Row) -> Row:
    """Rows with texts got a salt each: the chain has only salted hashes of texts."""
    return {**row, "salt": new_salt()} if table in _SALTED_BY_4 else row


# By the version that each maps from. There are none for version 1, which has fewer tables and fields depending on when
# an archive was made, and for version 2, which does not say which settlement was replaced.
_FROM: dict[int, Step] = {3: from_3}
OLDEST = min(_FROM)


def check_version(version: int) -> None:
    """Raise OtherVersion for an archive that cannot be read."""
    if not OLDEST <= version <= VERSION:
        raise OtherVersion(version, OLDEST, VERSION)


def up_to_date(version: int, table: str, row: Row) -> Row:
    """A row of an archive of this version, as the present version has it."""
    for step in range(version, VERSION):
        row = _FROM[step](table, row)
    return row
