"""The page about security names only what there is."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text()
ROWS = [line.strip("|").split("|") for line in PAGE.splitlines() if line.startswith("| ")][2:]


def test_every_place_and_every_test_is_there() -> None:
    assert len(ROWS) > 10
    for against, _, where, tried in ROWS:
        places = re.findall(r"`([\w./-]+)`", where + tried)
        assert all((ROOT / place).exists() for place in places), against
        assert re.search(r"`(tests/\S+|make test)`", tried), against


def test_what_it_links_to_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
