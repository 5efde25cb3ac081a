"""The desk of admins and of the arbiter: wide, with a keyboard, under the same policy as all other pages."""

from typing import Any

import pytest
from django.urls import reverse

from tests.browser.conftest import Phones
from tests.browser.home import Home
from tests.browser.looking import barriers, sticks_out, unmarked
from tests.browser.stage import PLAYED, Stage
from tests.browser.test_sights import THEMES

# Pages by their names, each with what of the stage stands in its address.
PAGES = {
    "index": (),
    "search": (),
    "games_hand_changelist": (),
    "games_entry_changelist": (),
    "games_night_change": ("night_id",),
    "games_hand_change": ("hand_id",),
    "correct-hand": ("hand_id",),
    "games_entry_change": ("entry_id",),
    "games_dispute_change": ("dispute_id",),
    "games_player_change": ("player_id",),
    "games_settlement_change": ("settlement_id",),
}


# The admin's links change their colour by and by: half way there, no contrast is right.
SETTLED = """async () => {
  await new Promise(requestAnimationFrame);
  await Promise.all(document.getAnimations().map((one) => one.finished));
}"""


@pytest.fixture(scope="module")
def stage(home: Home) -> Stage:
    return Stage()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_the_desk_bars_nobody(phones: Phones, stage: Stage, page: str) -> None:
    ids: dict[str, Any] = stage.ids(PLAYED)
    desk = phones(stage.users["rob"], desktop=True)
    response = desk.page.goto(desk.url + reverse(f"admin:{page}", args=[ids[name] for name in PAGES[page]]))
    assert response is not None and response.status == 200
    for theme in THEMES:
        desk.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        desk.page.evaluate(SETTLED)
        assert (barriers(desk.page), sticks_out(desk.page)) == ([], 0), theme
    assert unmarked(desk.page) == []
