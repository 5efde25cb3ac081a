"""Which version of Tableside this is. It stands here alone; the changelog has a chapter for each."""

from django.http import HttpRequest

VERSION = "1.0.0"


def in_pages(_request: HttpRequest) -> dict[str, str]:
    """For the foot of every page."""
    return {"product_version": VERSION}
