"""How often something may be tried: counters in the cache, which all processes share where it is Redis.

Time is cut into windows of a fixed length; a counter belongs to one window and goes with it. A limit of none is off.

Under a wide limit a process takes a portion of numbers from the counter and counts them off by itself, so that most
requests need not ask the cache. Never more are let in than the limit says; what a process has over is lost.
"""

import hashlib
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.cache import cache

from games.core.errors import NotAuthenticated, Throttled

log = logging.getLogger(__name__)

# A sixtieth of the limit at most, so that what processes have over is little of it.
PORTION = 20
PARTS = 60
# Of so many counters a process knows its portion; of more it loses those that were not asked for the longest.
KNOWN = 10_000
# For so many seconds a cache that was away is not asked again: who waits for it waits once.
QUIET = 1.0

# Sign-in, join, first run, new password: the largest form of somebody who has not signed in has a few short texts.
MOST_ANONYMOUS_BYTES = 16_384

_quiet_until = 0.0


def is_too_large_for_anonymous(meta: Mapping[str, Any]) -> bool:
    """Whether a request announces a larger body than anybody needs who has not signed in, by its META."""
    length = str(meta.get("CONTENT_LENGTH") or "0")
    return len(length) > 18 or not length.isdecimal() or int(length) > MOST_ANONYMOUS_BYTES


@dataclass(frozen=True, slots=True)
class Counted:
    """One request under a limit: how many there have been in this window, of how many, and when the next one begins."""

    limit: str
    key: str
    number: int
    most: int
    seconds: int
    resets_in: int

    @property
    def left(self) -> int:
        return max(self.most - self.number, 0)

    def check(self) -> None:
        """Raises Throttled for one too many."""
        if self.number > self.most:
            raise Throttled("That is too often. Wait, then try again.", seconds=self.resets_in)


def count(limit: str, who: str) -> Counted | None:
    """Count one more of `who` under a limit of `settings.LIMITS`; None where the limit is off."""
    bounds = settings.LIMITS[limit]
    if bounds is None:
        return None
    most, seconds = bounds
    now = time.time()
    key = _key(limit, who, now, seconds)
    number = _number(key, seconds, min(PORTION, most // PARTS))
    return Counted(limit, key, number, most, seconds, int(seconds - now % seconds) + 1)


def take(limit: str, who: str) -> str | None:
    """Count one more of `who`, under a limit of `settings.LIMITS`. Raises Throttled for one too many.

    Gives the counter, for `give_back`; none where nobody counts.
    """
    counted = count(limit, who)
    if counted is None:
        return None
    counted.check()
    return counted.key if counted.number else None


def _number(key: str, seconds: int, size: int) -> int:
    """How many it are with this one, by portions of that size; 0 where nobody counts."""
    if size <= 1:  # a narrow limit: it must not displace a portion
        return _count(key, seconds, 1)
    portion = _portion(key)
    with suppress(IndexError):
        return portion.popleft()
    last = _count(key, seconds, size)
    if not last:
        return 0
    first = last - size + 1
    portion.extend(range(first + 1, last + 1))
    return first


@lru_cache(maxsize=KNOWN)
def _portion(_key: str) -> deque[int]:
    """What this process has taken and not counted off yet."""
    return deque()


def _count(key: str, seconds: int, size: int) -> int:
    """The counter, with so many more; 0 where nobody counts."""
    try:
        return _asked(lambda: cache.incr(key, size))
    except ValueError:  # the first in this window, or one of several
        return _asked(lambda: size if cache.add(key, size, seconds + 1) else cache.incr(key, size))


def _asked(ask: Callable[[], int]) -> int:
    """What the cache says; 0 where it is away, which stops no evening: then nothing is counted."""
    global _quiet_until
    if time.monotonic() < _quiet_until:
        return 0
    try:
        return ask()
    except ValueError:  # there is no such counter
        raise
    except Exception:
        _quiet_until = time.monotonic() + QUIET
        log.warning("The cache is away: limits are off", exc_info=True)
        return 0


def give_back(counter: str | None) -> None:
    """What was counted there was no attempt after all."""
    if counter is not None:
        with suppress(ValueError):  # it is gone with its window
            _asked(lambda: cache.decr(counter))


@contextmanager
def attempt(account: str, address: str) -> Iterator[None]:
    """A password is tried. Only what fails counts: on an account from an address, on an account, from an address.

    The first is narrow. The second is wide, so that nobody is easily locked out by somebody else's guesses.
    """
    tried = {"guess": f"{account} {address}", "account": account, "address": address}
    counted = [take(limit, who) for limit, who in tried.items()]
    try:
        yield
    except NotAuthenticated:
        raise
    except BaseException:
        _give_all_back(counted)
        raise
    _give_all_back(counted)


def _give_all_back(counted: Iterable[str | None]) -> None:
    for counter in counted:
        give_back(counter)


def _key(limit: str, who: str, now: float, seconds: int) -> str:
    digest = hashlib.sha256(who.encode("utf-8", "surrogatepass")).hexdigest()
    return f"limit:{limit}:{digest}:{int(now // seconds)}"


def address_of(meta: Mapping[str, Any]) -> str:
    """Where a request comes from, by its META. What a proxy adds is believed of our own only."""
    forwarded = [part.strip() for part in str(meta.get("HTTP_X_FORWARDED_FOR", "")).split(",") if part.strip()]
    if settings.TRUSTED_PROXIES and len(forwarded) >= settings.TRUSTED_PROXIES:
        return forwarded[-settings.TRUSTED_PROXIES]
    return str(meta.get("REMOTE_ADDR", ""))
