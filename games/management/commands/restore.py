"""`manage.py restore FILE`: a backup into an empty installation."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.backups import BackupError, restore


class Command(BaseCommand):
    help = "Bring a backup back into an empty database of the same kind, then bring its tables up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` has written")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            restore(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from None
        call_command("migrate", verbosity=0)
        self.stdout.write("Restored. See that all is well: manage.py audit")
