"""What of a page is read, looked at or heard, text by text."""

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, Comment, Doctype, Tag

# The rules of a game are pages of docs/rules: documents, translated as documents are. Currencies are named by Babel,
# which knows them in every language but the one that nobody speaks.
_NOT_OURS = "article.rules, select[name=currency]"
_UNSEEN = f"script, style, template, {_NOT_OURS}"
# What is heard, and what is shown where something is to be typed.
_HEARD = ("aria-label", "title", "alt", "placeholder", "summary", "label")
# What our script shows: each page brings its words along (docs/pages.md, Words).
_OF_SCRIPT = re.compile(r"data-(say-.+|pause|play|off-words|even-words)")


def texts(html: str) -> Iterator[str]:
    page = BeautifulSoup(html, "html.parser")
    for script in page.find_all("script"):
        yield from _spoken(script)
    for unseen in page.select(_UNSEEN):
        unseen.decompose()
    for text in page.find_all(string=True):
        if not isinstance(text, Comment | Doctype) and text.strip():
            yield " ".join(text.split())
    for tag in page.find_all(True):
        yield from _spoken(tag)


def _spoken(tag: Tag) -> Iterator[str]:
    is_button = tag.get("type") in ("submit", "button")
    for name, value in tag.attrs.items():
        if name in _HEARD or _OF_SCRIPT.fullmatch(name) or (is_button and name == "value"):
            yield str(value)
