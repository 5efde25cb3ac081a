"""Which tests of pages run on both databases.

What a page reads and writes is tried with the selectors and services, on both. Drawn, it comes to the same; but each
page is opened and each form sent on both by the modules named here.
"""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
ON_BOTH = {"test_bounds.py", "test_console.py", "test_outages.py", "test_roles.py"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents and item.path.name not in ON_BOTH:
            item.add_marker(pytest.mark.any_database("what is tried is how a page is drawn, and what it says"))
