"""`manage.py replay FILE...` among Django's commands, for its help and for callers; the work is `games.replay`."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.replay import replay


class Command(BaseCommand):
    """Exits as `games.replay.replay` says."""

    help = "Replay hand files and print each result as one JSON line; - is standard input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The files, .json with one hand or .jsonl with one a line."""
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Reads and prints hand by hand."""
        status = replay(options["files"], self.stdout, self.stderr)
        if status:
            sys.exit(status)
