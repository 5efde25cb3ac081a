"""The guide: pages of `docs/` as they are written, for who reads the description on a server without internet."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

PAGES = ("api", "permissions", "hand-file", "accounting")


@require_safe
def page(_request: HttpRequest, name: str) -> HttpResponse:
    """As text: it is Markdown, and reads well as it is."""
    file = _files().get(name)
    if file is None or not file.is_file():
        raise Http404
    return HttpResponse(file.read_bytes(), content_type="text/plain; charset=utf-8")


def _files() -> dict[str, Path]:
    docs = Path(settings.BASE_DIR) / "docs"
    return {**{name: docs / f"{name}.md" for name in PAGES}, "examples": docs / "examples" / "first-evening.http"}
