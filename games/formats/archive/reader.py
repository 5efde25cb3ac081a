"""An archive opened: its manifest, and its rows, held against what the manifest says of them."""

import hashlib
import json
import zlib
from collections.abc import Iterator
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

from django.db.models import Model

from games.formats.archive import row_json, versions
from games.formats.archive.tables import FORMAT, MANIFEST, TABLES, Table
from games.formats.errors import BadArchive

LONGEST_LINE = 16 * 1024 * 1024
# What zipfile raises for a file that is none, is damaged, locked, or packed in a way it does not know.
DAMAGED = (BadZipFile, KeyError, EOFError, zlib.error, RuntimeError, OSError)


class Archive:
    """Raises OtherVersion for an archive of a version that is not read, BadArchive for a file that is no archive of a
    club, and for one of more than `most` bytes unpacked.
    """

    def __init__(self, stream: IO[bytes], most: int | None = None) -> None:
        try:
            self._zip = ZipFile(stream)
            # zipfile reads no more of a file than it is said to have
            if most is not None and sum(info.file_size for info in self._zip.infolist()) > most:
                raise BadArchive(
                    "Unpacked this archive is larger than {most} bytes: manage.py import_club takes it.", most=most
                )
            self.manifest: dict[str, Any] = json.loads(self._zip.read(MANIFEST))
            self._said = {table["name"]: (table["rows"], table["sha256"]) for table in self.manifest["tables"]}
            self.version = self.manifest["version"]
            known = self.manifest["format"] == FORMAT and isinstance(self.version, int)
            self.club_id = str(self.manifest["club"]["id"])
        except (*DAMAGED, ValueError, TypeError):
            raise BadArchive("This is not the archive of a club.") from None
        if not known:
            raise BadArchive("This is not the archive of a club.")
        versions.check_version(self.version)
        if self._said.keys() != {table.name for table in TABLES}:
            raise BadArchive("The archive has not the tables that this version knows.")

    def rows(self, table: Table) -> Iterator[Model]:
        """The rows of a table. Raises BadArchive at the end where they are not those that were written."""
        digest, count = hashlib.sha256(), 0
        try:
            with self._zip.open(table.file) as file:
                while line := file.readline(LONGEST_LINE):
                    digest.update(line)
                    count += 1
                    yield row_json.read(table, line, self.version)
        except DAMAGED:
            raise BadArchive("{file} is damaged or missing.", file=table.file) from None
        if (count, digest.hexdigest()) != self._said[table.name]:
            raise BadArchive("{file} is not what was written: the archive was changed.", file=table.file)
