"""For whoever watches over a server: does this process live, can it do its work, and what has it done."""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView  # type: ignore[import-untyped]  # it says nothing of its types

from config.version import VERSION
from ledger import guards

AWAY = "away"


@require_safe
def live(_request: HttpRequest) -> HttpResponse:
    """Asks nothing of anybody else: a database that is away is no reason to start this process anew."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def version(_request: HttpRequest) -> JsonResponse:
    """Return the version of the product. It asks nobody."""
    return JsonResponse({"version": VERSION})


@require_safe
def ready(_request: HttpRequest) -> JsonResponse:
    """503 while no request could be answered. Redis is told of, but the evening goes on without it."""
    needed = {"database": _told(_database)}
    # One that is away is not asked twice: a request waits for a connection as long as it may, each time.
    if needed["database"] != AWAY:
        needed["migrations"] = _told(_migrations)
    found = needed | ({"redis": _redis()} if settings.REDIS_URL else {})
    return JsonResponse(found, status=200 if set(needed.values()) == {"ok"} else 503)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus, with the token of `TABLESIDE_METRICS_TOKEN`; without such a token there is no such page."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode()):
        raise Http404
    answer: HttpResponse = ExportToDjangoView(request)
    return answer


def _told(check: Callable[[], str]) -> str:
    """Why it failed is in the log: this page is open to anybody."""
    try:
        return check()
    except DatabaseError:
        return AWAY


def _database() -> str:
    return "ok" if not guards.missing(connection) else "the ledger's guards are missing"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    return "pending" if executor.migration_plan(executor.loader.graph.leaf_nodes()) else "ok"


def _redis() -> str:
    try:
        cache.get("health")
    except Exception:
        return AWAY
    return "ok"
