import pytest

from tests.games.cast import Cast, Table, make_cast, make_table


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def table(cast: Cast) -> Table:
    return make_table(cast)
