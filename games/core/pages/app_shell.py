"""What makes an app of the pages, where the address is a secure one: a manifest, and a worker that keeps the shell.

The worker keeps style and script, and one page that says that there is no network; never a page about somebody.
"""

import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

SHELL = (
    "base/icon.svg",
    "base/tokens.css",
    "base/pages.css",
    "base/needed.css",
    "base/entries.js",
    "base/kept.js",
    "base/said.js",
    "base/seen.js",
    "base/live.js",
    "table/table.css",
    "table/pad.css",
    "table/pad.js",
    "table/awake.js",
    "django_htmx/htmx-2.min.js",
)


@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    shown = {
        "name": "Tableside",
        "short_name": "Tableside",
        "start_url": reverse("front"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f5f0",
        "theme_color": "#0b6e4f",
        "icons": [{"src": static("base/icon.svg"), "type": "image/svg+xml", "sizes": "any"}],
    }
    return JsonResponse(shown, content_type="application/manifest+json")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """At the top of all addresses, since a worker serves only those below its own."""
    files = json.dumps([*map(static, SHELL), reverse("offline")])
    answer = render(request, "core/shell/worker.js", {"files": files}, content_type="text/javascript")
    add_never_cache_headers(answer)
    return answer


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    return render(request, "core/shell/offline.html")
