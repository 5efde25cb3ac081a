"""How often: passwords that are wrong, mails, requests."""

import re
from collections import deque
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from config.settings import base
from games.core import throttling as counting
from games.core.errors import Throttled
from tests.api.conftest import Cast
from tests.api.phone import Phone, made, refused


@pytest.fixture
def limits(settings: Any) -> dict[str, Any]:
    cache.clear()
    settings.LIMITS = dict.fromkeys(settings.LIMITS)
    return settings.LIMITS


GUIDE = Path(base.BASE_DIR) / "docs" / "api.md"
# What the guide calls each limit of the settings.
CALLED = {
    "guess": "wrong passwords for an account, from one network address",
    "account": "wrong passwords for an account, or from one network address",
    "address": "wrong passwords for an account, or from one network address",
    "reset": "mails to one address with a link to set a password",
    "requests": "requests of one account",
    "anonymous": "requests from one network address without an account",
}


def test_the_guide_has_the_numbers_of_the_settings() -> None:
    """Held against the settings as they are without an environment of one's own."""
    chapter = GUIDE.read_text().partition("## Limits")[2].partition("\n## ")[0]
    rows = [
        tuple(cell.strip() for cell in line.strip("| ").split(" | ")) for line in chapter.splitlines() if "| " in line
    ]
    table = {what: " ".join(often.split(" (")[0].split()) for what, often in rows[2:]}
    assert set(CALLED) == set(base.LIMITS)
    assert set(table) == set(CALLED.values())
    for limit, bounds in base.LIMITS.items():
        assert bounds is not None
        most, seconds = bounds
        often = "a minute" if seconds == 60 else f"in {seconds // 60} minutes"
        assert table[CALLED[limit]] == f"{most} {often}"


def enter(name: str, password: str, address: str = "10.0.0.1") -> Any:
    body = {"login": name, "password": password}
    return Client().post("/api/v1/tokens/", body, content_type="application/json", REMOTE_ADDR=address)


def test_guesses_end_but_not_for_others(cast: Cast, limits: dict[str, Any]) -> None:
    limits["guess"] = (3, 900)
    for name in ("kim", "nobody at all"):
        for _ in range(3):
            refused(enter(name, "wrong"), 401, "not_authenticated")
        told = enter(name, "wrong")
        refused(told, 429, "throttled")
        assert 1 <= int(told["Retry-After"]) <= 901
    refused(enter("kim", "kim-goes-all-in"), 429, "throttled")
    made(enter("kim", "kim-goes-all-in", "10.0.0.2"))
    made(enter("pat", "pat-goes-all-in"))


def test_what_succeeds_is_not_counted(cast: Cast, limits: dict[str, Any]) -> None:
    limits["guess"] = limits["account"] = limits["address"] = (2, 900)
    for _ in range(5):
        made(enter("kim", "kim-goes-all-in"))


def test_a_forged_address_is_not_believed(cast: Cast, limits: dict[str, Any], settings: Any) -> None:
    limits["address"] = (2, 900)

    def forged(number: int) -> int:
        headers = {"X-Forwarded-For": f"10.1.1.{number}, 10.2.2.{number}"}
        body = {"login": "kim", "password": "wrong"}
        return Client().post("/api/v1/tokens/", body, content_type="application/json", headers=headers).status_code

    assert [forged(number) for number in range(3)] == [401, 401, 429]
    settings.TRUSTED_PROXIES = 1
    assert [forged(number) for number in range(3, 6)] == [401, 401, 401]


def test_pages_have_the_same_limit(cast: Cast, limits: dict[str, Any]) -> None:
    limits["guess"] = (2, 900)
    right = {"username": "kim", "password": "kim-goes-all-in"}
    assert Client().post("/sign-in/", right).status_code == 302
    for _ in range(3):
        Client().post("/sign-in/", {**right, "password": "wrong"})
    assert Client().post("/sign-in/", right).status_code == 200
    refused(enter("kim", "kim-goes-all-in", "127.0.0.1"), 429, "throttled")


def test_guesses_at_an_own_password_count(cast: Cast, limits: dict[str, Any]) -> None:
    limits["guess"] = (2, 900)
    change = {"current_password": "wrong", "new_password": "kim-folds-again"}
    for _ in range(2):
        refused(cast.scorekeeper.post("account/password/", change), 403, "forbidden")
    refused(cast.scorekeeper.post("account/password/", change), 429, "throttled")


