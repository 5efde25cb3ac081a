"""What of the rows is part of the record, and what the chain says of a row each time it is made or changed.

A statement is a link of type `row`: the row as it is from then on, every column of it. Once written it is for ever: a
new form needs a new type (docs/accounting.md, decisions/0018). The rows of a club are stated in the chain of its book.
What gives power here and stays here when a club moves elsewhere (accounts, devices, invites, which clubs there are) is
stated in a chain of the installation's own.

Entries have links of another type (`audit_payload`); a hand is what its entries say, and the audit works it out from
them.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import F, Model, QuerySet

from games import models
from ledger.bodies import moment
from ledger.canonical import sha256, spelled

ROW = "row"
# The book of the installation: it has no accounts, only a chain.
INSTALLATION = UUID("7ab1e51d-e000-4000-8000-000000000000")
# How a row came to be stated: as it was made or changed, as it was found by a migration or an import, as it went.
MADE, CHANGED, FOUND, GONE = "made", "changed", "found", "gone"

Columns = dict[str, Any]
Statement = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """Rows of one model. `club` is the way to their club; None for those of the installation.

    `covered` are columns that the chain has only a salted commitment of: what people write or are called by, and
    secrets. `derived` are columns that the audit works out from elsewhere, or that are no part of the record. `key` is
    what a row goes by.
    """

    name: str
    model: type[Model]
    club: str | None
    covered: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    key: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.name, self.club is None))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return columns_of(self, self.model)

    @cached_property
    def has_salt(self) -> bool:
        return any(field.name == "salt" for field in self.model._meta.concrete_fields)

    @property
    def _book(self) -> str:
        return f"{self.club}__book" if self.club else "book"

    def of(self, club: "models.Club | None") -> "QuerySet[Any]":
        """The rows of a club, or of the installation."""
        rows = self.model._base_manager.all()
        return rows if club is None else rows.filter(**{self.club or "pk": club.pk})

    def read(self, rows: "QuerySet[Any]") -> "QuerySet[Any]":
        """As mappings, with all that is stated of them; the book of a club's row is under `of_book`."""
        names = (*dict.fromkeys((*self.columns, *self.key, "pk")), *(("salt",) if self.has_salt else ()))
        return rows.values(*names, **({} if self.club is None else {"of_book": F(self._book)}))

    def named(self, rows: "QuerySet[Any]", ids: Collection[str]) -> "QuerySet[Any]":
        """Of these rows those that go by these ids; of a kind with a longer key perhaps some more."""
        if not self.key:
            return rows.filter(pk__in=list(ids))
        return rows.filter(**{f"{self.key[0]}__in": {id.partition(":")[0] for id in ids}})

    def id_of(self, row: Mapping[str, Any]) -> str:
        return ":".join(str(row[name]) for name in self.key or ("pk",))

    def stated(self, row: Mapping[str, Any]) -> Columns:
        """What the chain has to say of a row."""
        salt = row.get("salt", "")
        return {name: _said(row[name], salt if name in self.covered else None) for name in self.columns}


def columns_of(kind: Kind, model: type[Model]) -> tuple[str, ...]:
    """Those stated, of the model as it is or as a migration knows it; the id and the salt stand beside them."""
    left_out = {"salt", *kind.derived, *kind.key}
    names = (field.attname for field in model._meta.concrete_fields if not field.primary_key)
    return tuple(name for name in names if (name in kind.only if kind.only else name not in left_out))


def statement(kind: Kind, row: Mapping[str, Any], what: str, at: datetime) -> Statement:
    """The body of a link."""
    body = {"type": ROW, "of": kind.name, "id": kind.id_of(row), "what": what, "at": moment(at)}
    return body if what == GONE else {**body, "columns": kind.stated(row)}


def digest(columns: Columns) -> bytes:
    """What tells two states of a row apart, in little room."""
    return hashlib.sha256(spelled(columns).encode()).digest()


def statements(kind: Kind, pks: Mapping[Any, str], at: datetime) -> Iterator[tuple[UUID, Statement]]:
    """Of rows as they are now, each with the book whose chain it belongs in; what is gone again has none."""
    for row in kind.read(kind.model._base_manager.filter(pk__in=list(pks)).order_by("pk")):
        yield row.get("of_book", INSTALLATION), statement(kind, row, pks[row["pk"]], at)


def kinds_of(model: type[Model]) -> Collection[Kind]:
    return _BY_MODEL.get(model, ())


def of_the_club() -> list[Kind]:
    return [kind for kind in KINDS if kind.club is not None]


def of_the_installation() -> list[Kind]:
    return [kind for kind in KINDS if kind.club is None]


def _said(value: Any, salt: str | None) -> Any:
    if salt is not None:
        return None if value is None else sha256(f"{salt}{value}")
    if isinstance(value, UUID):
        return str(value)
    return moment(value) if isinstance(value, datetime) else value


# Where a match stands is what its hands have left; a peg hand would else have to state it each time.
_OF_A_MATCH = ("pegs", "leaders", "forfeited", "status")
_OF_A_SHARE = ("settlement_id", "night_id", "kind", "party")

KINDS: tuple[Kind, ...] = (
    Kind("club", models.Club, "", covered=("name",)),
    Kind("member", models.Member, "club"),
    Kind("player", models.Player, "club", covered=("name",)),
    Kind("night", models.Night, "club", covered=("name",)),
    Kind("seat", models.Seat, "night__club"),
    Kind("match", models.Match, "night__club", derived=_OF_A_MATCH),
    Kind("request", models.BuyInRequest, "night__club", covered=("reason",)),
    Kind("settlement", models.Settlement, "club"),
    Kind("share", models.Share, "settlement__club", derived=("id",), key=_OF_A_SHARE),
    Kind("transfer", models.Transfer, "settlement__club"),
    Kind("payment", models.Payment, "transfer__settlement__club", covered=("reason",)),
    Kind("dispute", models.Dispute, "club"),
    Kind("message", models.DisputeMessage, "dispute__club"),
    Kind("user", models.User, None, covered=("name", "email", "password"), derived=("last_login",)),
    Kind("device", models.Device, None, covered=("name", "token_hash"), derived=("last_used_at",)),
    Kind("invite", models.Invite, None, covered=("token_hash",)),
    Kind("club", models.Club, None, only=("book",)),
)

_BY_MODEL: dict[type[Model], tuple[Kind, ...]] = {
    model: tuple(kind for kind in KINDS if kind.model is model) for model in {kind.model for kind in KINDS}
}
