"""A club brought in: every row under its own id, the books and every hand checked before anything stands."""

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import IO, Any

from django.contrib.auth.hashers import make_password
from django.db import DatabaseError, connection, transaction
from django.db.models import Model, Sum
from django.utils import timezone

from games.core.actor import Actor
from games.core.atomic import one_transaction, state, write_links
from games.core.errors import Conflict
from games.core.permissions import runs_the_installation
from games.core.row_statements import FOUND, ROW, kinds_of, of_the_club
from games.formats.archive.reader import Archive
from games.formats.archive.tables import TABLES, Table
from games.formats.archive.verification import check
from games.formats.archive.versions import FIRST_WITH_STATEMENTS
from games.formats.errors import BadArchive
from games.models import Club, Device, User
from ledger import chain, guards
from ledger.models import Account, Balance, JournalTransaction, Link

BATCH = 500


@dataclass(slots=True)
class Installed:
    """What came of it: rows by table, and the accounts that are new here, by name, to be claimed by their people."""

    club: Club
    rows: dict[str, int] = field(default_factory=dict)
    accounts: list[str] = field(default_factory=list)


def bring_in(actor: Actor, stream: IO[bytes], most: int) -> Installed:
    """`install` for who runs the installation, of an archive that is no larger than this when it is unpacked."""
    runs_the_installation(actor)
    return install(stream, most)


def install(stream: IO[bytes], most: int | None = None) -> Installed:
    """All of the club or nothing. Raises BadArchive, OtherVersion, and Conflict where the club is here already.

    People whose account is here already (the same id) keep it as it is. Others come in with an account that nobody can
    sign in to until a password is set for it; where their name is taken, it is told apart by a number.
    """
    archive = Archive(stream, most)
    try:
        with one_transaction(), transaction.atomic():
            installed = _install(archive)
            write_links()
            check(installed.club)
            guards.admit(connection)
    except DatabaseError as error:
        raise BadArchive("The archive has rows that cannot be kept.") from error
    return installed


def _install(archive: Archive) -> Installed:
    counts: dict[str, int] = {}
    accounts: list[str] = []
    for table in TABLES:
        counts[table.name] = 0
        for batch in _batches(_ready(archive, table, accounts)):
            table.model._default_manager.bulk_create(batch)
            _state(table.model, batch)
            counts[table.name] += len(batch)
    club = Club.objects.filter(pk=archive.club_id).first()
    if club is None:
        raise BadArchive("The archive has no club.")
    _check_all_of(club, counts)
    _check_head(club, archive)
    if archive.version < FIRST_WITH_STATEMENTS:
        _state_all_of(club)
    _keep_balances(club)
    return Installed(club, counts, accounts)


def _state(model: type[Model], rows: list[Any]) -> None:
    """What the chain in the archive does not say, since it stays in an installation, is said in that of this one."""
    for kind in kinds_of(model):
        if kind.club is None:
            state(kind, [row.pk for row in rows], FOUND)


def _state_all_of(club: Club) -> None:
    """State every row of a club whose chain states none, after the last link: as migration 0028 does in a database.

    Raises BadArchive where the chain states rows: then the archive is of a later version than it says, and its rows
    would escape being held against what the chain says of them.
    """
    if Link.objects.filter(book=club.book, body__contains=f'"type":"{ROW}"').exists():
        raise BadArchive("The chain states rows: the archive is not of the version that it says.")
    for kind in of_the_club():
        for batch in _batches(kind.of(club).order_by("pk").values_list("pk", flat=True).iterator(chunk_size=BATCH)):
            state(kind, batch, FOUND)
            write_links()


def _check_all_of(club: Club, counts: dict[str, int]) -> None:
    """Raises BadArchive where a row would belong to a club, or to books, that were here before."""
    for table in TABLES:
        if table.model not in (User, Device) and table.rows(club).count() != counts[table.name]:
            raise BadArchive("{file} has rows that are not the club's.", file=table.file)


def _check_head(club: Club, archive: Archive) -> None:
    """Raises BadArchive where the chain ends elsewhere than the manifest says. Older archives do not say it."""
    said = archive.manifest.get("head")
    if said is not None and said != chain.head(club.book)._asdict():
        raise BadArchive("The chain does not end where the archive says.")


def _ready(archive: Archive, table: Table, accounts: list[str]) -> Iterable[Model]:
    """The rows as they go in here."""
    found = archive.rows(table)
    if table.model is User:
        return _users(found, accounts)
    if table.model is Device:
        return _devices(found)
    if table.model is Club:
        return _club(found, archive.club_id)
    if table.model is JournalTransaction:
        return _originals_first(found)
    return found


def _club(found: Iterable[Any], club_id: str) -> Iterator[Model]:
    for club in found:
        if str(club.pk) != club_id:
            raise BadArchive("The archive has another club than it says.")
        if Club.objects.filter(pk=club.pk).exists():
            raise Conflict("This club is here already.")
        yield club


def _users(found: Iterable[Any], accounts: list[str]) -> Iterator[Model]:
    for user in found:
        if User.objects.filter(pk=user.pk).exists():
            continue
        user.name = _free_name(user.name, accounts)
        user.password = make_password(None)
        accounts.append(user.name)
        yield user


def _free_name(name: str, taken: list[str]) -> str:
    wanted, number = name, 1
    while User.objects.filter(name__iexact=wanted).exists() or wanted.lower() in map(str.lower, taken):
        number += 1
        wanted = f"{name[:70]} ({number})"
    return wanted


def _devices(found: Iterable[Any]) -> Iterator[Model]:
    """They stand in the log and sign nobody in: no token has such a hash, and they are revoked besides."""
    for device in found:
        if not Device.objects.filter(pk=device.pk).exists():
            device.token_hash = f"none:{secrets.token_hex(24)}"
            device.revoked_at = timezone.now()
            yield device


def _originals_first(found: Iterable[Any]) -> Iterator[Model]:
    """What is reversed goes in before its reversal: the guards look for it. The few reversals wait in memory."""
    reversals = []
    for row in found:
        if row.reverses_id is None:
            yield row
        else:
            reversals.append(row)
    yield from reversals


def _keep_balances(club: Club) -> None:
    """What every account stands at follows from its postings."""
    accounts = Account.objects.filter(book=club.book).annotate(sum=Sum("postings__amount")).order_by("pk")
    for batch in _batches(Balance(account=account, amount=account.sum or 0) for account in accounts.iterator()):
        Balance.objects.bulk_create(batch)


def _batches(found: Iterable[Any]) -> Iterator[list[Any]]:
    rest = iter(found)
    while batch := list(islice(rest, BATCH)):
        yield batch
