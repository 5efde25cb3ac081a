"""Every page, looked over on a phone and on a desk, in the light and in the dark."""

import os
from base64 import b64decode
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from games import urls
from tests.browser.conftest import Phones
from tests.browser.home import Home
from tests.browser.looking import barriers, cut_off, sticks_out, too_small, unmarked
from tests.browser.phone import Phone
from tests.browser.sights import OF_AN_EMPTY_INSTALLATION, SIGHTS, Sight, address
from tests.browser.stage import PLAYED, Stage

SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 800}}
AT_TABLE = [sight for sight in SIGHTS if sight.page == "console"]
THEMES = ("light", "dark")
SCREENS = Path(settings.BASE_DIR) / "docs" / "screens"
WRITE = bool(os.environ.get("WRITE_SCREENS"))
QUALITY = 27


@pytest.fixture(scope="module")
def stage(home: Home) -> Stage:
    return Stage()


@pytest.mark.parametrize("sight", OF_AN_EMPTY_INSTALLATION, ids=lambda sight: sight.picture)
def test_a_page_of_an_empty_installation(sight: Sight, phones: Phones) -> None:
    look(phones(), reverse(sight.page), sight)


@pytest.mark.parametrize("sight", SIGHTS, ids=lambda sight: sight.picture)
def test_a_page(sight: Sight, phones: Phones, stage: Stage) -> None:
    look(phones(stage.users.get(sight.who)), sight.address(stage), sight)


@pytest.mark.parametrize("sight", AT_TABLE, ids=lambda sight: sight.picture)
def test_on_a_small_phone_nothing_of_the_table_is_cut_off(sight: Sight, phones: Phones, stage: Stage) -> None:
    phone = phones(stage.users[sight.who], viewport={"width": 360, "height": 640})
    phone.open(sight.address(stage))
    assert (cut_off(phone.page), sticks_out(phone.page), too_small(phone.page)) == ([], 0, [])


def look(phone: Phone, path: str, sight: Sight) -> None:
    response = phone.page.goto(phone.url + path, wait_until="load")
    assert response is not None and response.status == 200
    wrong = []
    for size, viewport in SIZES.items():
        phone.page.set_viewport_size(viewport)  # type: ignore[arg-type]
        for theme in THEMES:
            phone.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            if size == "phone":
                wrong += [f"{theme}: {barrier}" for barrier in barriers(phone.page)]
            if WRITE:
                (SCREENS / f"{sight.picture}-{size}-{theme}.webp").write_bytes(picture(phone.page))
        wrong += [f"{size}: {small}" for small in too_small(phone.page)]
        wider = sticks_out(phone.page)
        wrong += [f"{size}: {wider} px wider than the screen"] * bool(wider)
    wrong += unmarked(phone.page)
    assert not wrong, "\n".join(wrong)


def picture(page: Page) -> bytes:
    """What the screen shows, small enough to keep."""
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return b64decode(taken["data"])


def test_no_page_is_left_out(stage: Stage) -> None:
    """What else `games/urls.py` answers is no page: a part of one, a file, a way on, a form's end."""
    visited = {sight.page for sight in (*SIGHTS, *OF_AN_EMPTY_INSTALLATION)}
    rest = [pattern for pattern in urls.urlpatterns if pattern.name not in visited]
    left_out = []
    for who in ("rob", "ann"):
        client = Client()
        client.force_login(stage.users[who])
        for pattern in rest:
            answer = client.get(address(pattern, stage, Sight(str(pattern.name), night=PLAYED)))
            if answer.status_code == 200 and answer.content.lstrip().startswith(b"<!doctype html>"):
                left_out.append(pattern.name)
    assert not left_out
