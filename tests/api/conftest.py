"""One cast for every story: who founded the club, who keeps score, who only plays, who has nothing to do with it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from games.accounts.services import users
from games.models import Role, User
from tests.api.phone import Phone, made, new_id
from tests.games.laying import Laid


@dataclass
class Cast:
    """The people with accounts, a phone each. `club` is the owner's; the outsider has one of their own."""

    owner: Phone
    scorekeeper: Phone
    player: Phone
    outsider: Phone
    nobody: Phone
    club: str


def token_of(name: str) -> str:
    user: User = users.register(name, f"{name}-goes-all-in")
    return users.add_device(user, "phone")[0]


def phone_of(name: str) -> Phone:
    return Phone(token_of(name))


def open_club() -> tuple[list[str], str]:
    """The tokens of the four with accounts, and the club's id."""
    tokens = [token_of(name) for name in ("olga", "kim", "pat", "zed")]
    owner, club = Phone(tokens[0]), new_id()
    made(owner.post("clubs/", {"id": club, "name": "Friday", "currency": "EUR", "time_zone": "Europe/Berlin"}))
    for name, role in (("kim", Role.SCOREKEEPER), ("pat", Role.PLAYER)):
        made(owner.post(f"clubs/{club}/members/", {"login": name, "role": role}))
    return tokens, club


_CLUB = Laid(open_club)


@pytest.fixture
def cast(db: None) -> Cast:
    tokens, club = _CLUB()
    return Cast(*map(Phone, tokens), Phone(), club)


@dataclass
class Table:
    """A night with everyone seated and stacked. `players` are ids by name, clockwise."""

    phone: Phone
    night: str
    players: dict[str, str]

    def start(self, game: str, **more: Any) -> dict[str, Any]:
        return made(self.phone.post(f"nights/{self.night}/hands/", {"game": game, **more}))

    def act(self, hand: dict[str, Any], *actions: dict[str, Any], **headers: str) -> dict[str, Any]:
        """The hand after these actions, entered at the version in hand."""
        headers = {"If_Match": f'"{hand["version"]}"', **headers}
        body = {"actions": list(actions)}
        return made(self.phone.post(f"hands/{hand['id']}/actions/", body, **headers))["hand"]


@pytest.fixture
def lay(cast: Cast) -> Callable[..., Table]:
    """Lays a table: a night of the scorekeeper with these players, 20.00 each."""

    def table(*names: str, stack: int = 2000, chip: int = 25) -> Table:
        phone, night = cast.scorekeeper, new_id()
        made(phone.post(f"clubs/{cast.club}/nights/", {"id": night, "name": "Tonight", "chip": chip}))
        players = {name: new_id() for name in names}
        for name, player in players.items():
            made(phone.post(f"clubs/{cast.club}/players/", {"id": player, "name": name}))
            made(phone.post(f"nights/{night}/seats/", {"player": player}))
            if stack:
                made(phone.post(f"nights/{night}/buy-ins/", {"player": player, "amount": stack}))
        return Table(phone, night, players)

    return table
