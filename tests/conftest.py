"""What all tests share. Django is imported only where a test needs it: the engine's tests run without."""

from collections.abc import Iterator

import hypothesis
import pytest

# No deadlines: a busy machine is not a bug. Failures print how to repeat them.
hypothesis.settings.register_profile("tableside", deadline=None, print_blob=True)
hypothesis.settings.load_profile("tableside")


@pytest.fixture(autouse=True)
def _guards_lifted_for_the_flush(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test with real transactions ends by emptying all tables, which the ledger refuses: so lift its guards.

    The flush ends with `post_migrate`, which installs them again for the next test.
    """
    marker = request.node.get_closest_marker("django_db")
    marked = marker is not None and (marker.kwargs.get("transaction") or (marker.args and marker.args[0]))
    if not marked and not {"transactional_db", "live_server"} & set(request.fixturenames):
        yield
        return
    request.getfixturevalue("transactional_db")  # so that this ends before it does
    yield
    from django.db import connection

    from ledger import guards

    guards.lift(connection)
