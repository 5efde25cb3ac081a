"""A phone, and what its owner does with a thumb. Whatever a page complains of is kept, and fails the test."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request

NAMES_ANYTHING = re.compile("")
# What Chromium, and htmx, write for each answer that is an error, and for each request that came nowhere.
_NOT_LOADED = ("Failed to load resource", "htmx:sendError", "htmx:afterRequest", "htmx:responseError")
_REPORT = """
document.addEventListener("securitypolicyviolation", (event) =>
  tellViolation(`${event.violatedDirective} forbids ${event.blockedURI || "inline"} on ${event.documentURI}`));
"""


class Phone:
    """One browser with its own storage and sign-in; `page` is what it shows."""

    def __init__(self, context: BrowserContext, url: str, touch: bool = True) -> None:
        self.context = context
        self.url = url
        self._touch = touch
        self.problems: list[str] = []
        self.taps = 0
        self._refusals_expected = self._cut = False
        context.expose_binding("tellViolation", lambda _source, text: self.problems.append(f"Policy: {text}"))
        context.add_init_script(_REPORT)
        context.on("console", self._said)
        context.on("weberror", lambda error: self.problems.append(f"Script: {error.error}"))
        context.on("request", self._asked)
        self.page: Page = context.new_page()

    def open(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page

    def find(self, role: str, name: "str | re.Pattern[str]" = NAMES_ANYTHING, exact: bool = False) -> Locator:
        """What is on the page, as somebody who cannot see it is told: by its role and name."""
        return self.page.get_by_role(role, name=name, exact=exact)  # type: ignore[arg-type]

    def tap(self, role: str, name: "str | re.Pattern[str]", exact: bool = True) -> None:
        """One tap, counted. It waits for what is to be tapped, and for nothing to lie over it."""
        self.touch(self.find(role, name, exact))

    def touch(self, what: Locator) -> None:
        what.tap() if self._touch else what.click()
        self.taps += 1

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Without a network for as long as this lasts."""
        with self.lost():
            self.context.set_offline(True)
            yield
            self.context.set_offline(False)

    @contextmanager
    def lost(self) -> Iterator[None]:
        """What cannot be loaded while this lasts is no complaint."""
        self._cut = True
        yield
        self._cut = False

    @contextmanager
    def refused(self) -> Iterator[None]:
        """What the server refuses while this lasts is meant to be refused."""
        self._refusals_expected = True
        yield
        self._refusals_expected = False

    def _said(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        if message.text.startswith(_NOT_LOADED) and (self._cut or self._refusals_expected):
            return
        self.problems.append(f"Console: {message.text} ({message.location.get('url')})")

    def _asked(self, request: Request) -> None:
        """Nothing comes from elsewhere: the table may have no internet."""
        to = urlsplit(request.url)
        if to.scheme not in ("data", "blob", "about") and to.netloc != urlsplit(self.url).netloc:
            self.problems.append(f"From elsewhere: {request.url}")
