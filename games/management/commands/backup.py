"""`manage.py backup FILE`: all that this installation has, as one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.backups import BackupError, backup


class Command(BaseCommand):
    help = "Write the whole database to one file, while the server runs. It has passwords and tokens: keep it safe."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file to be written; it must not be there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backup(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{options['file']}: {options['file'].stat().st_size} bytes")
