"""The phones of these tests are those of the table, and hold the pages to what they must not do."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.home import LOOPBACK, Home
from tests.browser.looking import barriers, sticks_out, too_small, unmarked
from tests.games.cast import Cast, Table


def test_the_tables_network_is_no_secure_context(phones: Phones, home: Home) -> None:
    """What a page may not rely on there: random ids of the browser's making, a service worker, a wake lock."""
    assert home.host != LOOPBACK, "this machine has no address on a network to try the pages from"
    abroad, here = phones(), phones(loopback=True)
    abroad.open("/sign-in/")
    here.open("/sign-in/")
    assert abroad.page.evaluate("[isSecureContext, !!crypto.randomUUID, !!navigator.serviceWorker]") == [False] * 3
    assert here.page.evaluate("isSecureContext") is True


def test_somebody_signed_in_sees_their_name(phones: Phones, cast: Cast, table: Table) -> None:
    phone = phones(cast.ann.user)
    phone.open(f"/nights/{table.night.pk}/settlement/")
    expect(phone.page.get_by_text(cast.ann.user.name).first).to_be_visible()


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("<script>alert(1)</script>", "Policy: script-src-elem forbids inline"),
        ("<p style='color: red'>x</p>", "Policy: style-src-attr forbids inline"),
        ("<img src='http://elsewhere.example/x.png'>", "From elsewhere: http://elsewhere.example/x.png"),
        ("<script src='/nowhere.js'></script>", "Console: Failed to load resource"),
    ],
)
def test_what_a_page_must_not_do_is_noticed(phones: Phones, page: str, complaint: str) -> None:
    phone = phones()
    policy = phone.page.request.get(f"{phone.url}/sign-in/").headers["content-security-policy"]
    headers = {"Content-Security-Policy": policy, "Content-Type": "text/html"}
    phone.page.route("**/bad/", lambda route: route.fulfill(body=page, headers=headers))
    phone.open("/bad/")
    phone.page.wait_for_timeout(100)
    assert [problem for problem in phone.problems if problem.startswith(complaint)]
    phone.problems.clear()


def test_a_phone_without_a_network_gets_no_further(phones: Phones) -> None:
    phone = phones()
    phone.open("/sign-in/")
    with phone.cut(), pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        phone.open("/sign-in/")
    phone.open("/sign-in/")
    expect(phone.find("button", "Sign in")).to_be_visible()


def test_a_restarted_server_knows_who_was_signed_in(phones: Phones, home: Home, cast: Cast, table: Table) -> None:
    phone = phones(cast.sue.user)
    home.restart()
    assert phone.page.goto(f"{home.url}/nights/{table.night.pk}/settlement/").status == 200


def test_what_is_wrong_with_a_page_is_noticed(phones: Phones) -> None:
    page = phones().page
    page.set_content("<html lang=en><title>T</title><main><h1>T</h1><input><button>Go</button><pre>" + "wide " * 99)
    assert {barrier.partition(":")[0] for barrier in barriers(page)} >= {"label"}
    assert [small.partition(": <")[2][:6] for small in too_small(page)] == ["input>", "button"]
    assert sticks_out(page) > 100
    page.set_content("<form><label>Why <input name=reason required></label><label>Or <input name=other></label></form>")
    assert unmarked(page) == ["reason is not marked as what must be filled in"]
