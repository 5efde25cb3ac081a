"""Where the story is told: a cast, a clock that stands still within a step, and chance that repeats itself."""

import json
import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

from django.http import HttpResponse

from games.accounts.services import passwords, users
from games.clubs.services import clubs
from games.core.actor import Actor
from games.models import Role, User
from tests.api.phone import Phone, operation_named

ROLES = ("owner", "admin", "scorekeeper", "arbiter", "player", "outsider", "anonymous")
NAMES = {"owner": "olga", "admin": "adam", "scorekeeper": "kim", "arbiter": "rita", "player": "pat", "outsider": "zed"}
BEGAN = datetime(2026, 1, 15, 14, tzinfo=UTC)
BETWEEN_CHAPTERS = timedelta(hours=1)
BETWEEN_STEPS = timedelta(seconds=15)


@dataclass(frozen=True)
class Step:
    """One request: which operation, by whom (a role), where, with what. `own` are the roles whose own thing it is.

    Of the steps of an operation that have the same `example`, the first is the example of that name.
    """

    operation: str
    who: str
    method: str
    path: str
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    own: tuple[str, ...] = ()
    url: dict[str, str] = field(default_factory=dict)
    example: str = "example"


Tell = Callable[[Step, HttpResponse, bytes], None]


class Stage:
    """`do` takes a step; `before` may look at it first, `after` sees what came of it."""

    def __init__(self, before: Callable[["Stage", Step], None] | None = None, after: Tell | None = None) -> None:
        self.before, self.after = before, after
        self.chapter, self.steps = 0, 0
        self.done: Counter[str] = Counter()
        self.phones: dict[str, Phone] = {"anonymous": Phone()}
        self.club = named("club")

    def set_up(self) -> None:
        """Accounts, and a club with a member in each role. The outsider owns another one."""
        first = {"token": passwords.set_up_token(), "name": NAMES["owner"], "password": password_of(NAMES["owner"])}
        device = self.do("setUp", "anonymous", {**first, "device_name": "Olga's phone"})
        self.phones["owner"] = Phone(device["token"])
        with standing_still(BEGAN), repeating("the cast"):
            self._cast()

    def _cast(self) -> None:
        actors = {"owner": Actor(User.objects.get(name=NAMES["owner"]))}
        for role, name in NAMES.items():
            if role in self.phones:
                continue
            user = users.register(name, password_of(name), user_id=uuid.UUID(named(name)))
            token, _ = users.add_device(user, f"{name}'s phone")
            self.phones[role], actors[role] = Phone(token), Actor(user)
        club = uuid.UUID(self.club)
        clubs.create_club(actors["owner"], "Friday", "EUR", "Europe/Berlin", club_id=club)
        elsewhere = uuid.UUID(named("elsewhere"))
        clubs.create_club(actors["outsider"], "Elsewhere", "EUR", "Europe/Berlin", club_id=elsewhere)
        for role in (Role.ADMIN, Role.SCOREKEEPER):
            clubs.add_member(actors["owner"], club, NAMES[role], role, member_id=uuid.UUID(named(f"member {role}")))
        for role, is_arbiter in (("arbiter", True), ("player", False)):
            member = uuid.UUID(named(f"member {role}"))
            clubs.add_member(actors["owner"], club, NAMES[role], is_arbiter=is_arbiter, member_id=member)

    def do(
        self,
        operation: str,
        who: str,
        body: Any = None,
        *,
        at: Any = None,
        query: str = "",
        own: tuple[str, ...] = (),
        example: str = "example",
        **url: str,
    ) -> Any:
        """The answer, which must be a success; `at` is a hand, whose version goes into If-Match."""
        method, path = operation_named(operation)
        headers = {} if at is None else {"If_Match": f'"{at["version"]}"'}
        step = Step(operation, who, method, path.format(**url) + query, body, headers, (who, *own), url, example)
        self.steps += 1
        self.done[operation] += 1
        if self.before:
            self.before(self, step)
        response = self.send(step, who)
        assert response.status_code < 400, f"{step}: {response.content.decode()}"
        content = b"".join(response) if response.streaming else response.content
        if self.after:
            self.after(step, response, content)
        return json.loads(content) if response["Content-Type"] == "application/json" else content

    def begin(self, chapter: int) -> None:
        """Each chapter has an hour of its own, so that one more step moves no more than those after it."""
        self.chapter, self.steps = chapter, 0

    def now(self) -> datetime:
        return BEGAN + self.chapter * BETWEEN_CHAPTERS + self.steps * BETWEEN_STEPS

    def send(self, step: Step, role: str) -> HttpResponse:
        """The request as this role would make it, at the step's moment, with the step's chance."""
        # Before there are any accounts, everybody is nobody.
        phone = self.phones.get(role, self.phones["anonymous"])
        nth = f"{step.operation} {self.done[step.operation]}"
        with standing_still(self.now()), repeating(nth):
            if step.method == "get":
                return phone.get(step.path)
            key = nth.replace(" ", "-")
            if isinstance(step.body, bytes):
                return phone.send(step.method, step.path, step.body, key, Content_Type="application/zip")
            return phone.send(step.method, step.path, json.dumps(step.body or {}), key, **step.headers)


def named(what: str) -> str:
    """The same id for the same thing in every telling."""
    return str(uuid.UUID(bytes=random.Random(what).randbytes(16), version=4))


def password_of(name: str) -> str:
    return f"{name}-goes-all-in"


@contextmanager
def standing_still(moment: datetime) -> Iterator[None]:
    # Links of password resets go by the clock of the wall.
    links = "django.contrib.auth.tokens.PasswordResetTokenGenerator._now"
    with patch("django.utils.timezone.now", lambda: moment), patch(links, lambda _: moment.replace(tzinfo=None)):
        yield


@contextmanager
def repeating(seed: str) -> Iterator[None]:
    """Ids and tokens that come of chance come the same in every telling."""
    chance = random.Random(seed)
    with ExitStack() as stack:
        for source in ("os.urandom", "random._urandom"):
            stack.enter_context(patch(source, chance.randbytes))
        yield
