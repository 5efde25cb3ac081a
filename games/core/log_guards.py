"""What the database guards of the log: entries stay as they are, and rows that matter are named by one.

An entry is never changed, deleted or replaced, as the books are not. And who inserts a member, a night, a payment by
hand must enter it too.
"""

from collections.abc import Iterator

from games.models import (
    Club,
    Dispute,
    Entry,
    Invite,
    Member,
    Night,
    Payment,
    Player,
    Settlement,
    Transfer,
)  # fmt: skip
from ledger.guards import Guarded, Linked, Logged

_ERASABLE = "body"
_APP = "games"
_KIND = Entry.Kind


def of_entries() -> Guarded:
    """Only the texts of a body may go, with the salt. What else stands there the audit holds against the chain."""
    columns = [field.column for field in Entry._meta.concrete_fields if field.column]
    return Guarded(
        app=_APP,
        table=Entry._meta.db_table,
        erasable=_ERASABLE,
        columns=tuple(column for column in columns if column not in (_ERASABLE, "salt")),
        keys=(("hand_id", "number"), ("night_id", "told")),
    )


def of_rows() -> Iterator[Logged | Linked]:
    """Rows of power and money, by the entry that each begins with; and the entries, by their links."""
    clubs, settlements, transfers = (model._meta.db_table for model in (Club, Settlement, Transfer))
    for model, kind in ((Member, _KIND.MEMBER), (Invite, _KIND.INVITE), (Settlement, _KIND.SETTLEMENT),
                        (Dispute, _KIND.DISPUTE)):  # fmt: skip
        yield Logged(_APP, model._meta.db_table, "NEW.club_id", kind.value, key=kind.value)
    yield Logged(_APP, Player._meta.db_table, "NEW.club_id", _KIND.PLAYER.value, column="player_id")
    yield Logged(_APP, Night._meta.db_table, "NEW.club_id", _KIND.OPEN.value, column="night_id")
    club = (
        f"(SELECT s.club_id FROM {transfers} AS t JOIN {settlements} AS s ON s.id = t.settlement_id"  # noqa: S608
        " WHERE t.id = NEW.transfer_id)"
    )
    payments = Payment._meta.db_table
    yield Logged(_APP, payments, club, _KIND.PAYMENT.value, key="payment", needs=(transfers, settlements))
    book = f"(SELECT c.book FROM {clubs} AS c WHERE c.id = NEW.club_id)"  # noqa: S608
    yield Linked(_APP, Entry._meta.db_table, book, needs=(clubs,))
