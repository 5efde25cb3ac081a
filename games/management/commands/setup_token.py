"""`manage.py setup_token`: what opens an installation that nobody has an account on."""

from typing import Any

from django.core.management.base import BaseCommand

from games.accounts.services import passwords


class Command(BaseCommand):
    help = "Print the token with which the first account is made; nothing where there is one."

    def handle(self, *args: Any, **options: Any) -> None:
        token = passwords.set_up_token()
        if token:
            self.stdout.write(f"  nobody yet. Open one of these addresses. The set-up token: {token}")
