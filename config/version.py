"""The version of Tableside. No other file states it; the changelog has a chapter for each."""

from django.http import HttpRequest

VERSION = "1.0.0"


def in_pages(_request: HttpRequest) -> dict[str, str]:
    """Pass the version to every template, for the foot of the pages."""
    return {"product_version": VERSION}
