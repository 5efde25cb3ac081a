from pathlib import Path
from typing import Any

import pytest

from tests.browser.stage import Stage
from tests.games.translations.catalogue import LANGUAGE, compiled, marked


@pytest.fixture(scope="session")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The file that `makemessages` makes, and what it said."""
    return marked(tmp_path_factory.mktemp("marked"))


@pytest.fixture(scope="session")
def catalogue(found: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders of the language that nobody speaks."""
    return compiled(found[0], tmp_path_factory.mktemp("catalogue"))


@pytest.fixture
def spoken(catalogue: list[Path], settings: Any) -> None:
    """From here on the installation speaks the language that nobody speaks."""
    settings.LOCALE_PATHS = catalogue
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "Wide")]
    settings.LANGUAGE_CODE = LANGUAGE


@pytest.fixture
def stage(db: None) -> Stage:
    """The demo's club, as the browser tests see it."""
    return Stage()
