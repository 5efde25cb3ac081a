"""`manage.py export_club CLUB FILE`: all that a club has, as one file."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.core.errors import ServiceError
from games.formats.archive import write_archive
from games.management.standing import club_named


class Command(BaseCommand):
    help = "Write all that a club has to one file (zip). Without passwords and tokens; read docs/formats.md."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the club's id, or its name where no other club has it")
        parser.add_argument("file", type=Path, help="the file to be written; it must not be there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        club, path = club_named(options["club"]), options["file"]
        part = path.with_name(f"{path.name}.part")
        if path.exists():
            raise CommandError(f"{path} is there already.")
        try:
            # for its owner alone, and whole or not at all
            with open(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as stream:
                manifest = write_archive(club, stream)
            part.rename(path)
        except (ServiceError, OSError) as error:
            part.unlink(missing_ok=True)
            raise CommandError(str(error)) from None
        rows = sum(table["rows"] for table in manifest["tables"])
        self.stdout.write(f"{club.name}: {rows} rows in {path}")
