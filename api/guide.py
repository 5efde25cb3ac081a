"""The guide: pages of `docs/` as they are written, for who reads the description on a server without internet."""

from pathlib import Path

from django.conf import settings
from django.http import HttpResponse
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from api.v1.files import FileView

PAGES = ("api", "permissions", "hand-file", "accounting")


class Page(FileView):
    """A page as text: it is Markdown, and reads well as it is."""

    authentication_classes = []
    permission_classes = [AllowAny]
    http_method_names = ["get", "head"]
    schema = None

    def get(self, request: Request, name: str) -> HttpResponse:
        file = _files().get(name)
        if file is None or not file.is_file():
            raise NotFound("The guide has no such page.")
        return HttpResponse(file.read_bytes(), content_type="text/plain; charset=utf-8")


def _files() -> dict[str, Path]:
    docs = Path(settings.BASE_DIR) / "docs"
    told = docs / "examples"
    examples = {"examples": told / "first-evening.http", "whole-night": told / "whole-night.http"}
    return {**{name: docs / f"{name}.md" for name in PAGES}, **examples}
