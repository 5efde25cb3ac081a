"""The log is guarded by the database as the books are: an entry is never changed, deleted or replaced."""

from games.models import Entry
from ledger.guards import Guarded

_ERASABLE = "body"


def of_entries() -> Guarded:
    """Only the texts of a body may go, with the salt. What else stands there the audit holds against the chain."""
    columns = [field.column for field in Entry._meta.concrete_fields if field.column]
    return Guarded(
        app="games",
        table=Entry._meta.db_table,
        erasable=_ERASABLE,
        columns=tuple(column for column in columns if column not in (_ERASABLE, "salt")),
        keys=(("hand_id", "number"), ("night_id", "told")),
    )
