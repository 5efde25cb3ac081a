"""A club written out: a zip of JSON Lines, the same bytes for the same club.

Rows go by one at a time, whatever the club's size. A simultaneous declaration that was never revealed is in it without
its word, as it is everywhere.
"""

import hashlib
import json
from collections import defaultdict
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from games.core.actor import Actor
from games.core.chain_heads import Source, record_head
from games.core.errors import Conflict
from games.core.hand_state import last_step
from games.core.permissions import May, member_for
from games.core.snapshot import one_moment
from games.formats.archive import row_json
from games.formats.archive.tables import FORMAT, MANIFEST, TABLES, VERSION, Table
from games.models import Club, Entry, Hand
from games.play.selectors.disclosure import Revealed, revealed_up_to, shown_body
from ledger import chain

BATCH = 500
IN_MEMORY = 8 * 1024 * 1024
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # of all that a zip can date; when it was made is not in the file


def open_archive(actor: Actor, club_id: UUID) -> tuple[str, IO[bytes]]:
    """A file name, and the archive to be read and closed. For owners. Raises Conflict while a secret is pending."""
    club = member_for(actor, May.EXPORT_CLUB, club=club_id).club
    # on disk once it is large: the books are not held while somebody downloads slowly
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  whoever gets it closes it
    write_archive(club, file)
    file.seek(0)
    return f"club-{club.pk}.zip", file


def write_archive(club: Club, stream: IO[bytes]) -> dict[str, Any]:
    """All rows of the club, as of one moment, and the manifest, which is returned. Raises Conflict as above."""
    with one_moment():
        _no_pending_secret(club)
        head = chain.head(club.book)
        manifest: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "club": {"id": str(club.pk), "name": club.name},
            "head": {"sequence": head.sequence, "hash": head.hash},
            "tables": [],
        }
        with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
            for table in TABLES:
                manifest["tables"].append(_write(archive, club, table))
            with archive.open(_info(MANIFEST), "w") as file:
                file.write(json.dumps(manifest, ensure_ascii=False, indent=1).encode())
    record_head(club.pk, head, Source.ARCHIVE)
    return manifest


def _write(archive: ZipFile, club: Club, table: Table) -> dict[str, Any]:
    digest, count, fields = hashlib.sha256(), 0, table.fields
    revealed = _revealed(club) if table.model is Entry else {}
    with archive.open(_info(table.file), "w", force_zip64=True) as file:
        for row in table.rows(club).order_by(*table.order).iterator(chunk_size=BATCH):
            values = row_json.written(row, fields)
            if isinstance(row, Entry) and row.hand_id in revealed:
                values["body"] = shown_body(row, revealed[row.hand_id], None)
                # with the salt anybody could try the few words that it may have been
                values["salt"] = row.salt if values["body"] == row.body else ""
            line = row_json.line_of(values)
            digest.update(line)
            file.write(line)
            count += 1
    return {"name": table.name, "rows": count, "sha256": digest.hexdigest()}


def _info(name: str) -> ZipInfo:
    info = ZipInfo(name, _FIRST_DAY)
    info.compress_type = ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def _revealed(club: Club) -> dict[UUID, Revealed]:
    """Of the hands in which anything was ever secret: what of it lies open now."""
    secret = Entry.objects.filter(club=club, secret=True, hand__isnull=False).order_by().values("hand").distinct()
    logs: dict[UUID, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(hand__in=secret, number__isnull=False).defer("body"):
        assert entry.hand_id
        logs[entry.hand_id].append(entry)
    return {hand: revealed_up_to(log) for hand, log in logs.items()}


def _no_pending_secret(club: Club) -> None:
    """A declaration that is still to be revealed can be in no file, and the hand cannot go on without it."""
    for hand in Hand.objects.filter(night__club=club, status=Hand.Status.OPEN, set_up__isnull=False):
        if last_step(hand).hidden():
            raise Conflict("A hand is being declared in secret: export the club once all are in.", hand=str(hand.pk))
