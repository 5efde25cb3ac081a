"""What pages, spreadsheets and answers say: every figure with its word, read as a person or a program would."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from bs4 import BeautifulSoup, Tag
from django.http import HttpResponse
from django.test import Client

from games.accounts.services import users
from games.models import User

API = "/api/v1/"
AMOUNT = r"[+\u2212-]?[\d.]*\d,\d\d"


def minor(text: str) -> int:
    """+1.234,50 € as 123450."""
    digits = re.sub(r"[^\d\u2212-]", "", text.replace("\u2212", "-"))
    return int(digits)


class Reader:
    """Somebody with an account, in a browser and with a program."""

    def __init__(self, user: User) -> None:
        self.client = Client()
        self.client.force_login(user)
        self.headers = {"Authorization": f"Bearer {users.add_device(user, 'phone')[0]}"}
        self.program = Client()

    def page(self, path: str) -> "Page":
        return Page(path, self._good(self.client.get(path), path).content.decode())

    def api(self, path: str) -> Any:
        return self._good(self.program.get(API + path, headers=self.headers), path).json()

    def rows(self, path: str) -> list[list[str]]:
        return table(self._good(self.client.get(path), path).content)

    def rows_of_api(self, path: str) -> list[list[str]]:
        return table(self._good(self.program.get(API + path, headers=self.headers), path).content)

    def _good(self, answer: HttpResponse, path: str) -> HttpResponse:
        assert answer.status_code == 200, (path, answer.status_code)
        return answer


def table(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def cell(text: str) -> int:
    """-12.50 of a spreadsheet as -1250; an empty cell is nothing."""
    return int(text.replace(".", "")) if text else 0


class Page:
    def __init__(self, path: str, html: str) -> None:
        self.path = path
        self.soup = BeautifulSoup(html, "html.parser")

    def text(self) -> str:
        return _text(self.soup)

    def all(self, css: str) -> list["Part"]:
        return [Part(found, self.path) for found in self.soup.select(css)]

    def one(self, css: str, having: str = "") -> "Part":
        (found,) = [part for part in self.all(css) if having in part.text()]
        return found


class Part:
    """A part of a page: its text, and the figures in it by their words."""

    def __init__(self, tag: Tag, path: str) -> None:
        self.tag, self.path = tag, path

    def text(self) -> str:
        return _text(self.tag)

    def all(self, css: str) -> list["Part"]:
        return [Part(found, self.path) for found in self.tag.select(css)]

    def links_to(self, words: str) -> Iterator[str]:
        yield from (str(link["href"]) for link in self.tag.select("a[href]") if words in str(link["href"]))

    def amount(self, pattern: str) -> int | None:
        """The amount that stands after these words, or before them where the pattern has `AMOUNT`; None for none."""
        pattern = pattern if "AMOUNT" in pattern else rf"{pattern} (AMOUNT)"
        found = re.search(pattern.replace("AMOUNT", AMOUNT), self.text())
        return minor(found[1]) if found else None


def _text(tag: Tag) -> str:
    return " ".join(tag.get_text(" ").replace("\N{NO-BREAK SPACE}", " ").split())