def test_requests_are_counted_by_account(cast: Cast, limits: dict[str, Any]) -> None:
    limits["requests"], limits["anonymous"] = (3, 60), (2, 60)
    for _ in range(3):
        made(cast.player.get("clubs/"), 200)
    told = cast.player.get("clubs/")
    refused(told, 429, "throttled")
    assert told["Retry-After"]
    made(cast.owner.get("clubs/"), 200)
    for _ in range(2):
        refused(Phone().post("invites/look/", {"token": "x"}), 404, "not_found")
    refused(Phone().post("invites/look/", {"token": "x"}), 429, "throttled")


def test_a_wide_limit_is_counted_off_in_portions_and_holds(
    cast: Cast, limits: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes: each counts off its own portion, and together they let in no more than the limit."""
    most = 4 * 60
    limits["requests"] = (most, 10**9)
    asked, processes = [], [lru_cache(lambda _key: deque()) for _ in range(2)]  # type: ignore[var-annotated]

    def count(*told: Any) -> int:
        asked.append(told)
        return counted(*told)

    counted = counting._count
    monkeypatch.setattr(counting, "_count", count)
    let_in = []
    for number in range(most + 8):
        monkeypatch.setattr(counting, "_portion", processes[number % 3 % 2])
        let_in.append(cast.player.get("clubs/").status_code == 200)
    assert let_in[: most - 4] == [True] * (most - 4)
    assert sum(let_in) <= most and not let_in[-1]
    assert len(asked) <= most / 4 + 4


def test_many_others_cost_nobody_their_portion(limits: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Between any two of Kim's requests a thousand passwords are tried."""
    limits["requests"], limits["guess"] = (1200, 10**9), (10, 10**9)
    counters: dict[str, int] = {}

    def count(key: str, _seconds: int, size: int) -> int:
        counters[key] = counters.get(key, 0) + size
        return counters[key]

    monkeypatch.setattr(counting, "_count", count)
    for request in range(100):
        counting.take("requests", "kim")
        for guess in range(1000):
            counting.take("guess", f"nobody {request} {guess}")
    (number,) = (counted for key, counted in counters.items() if key.startswith("limit:requests:"))
    assert number == 100


def test_what_is_given_back_is_of_the_window_it_was_counted_in(
    limits: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A password is tried as one window ends, and found right in the next, which lets in no more for it."""
    limits["address"] = (2, 900)
    now = 900 * 1000 - 0.5
    monkeypatch.setattr(counting.time, "time", lambda: now)
    with counting.attempt("kim", "10.0.0.1"):
        now = 900 * 1000 + 0.5
        counting.take("address", "10.0.0.1")
    counting.take("address", "10.0.0.1")
    with pytest.raises(Throttled):
        counting.take("address", "10.0.0.1")


def test_without_its_cache_the_evening_goes_on(
    cast: Cast, limits: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked once, not with each request: it may be one that takes its time to be away."""
    limits["requests"] = (1, 60)
    monkeypatch.setattr(counting, "QUIET", 600)
    monkeypatch.setattr(counting, "_quiet_until", 0.0)
    asked = []

    def away(*told: Any) -> None:
        asked.append(told)
        raise ConnectionError

    monkeypatch.setattr("games.core.throttling.cache.add", away)
    for _ in range(2):
        made(cast.player.get("clubs/"), 200)
    assert len(asked) == 1
    monkeypatch.undo()
    made(cast.player.get("clubs/"), 200)
    refused(cast.player.get("clubs/"), 429, "throttled")


def test_every_answer_says_what_is_left(cast: Cast, limits: dict[str, Any]) -> None:
    limits["requests"], limits["anonymous"] = (3, 60), (2, 60)
    for left in (2, 1, 0):
        answer = cast.player.get("clubs/")
        made(answer, 200)
        assert answer["RateLimit-Policy"] == '"requests";q=3;w=60'
        assert re.fullmatch(rf'"requests";r={left};t=\d+', answer["RateLimit"])
    answer = cast.player.get("clubs/")
    refused(answer, 429, "throttled")
    assert answer["RateLimit"] == f'"requests";r=0;t={answer["Retry-After"]}'
    assert cast.nobody.post("tokens/", {})["RateLimit"].startswith('"anonymous";r=1;')
    limits["requests"] = None
    assert "RateLimit" not in cast.player.get("clubs/")
