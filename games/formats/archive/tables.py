"""Which tables an archive has, in the order in which they go in again.

A model that stands in neither list is a mistake that a test finds: whoever adds one says which it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Field, Model, QuerySet

import ledger.models as books
from games import models
from games.models import Club

FORMAT = "tableside-club"
# Earlier versions are read through `versions`.
VERSION = 4
MANIFEST = "manifest.json"

Rows = Callable[[Club], "QuerySet[Any]"]


@dataclass(frozen=True, slots=True)
class Table:
    """`rows` are those of a club, `order` makes two archives of the same club the same; `only` are the fields kept."""

    name: str
    model: type[Model]
    rows: Rows
    order: tuple[str, ...] = ("pk",)
    only: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        return f"{self.name}.jsonl"

    @property
    def fields(self) -> "tuple[Field[Any, Any], ...]":
        """A row number of the database's own is no part of what is kept: nothing refers to it."""
        every = (field for field in self.model._meta.concrete_fields if field.get_internal_type() not in _OWN_NUMBERS)
        return tuple(field for field in every if not self.only or field.name in self.only)


_OWN_NUMBERS = ("AutoField", "BigAutoField", "SmallAutoField")


def of_club(model: type[Model], path: str) -> Rows:
    return lambda club: model._default_manager.filter(**{path: club})


def of_book(model: type[Model], path: str) -> Rows:
    return lambda club: model._default_manager.filter(**{path: club.book})


def _users(club: Club) -> "QuerySet[Any]":
    """Everybody whom a row of the club names."""
    named: set[Any] = set()
    for table in TABLES:
        if table.model in (models.User, models.Device):
            continue
        for field in table.fields:
            if field.related_model is models.User:
                named |= set(table.rows(club).order_by().values_list(field.attname, flat=True).distinct())
    return models.User.objects.filter(pk__in=named - {None})


def _devices(club: Club) -> "QuerySet[Any]":
    used = models.Entry.objects.filter(club=club, device__isnull=False).order_by().values("device").distinct()
    return models.Device.objects.filter(pk__in=used)


def _hands(club: Club) -> "QuerySet[Any]":
    """With deals that were undone: their entries are in the log."""
    return models.Hand.with_undone.filter(night__club=club)


# Postings stand before their transactions: the row of a transaction is what closes and checks them (`ledger.guards`).
TABLES: tuple[Table, ...] = (
    Table("users", models.User, _users, only=("id", "name")),
    Table("devices", models.Device, _devices, only=("id", "user", "name", "made_at")),
    Table("clubs", models.Club, lambda club: Club.objects.filter(pk=club.pk)),
    Table("members", models.Member, of_club(models.Member, "club")),
    Table("players", models.Player, of_club(models.Player, "club")),
    Table("nights", models.Night, of_club(models.Night, "club"), ("opened_at", "pk")),
    Table("seats", models.Seat, of_club(models.Seat, "night__club")),
    Table("matches", models.Match, of_club(models.Match, "night__club"), ("started_at", "pk")),
    Table("hands", models.Hand, _hands, ("night", "started_at", "pk")),
    Table("entries", models.Entry, of_club(models.Entry, "club"), ("at", "hand", "number", "pk")),
    Table("requests", models.BuyInRequest, of_club(models.BuyInRequest, "night__club"), ("asked_at", "pk")),
    Table("settlements", models.Settlement, of_club(models.Settlement, "club"), ("made_at", "pk")),
    Table("shares", models.Share, of_club(models.Share, "settlement__club"), ("settlement", "night", "kind", "party")),
    Table("transfers", models.Transfer, of_club(models.Transfer, "settlement__club"), ("settlement", "number")),
    Table("payments", models.Payment, of_club(models.Payment, "transfer__settlement__club"), ("made_at", "pk")),
    Table("disputes", models.Dispute, of_club(models.Dispute, "club"), ("opened_at", "pk")),
    Table("messages", models.DisputeMessage, of_club(models.DisputeMessage, "dispute__club"), ("entry__at", "pk")),
    Table("books", books.Book, of_book(books.Book, "pk")),
    Table("accounts", books.Account, of_book(books.Account, "book")),
    Table("postings", books.Posting, of_book(books.Posting, "account__book"), ("pk",)),
    Table("transactions", books.JournalTransaction, of_book(books.JournalTransaction, "book"), ("posted_at", "pk")),
    Table("links", books.Link, of_book(books.Link, "book"), ("sequence",)),
)

# What an archive leaves out: answers kept for retries, links that are secret, work in progress and its files, what
# was found here, and what postings add up to.
LEFT_OUT: frozenset[type[Model]] = frozenset(
    (
        models.Answer,
        models.Audit,
        models.Invite,
        models.Notification,
        models.RecordedHead,
        models.Task,
        models.TaskFile,
        books.Balance,
    )
)
