"""Every page that people look at, by whom and in which state: what is looked over, and what pictures are made of.

A page that is not on this list fails `test_sights.py`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.urls import reverse
from django.urls.resolvers import URLPattern

from games import urls
from tests.browser.stage import PLAYED, TONIGHT, Stage


class Sight(NamedTuple):
    """A page by its name in `games/urls.py`; `called` names its pictures where a page has several states."""

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
    Sight("front"),
    Sight("sign-in", who=""),
    Sight("forgotten", who=""),
    Sight("join", who=""),
    Sight("join", who="rob", called="join-signed-in"),
    Sight("new-password", who="", given={"token": "reset_token"}),
    Sight("account", who="ann"),
    Sight("told", who="rob"),
    Sight("club-new", who="rob"),
    Sight("club-page", who="rob"),
    Sight("club-page", who="ann", called="club-page-of-a-player"),
    Sight("club-nights", who="ann"),
    Sight("club-people", who="rob"),
    Sight("club-settings", who="rob"),
    Sight("club-settle", who="rob"),
    Sight("invite-page", who="rob"),
    Sight("night-page", night=TONIGHT),
    Sight("night-page", called="night-page-closed", who="ann"),
    Sight("night-qr", night=TONIGHT),
    Sight("night-seating", night=TONIGHT),
    Sight("night-count", night=TONIGHT),
    Sight("night-count", night="Buddha's Folly, over", called="night-count-with-a-pot"),
    Sight("night-recount", night=TONIGHT),
    Sight("night-result", night=TONIGHT),
    Sight("night-expense", night=TONIGHT),
    Sight("night-money", night=TONIGHT),
    Sight("seat-page", night=TONIGHT),
    Sight("stored-settlement", who="ann"),
    Sight("console", night=TONIGHT, called="console-next-hand"),
    Sight("console", night="The Bluffs, to bet"),
    Sight("console", night="The Bluffs, to declare", called="console-declaring"),
    Sight("console", night="The Bluffs, to show", called="console-showing"),
    Sight("console", night="Council Bluffs, to turn", called="console-turning"),
    Sight("console", night="Buddha's Folly, on offer", called="console-on-offer"),
    Sight("console", night="Bluff N' Peg, to lay", called="console-laying"),
    Sight("console", night="Guts, to show", called="console-in-or-out"),
    Sight("console", night="The Bluffs, over", called="console-result"),
    Sight("console", night="Buddha's Folly, over", called="console-pot-carried"),
    Sight("console", night="Bluff N' Peg, over", called="console-pegs-moved"),
    Sight("console", night="Council Bluffs, ten to bet", called="console-of-ten"),
    Sight("console-menu", night="The Bluffs, to bet"),
    Sight("console-games", night=TONIGHT),
    Sight("console-rules", night=TONIGHT),
    Sight("watch", who="ann", night="The Bluffs, to bet"),
    Sight("watch", who="ann", night="The Bluffs, to declare", called="watch-declaring"),
    Sight("watch", who="ann", night="Bluff N' Peg, to lay", called="watch-laying"),
    Sight("watch", who="ann", night="The Bluffs, over", called="watch-result"),
    Sight("hand-page", who="ann"),
    Sight("hand-page", who="ann", night="Buddha's Folly, on offer", called="hand-page-open"),
    Sight("hand-by-link", who=""),
    Sight("rules-page", who="ann"),
    Sight("dispute-hand", who="ann"),
    Sight("dispute-page", who="rob"),
    Sight("dispute-page", who="ann", called="dispute-page-of-its-opener"),
    Sight("entry-dispute", who="sue"),
    Sight("payment-dispute", who="sue"),
    Sight("match-page", who="ann"),
    Sight("player-page", who="ann"),
    Sight("settlement-page", who="ann"),
    Sight("statement-page", who="ann"),
    Sight("report-task"),
]
# Looked at before anything is there.
OF_AN_EMPTY_INSTALLATION = [Sight("first-run", who="")]


def address(pattern: URLPattern, stage: Stage, sight: Sight) -> str:
    """Of a page, its ids those of the stage."""
    ids = stage.ids(sight.night)
    wanted = pattern.pattern.converters
    return reverse(str(pattern.name), kwargs={name: ids[sight.given.get(name, name)] for name in wanted})


def pattern_of(page: str) -> URLPattern:
    return next(pattern for pattern in urls.urlpatterns if pattern.name == page)
