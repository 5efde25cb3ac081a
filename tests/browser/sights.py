"""Every page that people look at, by whom and in which state: what is looked over, and what pictures are made of.

A page that is not on this list fails `test_sights.py`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.urls import reverse
from django.urls.resolvers import URLPattern

from games.pages import urls
from tests.browser.stage import PLAYED, Stage


class Sight(NamedTuple):
    """A page by its name in `games/pages/urls.py`; `called` names its pictures where a page has several states."""

    page: str
    who: str = "sue"
    night: str = PLAYED
    called: str = ""
    # What stands in the address under a name of its own, by the stage's name for it.
    given: Mapping[str, str] = {}

    @property
    def picture(self) -> str:
        return self.called or self.page

    def address(self, stage: Stage) -> str:
        return address(pattern_of(self.page), stage, self)


SIGHTS = [
    Sight("sign-in", who=""),
    Sight("join", who=""),
    Sight("join", who="rob", called="join-signed-in"),
    Sight("new-password", who="", given={"token": "reset_token"}),
    Sight("settlement-page", who="ann"),
    Sight("statement-page", who="ann"),
    Sight("report-task"),
]
# Looked at before anything is there.
OF_AN_EMPTY_INSTALLATION: list[Sight] = []


def address(pattern: URLPattern, stage: Stage, sight: Sight) -> str:
    """Of a page, its ids those of the stage."""
    ids = stage.ids(sight.night)
    wanted = pattern.pattern.converters
    return reverse(str(pattern.name), kwargs={name: ids[sight.given.get(name, name)] for name in wanted})


def pattern_of(page: str) -> URLPattern:
    return next(pattern for pattern in urls.urlpatterns if pattern.name == page)
