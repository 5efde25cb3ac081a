"""Which clubs there are, which rows belong to each, model by model, and which of all these cannot be read."""

import logging
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.db.models import Exists, ForeignKey, Model, OuterRef, Q, QuerySet

import ledger.models as books
from games import models
from games.core.row_statements import INSTALLATION
from games.models import Club
from ledger.audit import Difference
from ledger.reading import checked, ids_of, unreadable, unreadable_rows

log = logging.getLogger(__name__)

# The way from a row to its club; from those of the books to the book.
OF_CLUB: dict[type[Model], str] = {
    models.Club: "pk",
    models.User: "memberships__club",
    models.Member: "club",
    models.Player: "club",
    models.Invite: "club",
    models.Night: "club",
    models.Seat: "night__club",
    models.Match: "night__club",
    models.Hand: "night__club",
    models.Entry: "club",
    models.BuyInRequest: "night__club",
    models.Settlement: "club",
    models.Share: "settlement__club",
    models.Transfer: "settlement__club",
    models.Payment: "transfer__settlement__club",
    models.Dispute: "club",
    models.DisputeMessage: "dispute__club",
    models.Audit: "club",
    models.RecordedHead: "club",
}
OF_BOOK: dict[type[Model], str] = {
    books.Book: "pk",
    books.Account: "book",
    books.Balance: "account__book",
    books.JournalTransaction: "book",
    books.Posting: "transaction__book",
    books.Link: "book",
}
# Rows of the installation, which belong to no club.
OF_INSTALLATION: tuple[type[Model], ...] = (models.User, models.Device, models.Invite, models.Club, books.Book)


def find_unreadable(club: Club) -> Iterator[Difference]:
    """Every row of the club that cannot be read, or refers to a row that is not there. Slow: every row is read."""
    for model, rows in _rows(club):
        name = str(model._meta.model_name)
        yield from checked(f"rows of {name} of club", club.pk, lambda name=name, rows=rows: unreadable_rows(name, rows))  # type: ignore[misc]


def _rows(club: Club) -> "Iterator[tuple[type[Model], QuerySet[Any]]]":
    for paths, of in ((OF_CLUB, club.pk), (OF_BOOK, club.book)):
        for model, path in paths.items():
            yield model, model._base_manager.filter(Q(**{path: of}) | _lost(model, path))


def _lost(model: type[Model], path: str) -> Q:
    """Rows whose way to their club, or book, ends at once, at a row that is not there: they may be anybody's."""
    first = model._meta.get_field(path.partition("__")[0]) if path != "pk" else None
    if not isinstance(first, ForeignKey):
        return Q(pk__in=())
    return ~Q(Exists(first.related_model._base_manager.filter(pk=OuterRef(first.attname))))


def find_unreadable_of_installation() -> Iterator[Difference]:
    """Find the unreadable rows of the installation itself, with its links and books."""
    rows = [(model, model._base_manager.all()) for model in OF_INSTALLATION]
    rows.append((books.Link, books.Link._base_manager.filter(book=INSTALLATION)))
    for model, found in rows:
        name = str(model._meta.model_name)
        check = partial(unreadable_rows, name, found)
        yield from checked(f"rows of {name} of installation", INSTALLATION, check)


def all_clubs() -> tuple[list[Club], list[Difference]]:
    """The clubs in the order in which they were made, and for each whose own row cannot be read the reason.

    Nothing of such a club can be audited.
    """
    found = list(_clubs())
    return [club for club, _ in found if club is not None], [why for _, why in found if why is not None]


def _clubs() -> Iterator[tuple[Club | None, Difference | None]]:
    """Each club, or why it cannot be read; one by one only where they cannot be read together."""
    try:
        clubs = list(Club.objects.order_by("made_at", "pk"))
    except Exception:
        log.exception("Some clubs cannot be read: they are read one by one")
    else:
        yield from ((club, None) for club in clubs)
        return
    for id in list(ids_of(Club.objects.order_by("made_at", "pk"))):
        try:
            yield Club.objects.get(pk=id), None
        except Exception as why:
            yield None, unreadable("club", id, why)
