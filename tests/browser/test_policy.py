"""Pages that others have written, under our policy; and what a browser keeps of somebody who has come in."""

import pytest
from playwright.sync_api import expect

from games.models import User
from tests.browser.conftest import Phones
from tests.games.cast import PASSWORD, Cast, Table


def test_the_descriptions_page_works(phones: Phones) -> None:
    phone = phones(desktop=True)
    phone.open("/api/docs/")
    expect(phone.find("heading", "Tableside")).to_be_visible()
    # One group of operations at a time: the page links the others, each for a tab of its own.
    expect(phone.find("link", "games", exact=True)).to_have_attribute("href", "/api/docs/?group=games")
    phone.open("/api/docs/?group=games")
    phone.find("button", "get /api/v1/games/", exact=True).click(no_wait_after=True)
    expect(phone.find("button", "Try it out")).to_be_visible()


@pytest.fixture(scope="module")
def boss(cast: Cast) -> User:
    return User.objects.create_superuser("Boss", PASSWORD)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_admin_works(phones: Phones, boss: User, table: Table, theme: str) -> None:
    phone = phones(boss, desktop=True, color_scheme=theme)
    phone.open("/admin/")
    phone.find("link", "Nights", exact=True).first.click()
    expect(phone.find("heading", "Select night to view")).to_be_visible()
    phone.find("link", table.night.name).first.click()
    expect(phone.find("heading", "View night")).to_be_visible()


def test_what_a_browser_keeps_of_somebody_who_came_in(phones: Phones, cast: Cast) -> None:
    """No script reads who is signed in, and no other site's form brings it along."""
    phone = phones()
    phone.open("/sign-in/")
    phone.page.get_by_label("Name").fill("Sue")
    phone.page.get_by_label("Password").fill(PASSWORD)
    phone.tap("button", "Sign in")
    phone.page.wait_for_url(phone.url + "/**")
    expect(phone.find("button", "Sign in")).to_have_count(0)
    kept = {cookie["name"]: cookie for cookie in phone.context.cookies()}
    assert set(kept) == {"sessionid", "csrftoken"}
    assert {cookie["sameSite"] for cookie in kept.values()} == {"Lax"}
    assert kept["sessionid"]["httpOnly"]
