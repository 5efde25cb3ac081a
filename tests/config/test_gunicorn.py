"""What a server process makes ready before its first request."""

import gc
from collections.abc import Iterator

import pytest

from config import gunicorn
from games.engine.ranking import HIGH, RANKINGS


@pytest.fixture
def thawed() -> Iterator[None]:
    """As a process is before, and again afterwards."""
    vars(HIGH).pop("tables", None)
    gc.unfreeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("thawed")
def test_what_stays_is_made_before_the_first_request_and_not_looked_through_again() -> None:
    gunicorn.post_worker_init(None)
    assert all("tables" in vars(ranking) for ranking in RANKINGS)
    assert gc.get_freeze_count() > 100_000
    young = len(gc.get_objects())
    assert young < gc.get_freeze_count()
