"""The rules of the games for people at the table: docs/rules, without what only a client of the API needs.

There what a client says stands in brackets behind the words for it, such as "it may be agreed (`tie_is_best`)".
"""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from re import compile
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from markdown_it import MarkdownIt
from markdown_it.token import Token

from games import engine

COMMON = "common"
PAGES = (*engine.GAMES, COMMON)
# What is left out: the house rules are listed as they are played, and the last two are for who writes a client.
_LEFT_OUT = frozenset({"House rules", "What the scorekeeper enters", "Example"})
_FOR_CLIENTS = compile(r"\s+\(`[^)]*\)")
_NUMBER = compile(r"\d+\.\d+")
_MARKDOWN = MarkdownIt("commonmark").enable("table")


class RuleText(NamedTuple):
    """A page of docs/rules: its title, and the rest as HTML. `rules` are the numbers, which are ids there."""

    title: str
    html: str
    rules: frozenset[str]


@cache
def rule_text(page: str) -> RuleText:
    """One of PAGES. They are part of the program, and change with it only."""
    source = (Path(settings.BASE_DIR) / "docs" / "rules" / f"{page}.md").read_text(encoding="utf-8")
    tokens = _MARKDOWN.parse(_FOR_CLIENTS.sub("", source))
    title = engine.GAMES[page].title if page in engine.GAMES else tokens[1].content
    kept = list(_kept(tokens[3:]))
    rules = frozenset(_numbered(kept))
    for token in kept:
        _link(token)
        if token.type in ("table_open", "table_close"):
            _scrolls(token)
    return RuleText(title, _MARKDOWN.renderer.render(kept, _MARKDOWN.options, {}), rules)


@cache
def pages_of_rules() -> dict[str, str]:
    """On which page each rule stands, by its number."""
    return {number: page for page in PAGES for number in rule_text(page).rules}


def _kept(tokens: list[Token]) -> Iterator[Token]:
    """What is for players."""
    out = False
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and token.tag == "h2" and following:
            out = following.content in _LEFT_OUT
        if not out and token.type != "fence":
            yield token


def _numbered(tokens: Iterable[Token]) -> Iterator[str]:
    """Headings of rules get their number as an id, so that an explanation leads to its rule."""
    opened = None
    for token in tokens:
        if opened and (found := _NUMBER.match(token.content)):
            opened.attrSet("id", found[0])
            yield found[0]
        opened = token if token.type == "heading_open" else None


def _link(token: Token) -> None:
    """Links between the documents lead from page to page; a folder has no page."""
    for child in token.children or ():
        if child.type == "link_open":
            page = str(child.attrGet("href")).removesuffix(".md")
            child.attrSet("href", reverse("rules-page", args=[page if page in PAGES else COMMON]))


def _scrolls(token: Token) -> None:
    """A table that is wider than a phone is pushed aside by a finger, or by keys."""
    token.attrSet("tabindex", "0")
