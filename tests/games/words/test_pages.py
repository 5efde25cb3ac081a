"""Whatever is read, looked at or heard on a page has come from the catalogue."""

from django.test import Client

from tests.browser.sights import SIGHTS, Sight
from tests.browser.stage import Stage
from tests.games.pages.browser import browser
from tests.games.words.given import beside_the_catalogue


def test_every_page_is_from_the_catalogue(stage: Stage, spoken: None) -> None:
    left = {sight.picture: beside_the_catalogue(opened(sight, stage)) for sight in SIGHTS}
    assert {page: texts for page, texts in left.items() if texts} == {}


def opened(sight: Sight, stage: Stage) -> str:
    client = browser(stage.users[sight.who]) if sight.who else Client()
    answer = client.get(sight.address(stage))
    assert answer.status_code == 200, sight
    return answer.content.decode()
