"""`manage.py demo`: a club to look at, in a new database only."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, time, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.accounts.services import users
from games.clubs.services import clubs
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.management.demo_night import HANDS, DemoHand
from games.management.shorthand import action
from games.models import Club, Night, Role, User
from games.money.services import chips
from games.nights.selectors.nights import night_view
from games.nights.services import nights, seats
from games.play.services import hands, missed_hands

CLUB = "Thursday Cards"
TIME_ZONE = "Europe/Berlin"
_THURSDAY, _EVENING = 3, time(20)
PLAYERS = {"Ann": "Ann Becker", "Bob": "Bob Fischer", "Cleo": "Cleo Martin", "Dan": "Dan Okafor"}
LOG_INS = {"rob": Role.OWNER, "sue": Role.SCOREKEEPER, "ann": Role.PLAYER}


def last_thursday(now: datetime) -> datetime:
    """The evening of the last Thursday before today, where the club is."""
    zone = ZoneInfo(TIME_ZONE)
    today = now.astimezone(zone).date()
    day = today - timedelta(days=(today.weekday() - _THURSDAY) % 7 or 7)
    return datetime.combine(day, _EVENING, zone)


@contextmanager
def set_back(by: timedelta) -> Iterator[None]:
    """The clock of this process set back, for as long as this lasts: what is entered meanwhile was entered then."""
    now = timezone.now
    timezone.now = lambda: now() - by
    try:
        yield
    finally:
        timezone.now = now


class Command(BaseCommand):
    help = "Make a demo club with a played night of all four games and an open one, in a new database only."

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.exists() or Club.objects.exists():
            raise CommandError("This database is in use: the demo club is made in a new one only.")
        passwords = {name: secrets.token_urlsafe(9) for name in LOG_INS}
        # all of it or nothing: an interrupted first run begins anew
        with one_transaction():
            Demo(passwords).make()
        self.stdout.write(f'Demo club "{CLUB}". Sign in as')
        for name, role in LOG_INS.items():
            self.stdout.write(f"  {name:4} password {passwords[name]}  ({role})")


class Demo:
    """People first, then the night that was, then the one that begins."""

    def __init__(self, passwords: dict[str, str]) -> None:
        now = timezone.now()
        self._ago = now - last_thursday(now)
        with set_back(self._ago):
            self._found(passwords)

    def _found(self, passwords: dict[str, str]) -> None:
        actors = {name: Actor(users.register(name, password)) for name, password in passwords.items()}
        self.owner, self.scorekeeper = actors["rob"], actors["sue"]
        self.club = clubs.create_club(self.owner, CLUB, "EUR", TIME_ZONE)
        clubs.add_member(self.owner, self.club.pk, "sue", Role.SCOREKEEPER)
        member = clubs.add_member(self.owner, self.club.pk, "ann", Role.PLAYER)
        self.ids: dict[str, UUID] = {}
        for name, full_name in PLAYERS.items():
            of = member.pk if name == "Ann" else None
            self.ids[name] = clubs.add_player(self.scorekeeper, self.club.pk, full_name, member_id=of).pk

    def make(self) -> None:
        """The night that was is dated on the evening of the last Thursday, by the club's clock."""
        with set_back(self._ago):
            self.play(self.open("Last Thursday"))
        self.open("Tonight")

    def open(self, name: str) -> Night:
        """A night with everyone seated and bought in for 50.00."""
        night = nights.open_night(self.scorekeeper, self.club.pk, name, chip=25)
        for player in self.ids.values():
            seats.take_seat(self.scorekeeper, night.pk, player)
            chips.buy_in(self.scorekeeper, night.pk, player, 5000)
        return night

    def play(self, night: Night) -> None:
        for hand in HANDS:
            self.play_hand(night, hand)
        chips.buy_in(self.scorekeeper, night.pk, self.ids["Dan"], 1000, way="cash")
        net = {self.ids["Bob"]: 200, self.ids["Dan"]: -200}
        missed_hands.record_result(self.scorekeeper, night.pk, "Seven-card stud", net)
        self.cash_out_all(night)
        reason = "a chip rolled under the sofa"
        nights.decide_difference(self.scorekeeper, night.pk, [self.ids["Cleo"]], reason)
        nights.close_night(self.scorekeeper, night.pk)

    def play_hand(self, night: Night, played: DemoHand) -> None:
        hand = hands.start_hand(self.scorekeeper, night.pk, played.game, played.rules)
        for line in played.lines:
            hand = hands.act(self.scorekeeper, hand.pk, [action(line, self.ids)], hand.version)

    def cash_out_all(self, night: Night) -> None:
        """Everyone as the book says, but Cleo, who finds a chip too few."""
        for seat in night_view(self.scorekeeper, night.pk)["seats"]:
            player = UUID(seat["player"])
            missing = 25 if player == self.ids["Cleo"] else 0
            chips.cash_out(self.scorekeeper, night.pk, player, seat["chips"] - missing)
