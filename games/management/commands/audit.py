"""`manage.py audit`: everything that is kept, held against the log and the chain. Exits non-zero where it differs."""

import gc
import logging
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.audit import services as audit
from games.core.chain_heads import holds_head, printed_head
from games.core.errors import BadValue
from games.management.standing import club_named
from games.models import Club
from ledger.chain import Head

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Verify all clubs, or one: the chain, every hand, posting, balance, settlement. Names what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="the club's id, or its name where no other has it; all clubs unless given")
        parser.add_argument(
            "--new", action="store_true", help="only what is new since the last audit that found nothing; else all"
        )
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="LINK:HASH",
            help="a head of the chain as a report prints it, to be found in the chain of --club; may be repeated",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        heads = [_head(text) for text in options["head"]]
        if heads and not options["club"]:
            raise CommandError("Name the club of the report: --club.")
        # Looking for cycles among so many small values takes a sixth of the time, and there are none.
        gc.disable()
        try:
            found = self._audit(options["club"], heads, whole=not options["new"])
            if options["club"] is None:
                found += self._audit_installation()
        finally:
            gc.enable()
        if found:
            raise CommandError(f"{found} differences: keep a copy of the database before anything else is done.")

    def _audit(self, which: str | None, heads: list[Head], *, whole: bool) -> int:
        found, (clubs, unread) = 0, audit.all_clubs() if which is None else ([club_named(which)], [])
        for club in clubs:
            found += self._of_club(club, whole=whole) + sum(not self._has_head(club, head) for head in heads)
        for difference in unread:
            self.stdout.write(f"  {difference}")
        return found + len(unread)

    def _audit_installation(self) -> int:
        """Each club's audit names what it finds here, too; without a club nothing else would."""
        found = audit.audit_installation()
        for difference in found.differences:
            self.stdout.write(f"  {difference}")
        said = f"{len(found.differences)} differences" if found.differences else "in order"
        self.stdout.write(f"Installation: {said}, up to link {found.head.sequence} {found.head.hash}")
        return len(found.differences)

    def _of_club(self, club: Club, *, whole: bool) -> int:
        """How many differences there are; a club that cannot be audited keeps no other from it."""
        try:
            done = audit.audit(club, whole=whole)
        except Exception as why:
            log.exception("Club %s could not be audited", club.pk)
            self.stdout.write(f"{club.name} ({club.pk}): it could not be audited: {type(why).__name__}: {why}")
            return 1
        for difference in done.differences:
            self.stdout.write(f"  {difference}")
        if done.found > len(done.differences):
            self.stdout.write(f"  and {done.found - len(done.differences)} more")
        said = f"{done.found} differences" if done.found else "in order"
        self.stdout.write(f"{club.name} ({club.pk}): {said}, up to link {done.sequence} {done.hash}")
        return done.found

    def _has_head(self, club: Club, head: Head) -> bool:
        has = holds_head(club, head)
        self.stdout.write(
            f"  link {head.sequence} {head.hash}: {'as on the report' if has else 'NOT as on the report'}"
        )
        return has


def _head(text: str) -> Head:
    try:
        return printed_head(text)
    except BadValue as error:
        raise CommandError(str(error)) from None
