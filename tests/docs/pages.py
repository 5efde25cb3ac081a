"""The pages, and the code and commands in them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
_BLOCK = re.compile(r"^```([\w ]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"(make|python|manage\.py|honcho|docker|celery|gunicorn|caddy|playwright|apt) .*")


def blocks(page: Path) -> list[tuple[str, str]]:
    """Every fenced block: its kind, as in ```json hand, and its text."""
    return _BLOCK.findall(page.read_text())


def fenced(page: Path, kind: str) -> list[str]:
    """The text of every block of this kind."""
    return [text for found, text in blocks(page) if found == kind]


def commands(page: Path) -> list[str]:
    """Every command in a line of text: what stands in back quotes and begins with a program that is told to be run."""
    text = _BLOCK.sub("", page.read_text())
    spans = (" ".join(span.split()) for span in re.findall(r"`([^`]+)`", text))
    return [span for span in spans if _COMMAND.fullmatch(span)]
