"""`manage.py repair_dry_runs`: what dry runs of imports left in chains, and with `--remove`, only that taken out."""

from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.audit.services import dry_runs
from games.core.actor import Actor
from games.core.errors import ServiceError
from games.management.standing import club_named
from games.models import Club, User
from ledger import chain


class Command(BaseCommand):
    help = "Show what dry runs of imports left in the chains of clubs; with --remove, take out that and nothing else."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", help="the club's id, or its name where no other club has it; all unless given")
        parser.add_argument("--remove", action="store_true", help="take it out; needs --club and --by")
        parser.add_argument("--by", metavar="NAME", help="who repairs: an owner of the club, or a superuser")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            if not (options["club"] and options["by"]):
                raise CommandError("--remove needs --club and --by.")
            self._remove(club_named(options["club"]), _actor(options["by"]))
            return
        clubs = [club_named(options["club"])] if options["club"] else Club.objects.order_by("made_at", "pk")
        for club in clubs:
            self._show(dry_runs.look(club))

    def _show(self, found: dry_runs.Found) -> None:
        links = len(found.sequences)
        said = f"{links} links that dry runs left" if links else "nothing that a dry run left"
        self.stdout.write(f"{found.club.name} ({found.club.pk}): {said}")
        for trace in found.traces:
            self.stdout.write(f"  {_words(trace)}")
            for doubt in trace.doubts:
                self.stdout.write(f"    not surely a dry run's: {doubt}")
        for difference in found.others if links else ():
            self.stdout.write(f"  besides, an audit finds: {difference}")
        if links:
            sure = not (found.doubts or found.others)
            self.stdout.write("  --remove takes these links out" if sure else "  --remove refuses this")

    def _remove(self, club: Club, actor: Actor) -> None:
        try:
            entry = dry_runs.remove(actor, club)
        except ServiceError as error:
            raise CommandError(f"Nothing has changed. {error.detail}") from None
        head = chain.head(club.book)
        self.stdout.write(
            f"{club.name} ({club.pk}): {len(entry.body['removed'])} links taken out, "
            f"in order up to link {head.sequence} {head.hash}"
        )


def _words(trace: dry_runs.Trace) -> str:
    first, last = trace.links[0], trace.links[-1]
    kinds = Counter(str(link.body.get("kind")) for link in trace.links)
    counted = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    by, at = first.body.get("by"), first.body.get("at")
    return f"links {first.sequence} to {last.sequence}, {at}, by {by}: {counted}"


def _actor(name: str) -> Actor:
    user = User.objects.filter(name=name, is_active=True).first()
    if user is None:
        raise CommandError(f"There is no account {name}.")
    return Actor(user)
