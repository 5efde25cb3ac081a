"""`manage.py purge_answers`: what was kept for writes that are sent again, and will not be any more.

Wherever tasks are done it happens by itself: with Celery each minute (`tableside.due`), else in the server's own
process. This is for whoever wants it done now, or for cron where nothing else runs.
"""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core import idempotency
from games.core.errors import BadValue


class Command(BaseCommand):
    help = "Delete the answers kept for repeated writes once they are old, 48 hours unless said otherwise."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hours", type=int, default=int(idempotency.KEPT.total_seconds() // 3600))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            gone = idempotency.forget_old(timedelta(hours=options["hours"]))
        except BadValue as error:
            raise CommandError(error.detail) from None
        self.stdout.write(f"{gone} answers deleted.")
