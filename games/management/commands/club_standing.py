"""`manage.py club_standing CLUB`: what two installations compare when a club has moved."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.standing import club_named, standing


class Command(BaseCommand):
    help = "Print the head of a club's chain, how many rows it has, and what every account stands at, as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the club's id, or its name where no other club has it")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(standing(club_named(options["club"]))))
