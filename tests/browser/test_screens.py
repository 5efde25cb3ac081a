"""The pictures of the pages, which `make screens` makes: each page has its own, and together they stay small."""

from tests.browser.sights import OF_AN_EMPTY_INSTALLATION, SIGHTS
from tests.browser.test_sights import SCREENS, SIZES, THEMES

MOST_BYTES = 3_000_000


def test_each_page_has_its_pictures_and_no_picture_is_without_its_page() -> None:
    sights = [*SIGHTS, *OF_AN_EMPTY_INSTALLATION]
    wanted = {f"{sight.picture}-{size}-{theme}.webp" for sight in sights for size in SIZES for theme in THEMES}
    assert {file.name for file in SCREENS.iterdir()} == wanted


def test_the_pictures_are_small() -> None:
    assert sum(file.stat().st_size for file in SCREENS.iterdir()) <= MOST_BYTES
