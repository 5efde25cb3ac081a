import pytest

from tests.games.cast import Table, make_cast, make_table


@pytest.fixture
def table(db: None) -> Table:
    return make_table(make_cast())
