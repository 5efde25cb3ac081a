"""`manage.py audit`: everything that is kept, held against the log and the chain. Exits non-zero where it differs."""

import gc
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.models import Club
from games.services import audit


class Command(BaseCommand):
    help = "Verify all clubs, or one: the chain, every hand, posting, balance, settlement. Names what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="the club's id; all clubs unless given")
        parser.add_argument(
            "--new", action="store_true", help="only what is new since the last audit that found nothing; else all"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # Looking for cycles among so many small values takes a sixth of the time, and there are none.
        gc.disable()
        try:
            found = self._audit(_clubs(options["club"]), whole=not options["new"])
            if options["club"] is None:
                found += self._audit_installation()
        finally:
            gc.enable()
        if found:
            raise CommandError(f"{found} differences: keep a copy of the database before anything else is done.")

    def _audit(self, clubs: list[Club], *, whole: bool) -> int:
        found = 0
        for club in clubs:
            done = audit.audit(club, whole=whole)
            found += done.found
            for difference in done.differences:
                self.stdout.write(f"  {difference}")
            if done.found > len(done.differences):
                self.stdout.write(f"  and {done.found - len(done.differences)} more")
            said = f"{done.found} differences" if done.found else "in order"
            self.stdout.write(f"{club.name} ({club.pk}): {said}, up to link {done.sequence} {done.hash}")
        return found

    def _audit_installation(self) -> int:
        """Each club's audit names what it finds here, too; without a club nothing else would."""
        found = audit.audit_installation()
        for difference in found.differences:
            self.stdout.write(f"  {difference}")
        said = f"{len(found.differences)} differences" if found.differences else "in order"
        self.stdout.write(f"Installation: {said}, up to link {found.head.sequence} {found.head.hash}")
        return len(found.differences)


def _clubs(text: str | None) -> list[Club]:
    if text is None:
        return list(Club.objects.order_by("made_at", "pk"))
    try:
        return [Club.objects.get(pk=UUID(text))]
    except (ValueError, Club.DoesNotExist):
        raise CommandError(f"There is no club {text}.") from None
