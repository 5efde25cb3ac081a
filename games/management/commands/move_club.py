"""`TO_DATABASE_URL=… manage.py move_club CLUB`: a club into another installation, and proof that it is all there."""

import json
import os
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.management.standing import club_named, standing
from games.models import Club
from ledger import locks
from ledger.models import Book

# In the environment, where nobody sees its password in a list of processes.
TARGET = "TO_DATABASE_URL"


class Command(BaseCommand):
    help = (
        f"Bring a club into the database that {TARGET} names: audited here, written out, brought in and audited there, "
        "and the chain, the rows and the balances of both compared. Nothing is removed here."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the club's id, or its name where no other club has it")

    def handle(self, *args: Any, **options: Any) -> None:
        club, target = club_named(options["club"]), os.environ.get(TARGET, "")
        if not target or target == os.environ.get("DATABASE_URL"):
            raise CommandError(f"{TARGET} must name the other database: postgres://user:password@host:port/name.")
        call_command("audit", club=str(club.pk), stdout=self.stdout)
        # Writers of this club wait: what is compared in the end is what was written out.
        with transaction.atomic():
            locks.lock(Book(pk=club.book))
            here = standing(club)
            self._bring(club, target)
            there = json.loads(_there(target, "club_standing", str(club.pk)))
        if there != here:
            differs = ", ".join(name for name in here if here[name] != there[name])
            raise CommandError(f"It is not the same there: {differs}. Go on here, and keep both databases.")
        self.stdout.write(
            f"Moved: {here['nights']} nights, {here['hands']} hands, {here['entries']} entries and "
            f"{here['postings']} postings, the same chain up to link {here['head'][0]} {here['head'][1]}, "
            "the same balances. From now on enter there."
        )

    def _bring(self, club: Club, target: str) -> None:
        with tempfile.TemporaryDirectory(prefix="tableside-move-") as folder:
            file = Path(folder) / "club.zip"
            call_command("export_club", str(club.pk), str(file), stdout=StringIO())
            _there(target, "migrate", "--verbosity", "0")
            for command in (["import_club", str(file)], ["audit", "--club", str(club.pk)]):
                self.stdout.write(_there(target, *command).rstrip())


def _there(target: str, *arguments: str) -> str:
    """What `manage.py` of this version says over the other database. Raises CommandError with what was wrong."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    environment = os.environ | {"DATABASE_URL": target, "REDIS_URL": ""}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603  our own
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it gave no reason"]
        raise CommandError(f"There, {arguments[0]} failed: {done.stdout.strip()} {said[-1]}")
    return done.stdout
