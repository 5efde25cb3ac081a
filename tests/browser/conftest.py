"""One Chromium and one server a run, an empty database for each module, and as many phones as a test asks for."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import setup_databases, teardown_databases
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from games.core.formatting import Writer, writer_of
from games.models import User
from games.nights.services import nights
from ledger import guards
from tests.browser.home import LOOPBACK, Home, signed_in
from tests.browser.phone import Phone
from tests.games.cast import Cast, Table, make_cast, make_table
from tests.servers.chromium import chromium

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
# A machine may be busy; nothing here measures time.
PATIENCE_MS = 30_000

Phones = Callable[..., Phone]
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """A failing test is known to its fixtures, which then keep what the phones showed."""
    report: Any = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Playwright runs a loop in this thread, which Django would take for a server's own.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        # Chromium's sandbox does not work for root.
        expect.set_options(timeout=PATIENCE_MS)
        chrome = playwright.chromium.launch(executable_path=chromium(), chromium_sandbox=os.geteuid() != 0)
        yield chrome
        chrome.close()


@pytest.fixture(scope="session")
def database(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """That of the run. `django_db_setup` makes it only for tests that say so themselves, each in a transaction."""
    if connection.settings_dict["NAME"] == connection.creation._get_test_db_name():
        yield
        return
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, aliases=["default"])
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)


@pytest.fixture(scope="session")
def server(database: None) -> Iterator[Home]:
    running = Home()
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def home(server: Home, django_db_blocker: Any) -> Iterator[Home]:
    """The server, on a database where everything is committed; emptied when the module is done."""
    with django_db_blocker.unblock():
        yield server
        guards.lift(connection)
        call_command("flush", interactive=False, verbosity=0)


@pytest.fixture(scope="module")
def cast(home: Home) -> Cast:
    return make_cast()


@pytest.fixture(scope="module")
def first_table(cast: Cast) -> Table:
    return make_table(cast)


@pytest.fixture
def table(first_table: Table, cast: Cast) -> Table:
    """A night of its own for each test, of the same three players."""
    night = nights.open_night(cast.sue, cast.club.pk, "Thursday night", 25)
    laid = Table(cast, night, dict(first_table.players))
    for name in laid.players:
        laid.sit(name, 2000)
    return laid


@pytest.fixture
def write(cast: Cast) -> Writer:
    """How the club's amounts are written."""
    return writer_of(cast.club, cast.club.currency)


@pytest.fixture
def phones(browser: Browser, home: Home, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Phones]:
    """`phones()` is a phone of nobody, `phones(cast.sue.user)` one that Sue is signed in on."""
    opened: list[Phone] = []

    def opens(user: User | None = None, loopback: bool = False, desktop: bool = False, **options: Any) -> Phone:
        url = f"http://{LOOPBACK}:{home.port}" if loopback else home.url
        context = browser.new_context(**(DESKTOP if desktop else PHONE) | options)
        context.set_default_timeout(PATIENCE_MS)
        context.tracing.start(screenshots=False, snapshots=True)
        if user is not None:
            context.add_cookies([{"name": "sessionid", "value": signed_in(user), "url": url, "httpOnly": True}])
        opened.append(Phone(context, url, touch=not desktop))
        return opened[-1]

    yield opens
    complaints = [problem for phone in opened for problem in phone.problems]
    keep = request.node.stash.get(FAILED, False) or bool(complaints)
    for number, phone in enumerate(opened, 1):
        _put_away(phone.context, tmp_path / f"phone-{number}" if keep else None)
    assert not complaints, "\n".join(complaints)


def _put_away(context: BrowserContext, kept: Path | None) -> None:
    """Closed; where the test failed, with a picture of each page and a trace (`playwright show-trace`)."""
    if kept is None:
        context.tracing.stop()
    else:
        for number, page in enumerate(context.pages, 1):
            page.screenshot(path=f"{kept}-page-{number}.png")
        context.tracing.stop(path=f"{kept}-trace.zip")
        print(f"What it showed: {kept}-*")
    context.close()
