"""The figure of pages: an entry at the console, answered by the table drawn anew, beside the same entry by the API."""

import json
import os
import re
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from itertools import cycle
from statistics import median_high
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.utils import timezone

from bench.figures import at_most, side_by_side

if TYPE_CHECKING:
    from django.test import Client

# Entries one by one in turns, and the middle one of each: on a noisy machine steadier than the best of a few.
ENTRIES = 150
# Chips of each, in cents: more than all the raises come to.
DEEP = 10_000_000
GOAL = 1.5
BY_SCRIPT = {"tableside-entry": "1", "origin": "http://localhost"}
FORM = "application/x-www-form-urlencoded"


def figures() -> Iterator[dict[str, Any]]:
    """The figure, with its goal; measured in a process and on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="tableside-bench-") as var:
        settings = {"TABLESIDE_VAR": var, "DATABASE_URL": "", "REDIS_URL": "", "TABLESIDE_REQUESTS_A_MINUTE": "1000000"}
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.dev", **settings}
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=environment, check=True)
        asked = [sys.executable, "-m", "bench.pages"]
        said = subprocess.run(asked, env=environment, check=True, stdout=subprocess.PIPE).stdout
    page, api = json.loads(said)
    yield at_most("pages.entry.vs_api", round(page / api, 2), GOAL, page_us=page // 1000, api_us=api // 1000)


class Table:
    """A hand of pot-limit in which each raises the one before: every entry changes bets, stacks, sizes and pot."""

    def __init__(self, client: "Client") -> None:
        from games.accounts.services import users
        from tests.games.cast import make_cast, make_table

        table = make_table(make_cast())
        for name in table.players:
            table.buy_in(name, DEEP)
        self.night, self.hand = table.night.pk, table.deal("council-bluffs").pk
        self.raisers = cycle(str(table.players[name].pk) for name in ("Ann", "Bob", "Cid"))
        self.client, self.version, self.to = client, 0, 100
        self.token = users.add_device(table.cast.sue.user, "phone")[0]
        self.account = {"tableside-account": str(table.cast.sue.user.pk)}
        client.force_login(table.cast.sue.user)
        drawn = client.get(f"/nights/{self.night}/play/").content.decode()
        self.form_token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', drawn)[0]

    def by_form(self) -> None:
        """As the console's script sends it (`post` in `static/base/entries.js`)."""
        form = {"version": str(self.version), "action": json.dumps(self._raise())}
        form |= {"phone_at": timezone.now().isoformat(), "key": uuid.uuid4().hex}
        body = urlencode(form | {"csrfmiddlewaretoken": self.form_token})
        address = f"/nights/{self.night}/play/{self.hand}/enter/"
        self._answered(self.client.post(address, body, FORM, headers=BY_SCRIPT | self.account))

    def by_api(self) -> None:
        headers = {
            "authorization": f"Bearer {self.token}",
            "idempotency-key": uuid.uuid4().hex,
            "if-match": f'"{self.version}"',
        }
        address = f"/api/v1/hands/{self.hand}/actions/"
        body = json.dumps(self._raise())
        self._answered(self.client.post(address, body, "application/json", headers=headers))

    def _raise(self) -> dict[str, Any]:
        self.to += 100
        return {"type": "raise", "player": next(self.raisers), "to": self.to}

    def _answered(self, answer: Any) -> None:
        assert answer.status_code < 300, answer.content
        self.version += 1


def measured() -> list[int]:
    """Nanoseconds of the processor for an entry, by the form of the console and by the API."""
    from django.test import Client

    table = Table(Client(enforce_csrf_checks=True, headers={"host": "localhost"}))
    return side_by_side((table.by_form, 1), (table.by_api, 1), rounds=ENTRIES, of=median_high)


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(measured()))
