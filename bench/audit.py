"""How fast `manage.py audit` is: actions a second, over a club whose hands were played through the services.

In a database of its own, on SQLite, as the tests have one. Counted is the time of the processor: nothing waits.
"""

import os
import time
from collections.abc import Iterator
from io import StringIO
from typing import Any

from bench.figures import told
from bench.hands import SHOWDOWN, document

HANDS = 240
CHIPS = 10_000_000


def figures() -> Iterator[dict[str, Any]]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    import django

    django.setup()
    from django.test.utils import setup_databases, teardown_databases

    databases = setup_databases(verbosity=0, interactive=False)
    try:
        yield _figure()
    finally:
        teardown_databases(databases, verbosity=0)


def _figure() -> dict[str, Any]:
    from django.core.management import call_command

    from games.models import Audit

    club, entered = _club()
    seconds = []
    for _ in range(3):
        began = time.process_time()
        call_command("audit", "--club", str(club.pk), stdout=StringIO())
        seconds.append(time.process_time() - began)
    links = Audit.objects.latest("started_at").sequence
    rate = round(entered / min(seconds))
    return told("audit.actions_a_second", rate, "/s", actions=entered, links=links, seconds=round(min(seconds), 3))


def _club() -> tuple[Any, int]:
    """Six players, hand after hand with a showdown; the night stays open."""
    from games.clubs.services import clubs
    from games.core.actor import Actor
    from games.models import Entry, User
    from games.money.services import chips
    from games.nights.services import nights, seats
    from games.play.services import hands

    sue = Actor(User.objects.create_user("Sue", "correct horse battery"))
    club = clubs.create_club(sue, "Bench", "EUR", "UTC")
    night = nights.open_night(sue, club.pk, "A long night", 1)
    players = [clubs.add_player(sue, club.pk, name) for name in "ABCDEF"]
    for player in players:
        seats.take_seat(sue, night.pk, player.pk)
        chips.buy_in(sue, night.pk, player.pk, CHIPS)
    ids = {player.name: str(player.pk) for player in players}
    for _ in range(HANDS):
        played = [_named(action, ids) for action in document(SHOWDOWN)["actions"]]
        hand = hands.start_hand(sue, night.pk, "council-bluffs", dealer_id=players[-1].pk)
        hands.act(sue, hand.pk, played, 0)
    return club, Entry.objects.filter(club=club, kind=Entry.Kind.ACTION).count()


def _named(action: dict[str, Any], ids: dict[str, str]) -> dict[str, Any]:
    return {**action, "player": ids[action["player"]]} if "player" in action else action
