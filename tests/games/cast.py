"""The people of every story: an owner, a scorekeeper, a player of the club, and an outsider."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.clubs.services import clubs
from games.core.actor import Actor
from games.management.shorthand import action
from games.models import Club, Entry, Hand, Member, Night, Player, Role, Seat, User
from games.money.services import chips
from games.nights.selectors.nights import night_view
from games.nights.services import nights, seats
from games.play.services import hands

PASSWORD = "correct horse battery"


@dataclass
class Cast:
    """Rob owns the club, Sue keeps score, Ann has an account and plays; Otto has a club of his own."""

    rob: Actor
    sue: Actor
    ann: Actor
    otto: Actor
    club: Club
    other_club: Club


def make_cast() -> Cast:
    rob, sue, ann, otto = (Actor(User.objects.create_user(name, PASSWORD)) for name in ("Rob", "Sue", "Ann A.", "Otto"))
    club = clubs.create_club(rob, "Thursday", "EUR", "Europe/Berlin")
    clubs.add_member(rob, club.pk, "Sue", Role.SCOREKEEPER)
    clubs.add_member(rob, club.pk, "Ann A.", Role.PLAYER)
    return Cast(rob, sue, ann, otto, club, clubs.create_club(otto, "Elsewhere", "USD", "America/New_York"))


@dataclass
class Table:
    """A night as its scorekeeper sees it: people by name, entries in the words of the hand file."""

    cast: Cast
    night: Night
    players: dict[str, Player] = field(default_factory=dict)

    def sit(self, name: str, buy_in: int = 0, way: str = "account") -> Seat:
        """Take a seat, as a new player of the club where there is none of that name."""
        if name not in self.players:
            self.players[name] = clubs.add_player(self.cast.sue, self.cast.club.pk, name)
        seat = seats.take_seat(self.cast.sue, self.night.pk, self.players[name].pk)
        if buy_in:
            self.buy_in(name, buy_in, way)
        return seat

    def buy_in(self, name: str, amount: int, way: str = "account") -> Entry:
        return chips.buy_in(self.cast.sue, self.night.pk, self.players[name].pk, amount, way)

    def cash_out(self, name: str, count: int, way: str = "account") -> Entry:
        return chips.cash_out(self.cast.sue, self.night.pk, self.players[name].pk, count, way)

    def deal(self, game: str, rules: Mapping[str, Any] | None = None) -> Hand:
        return hands.start_hand(self.cast.sue, self.night.pk, game, rules)

    def enter(self, hand: Hand, *lines: str, by: Actor | None = None, at: int | None = None) -> Hand:
        """Enter lines such as "Ann raise 300", "reveal As Kd", "Bob declare high"."""
        version = Hand.objects.get(pk=hand.pk).version if at is None else at
        return hands.act(by or self.cast.sue, hand.pk, [self.action(line) for line in lines], version)

    def undo(self, hand: Hand, by: Actor | None = None) -> Hand:
        return hands.undo(by or self.cast.sue, hand.pk, Hand.objects.get(pk=hand.pk).version)

    def action(self, line: str) -> dict[str, Any]:
        return action(line, {name: player.pk for name, player in self.players.items()})

    def view(self) -> dict[str, Any]:
        return night_view(self.cast.sue, self.night.pk)

    def stacks(self) -> dict[str, int]:
        return {seat["name"]: seat["chips"] + seat["set_aside"] for seat in self.view()["seats"]}

    def named(self, by_id: Mapping[str, Any]) -> dict[str, Any]:
        names = {str(player.pk): name for name, player in self.players.items()}
        return {names[player]: value for player, value in by_id.items()}


def make_table(cast: Cast) -> Table:
    """Ann (a member), Bob and Cid (guests) at a table with chips of 25, 20.00 each on account."""
    night = nights.open_night(cast.sue, cast.club.pk, "Thursday night", 25)
    member = Member.objects.get(user=cast.ann.user)
    ann = clubs.add_player(cast.sue, cast.club.pk, "Ann", member_id=member.pk)
    table = Table(cast, night, {"Ann": ann})
    for name in ("Ann", "Bob", "Cid"):
        table.sit(name, 2000)
    return table
