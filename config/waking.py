"""Waking listeners in other processes, through Redis. It only wakes: what there is to tell is in the database.

While Redis is away, recording goes on without waiting for it, and listeners look by themselves, more often.
"""

import asyncio
import logging
import time
from functools import cache
from uuid import UUID

import redis
import redis.asyncio
from django.conf import settings
from redis.backoff import NoBackoff

from api.live.hub import Hub
from games.core import event_signal

log = logging.getLogger(__name__)

PREFIX = "tableside:night:"
# A write that is done must not wait for a Redis that is not there each time, either.
QUIET = 1.0
RETRY = 1.0

_quiet_until = 0.0


def publish(night_id: UUID) -> None:
    """Wake all who listen to this night, wherever they do."""
    global _quiet_until
    event_signal.here(night_id)
    if time.monotonic() < _quiet_until:
        return
    try:
        _client().publish(f"{PREFIX}{night_id}", b"")
    except redis.RedisError as error:
        _quiet_until = time.monotonic() + QUIET
        log.warning("Redis is away, so listeners look by themselves: %s", error)


async def hear(hub: Hub) -> None:
    """Pass on what is published, as long as the loop runs; the hub knows whether anything can be heard."""
    while True:
        try:
            await _listen(hub)
        except (redis.RedisError, OSError) as error:
            log.warning("Redis is away, listening again soon: %s", error)
        hub.hears = False
        await asyncio.sleep(RETRY)


async def _listen(hub: Hub) -> None:
    client = redis.asyncio.from_url(settings.REDIS_URL, health_check_interval=5, retry=_once_async())
    async with client, client.pubsub(ignore_subscribe_messages=True) as channel:
        await channel.psubscribe(f"{PREFIX}*")
        hub.hears = True
        # what was committed while nobody listened
        hub.look()
        while True:
            message = await channel.get_message(timeout=5)
            if message is not None:
                hub.woken(UUID(message["channel"].decode().removeprefix(PREFIX)))


@cache
def _client() -> "redis.Redis":
    # one try: a second one would only make the writer wait
    once = redis.retry.Retry(NoBackoff(), 0)
    return redis.Redis.from_url(settings.REDIS_URL, **settings.REDIS_PATIENCE, retry=once)


def _once_async() -> "redis.asyncio.retry.Retry":
    return redis.asyncio.retry.Retry(NoBackoff(), 0)
