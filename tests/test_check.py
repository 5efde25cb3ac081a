"""Which tests the quick check runs after a change."""

import pytest

from tests.check import ALWAYS, ROOT, mirrors_of


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("games/settlement/services/payments.py", "tests/games/settlement/services"),
        ("games/play/services/corrections/plan.py", "tests/games/play/services"),
        ("games/models/hands.py", "tests/games/play"),
        ("games/core/idempotency.py", "tests/games/core"),
        ("games/console/pad.py", "tests/games/console"),
        ("templates/settlement/pay.html", "tests/games/settlement"),
        ("api/v1/views/hands.py", "tests/api"),
        ("ledger/chain.py", "tests/ledger"),
        ("config/health.py", "tests/config"),
        ("docs/operations.md", "tests/docs"),
        ("tests/api/test_night.py", "tests/api/test_night.py"),
    ],
)
def test_a_change_brings_the_tests_that_mirror_it(changed: str, tests: str) -> None:
    assert tests in mirrors_of([changed])
    assert all((ROOT / one).exists() for one in mirrors_of([changed]))


@pytest.mark.parametrize("changed", ["games/engine/betting.py", "static/base/pages.css", "tests/browser/test_night.py"])
def test_what_runs_anyway_or_takes_a_browser_brings_no_more(changed: str) -> None:
    assert mirrors_of([changed]) == sorted(ALWAYS)
