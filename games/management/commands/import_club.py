"""`manage.py import_club FILE`: a club from its archive, into this installation."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.core.errors import ServiceError
from games.formats.archive import install


class Command(BaseCommand):
    help = "Bring in a club that export_club has written. Its books and every hand are checked before anything stands."
    requires_migrations_checks = True  # a new place may have no tables yet

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with options["file"].open("rb") as stream:
                installed = install(stream)
        except (ServiceError, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{installed.club.name}: {sum(installed.rows.values())} rows, books and hands checked.")
        for name in installed.accounts:
            self.stdout.write(f"  {name} has an account without a password: manage.py changepassword '{name}'")
