"""Our script has no words of its own: each page brings them along, in the language of the page."""

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[3] / "static"
# Two words, one after the other, in a string that is no selector.
WORDS = re.compile(r"""(["'`])(?![#.\[])[^"'`\n]*\b[A-Za-z]{2,} [A-Za-z]{2,}[^"'`\n]*\1""")
# A direction to the engine of the browser, and what only our own code hears.
FOR_NOBODY = {'"use strict"', '"no database"'}


@pytest.mark.parametrize("script", sorted(STATIC.rglob("*.js")), ids=lambda script: script.name)
def test_a_script_has_no_words(script: Path) -> None:
    code = re.sub(r"//[^\n]*", "", script.read_text())
    assert [found[0] for found in WORDS.finditer(code) if found[0] not in FOR_NOBODY] == []


def test_words_would_be_found() -> None:
    assert WORDS.search('say("Sign in again.")')
