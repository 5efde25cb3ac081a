"""Rows of an evening copied by the database itself: a thousand evenings of a hundred hands in a few minutes.

A copy stands under ids that end otherwise, and so many days earlier. What is in no chain and adds up to no balance is
of no use to a night's own business; lists and searches are as of evenings that were played.
"""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import AutoField, DateTimeField, Field, ForeignKey, Model, UUIDField

from bench.growth_club import BALANCES
from games import models
from ledger import models as books

# What each evening has of its own, in an order in which nothing names what is not there yet.
NIGHTLY: dict[type[Model], str] = {
    models.Night: "id",
    models.Seat: "night_id",
    models.Match: "night_id",
    models.Hand: "night_id",
    models.Entry: "night_id",
    models.BuyInRequest: "night_id",
    models.Settlement: "night_id",
    models.Share: "night_id",
    models.Transfer: "settlement_id IN (SELECT id FROM games_settlement WHERE night_id = {night})",
    models.Payment: "transfer_id IN (SELECT t.id FROM games_transfer t JOIN games_settlement s "
    "ON s.id = t.settlement_id WHERE s.night_id = {night})",
    models.Dispute: "night_id",
    books.Account: "scope",
    books.JournalTransaction: "scope",
    books.Posting: "transaction_id IN (SELECT id FROM ledger_journaltransaction WHERE scope = {night})",
}
# Ids that are no foreign keys, and the texts that name one after their first colon.
SCOPES, KEYS = ("scope",), ("key",)
# The last eight digits of an id tell the copies apart.
KEPT_DIGITS = 28


def copy(night: UUID, days: Collection[int]) -> None:
    """An evening once for each number of days earlier, which are in one row; whoever calls has lifted the guards."""
    with connection.cursor() as cursor:
        for model, where in NIGHTLY.items():
            cursor.execute(_insert(model, where, night, days))


def settle_up() -> None:
    """Balances from the postings there are, and what the planner knows of the tables."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM ledger_balance")
        cursor.execute(BALANCES)
        cursor.execute("ANALYZE")


def _insert(model: type[Model], where: str, night: UUID, days: Collection[int]) -> str:
    fields: list[Any] = [field for field in model._meta.concrete_fields if not isinstance(field, AutoField)]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(_value(field) for field in fields)
    key = f"'{night.hex if connection.vendor == 'sqlite' else night}'"
    which = where.format(night=key) if " " in where else f"{where} = {key}"
    return (
        f"WITH RECURSIVE copies(n) AS (SELECT {min(days)} UNION ALL SELECT n + 1 FROM copies WHERE n < {max(days)}) "  # noqa: S608
        f'INSERT INTO "{model._meta.db_table}" ({columns}) '
        f'SELECT {values} FROM "{model._meta.db_table}" r CROSS JOIN copies WHERE r.{which}'
    )


def _value(field: "Field[Any, Any]") -> str:
    column = f'r."{field.column}"'
    if isinstance(field, DateTimeField):
        return _earlier(column)
    if field.column in KEYS:
        return _renamed(column)
    if field.column == "account_id":
        lasting = f"{column} IN (SELECT id FROM ledger_account WHERE scope IS NULL)"  # noqa: S608
        return f"CASE WHEN {lasting} THEN {column} ELSE {_another(column)} END"
    of_a_night = isinstance(field, ForeignKey) and field.related_model in NIGHTLY
    own = isinstance(field, UUIDField) and (field.primary_key or field.column in SCOPES)
    return _another(column) if own or of_a_night else column


def _another(column: str) -> str:
    if connection.vendor == "sqlite":
        return f"substr({column}, 1, 24) || printf('%08x', n)"
    return f"(left({column}::text, {KEPT_DIGITS}) || lpad(to_hex(n), 8, '0'))::uuid"


def _renamed(column: str) -> str:
    sqlite = connection.vendor == "sqlite"
    at = f"instr({column}, ':')" if sqlite else f"strpos({column}, ':')"
    number = "printf('%08x', n)" if sqlite else "lpad(to_hex(n), 8, '0')"
    return f"substr({column}, 1, {at} + {KEPT_DIGITS}) || {number} || substr({column}, {at} + {KEPT_DIGITS + 9})"


def _earlier(column: str) -> str:
    if connection.vendor == "sqlite":
        return f"strftime('%Y-%m-%d %H:%M:%f', {column}, '-' || n || ' days')"
    return f"{column} - n * INTERVAL '1 day'"
