"""A catalogue of a language that nobody speaks: every text that may be translated, in letters as wide as they are high.

What a page shows in other letters has not come from the catalogue.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tests.servers.debian import install

LANGUAGE = "xx"
ROOT = Path(__file__).parents[3]
# What speaks to people.
FOLDERS = ("api", "config", "games", "ledger", "prepared", "static", "templates")
# What stays as it is in every language: what is filled in, marks of HTML.
_KEPT = re.compile(r"(%\(\w+\)[sdi]|%[sdi%]|\{\w*\}|<[^<>]*>|&#?\w+;)")
_WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def wide(text: str) -> str:
    return "".join(part if at % 2 else part.translate(_WIDE) for at, part in enumerate(_KEPT.split(text)))


def marked(folder: Path) -> tuple[Path, str]:
    """What `makemessages` finds, as a file of `folder`; and what it says while it does."""
    if not shutil.which("xgettext"):
        install("gettext")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "var"))
    shutil.copy(ROOT / "manage.py", folder)
    command = [sys.executable, "manage.py", "makemessages", "--locale", LANGUAGE, "--settings", "config.settings.test"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "locale" / LANGUAGE / "LC_MESSAGES" / "django.po", done.stdout + done.stderr


def compiled(ours: Path, to: Path) -> list[Path]:
    """Write our texts and Django's, each said wide, to two folders for LOCALE_PATHS.

    As in an installation, no file has both: a word that Django counts ("entry", "entries") and we do not would be one
    message there, which Python 3.11.2 finds only where it is counted.
    """
    return [_written(to / "ours", [ours]), _written(to / "django", _of_django())]


def _written(folder: Path, files: Iterable[Path]) -> Path:
    catalogue = Catalog(locale="en")
    for file in files:
        for message in _messages(file):
            catalogue.add(message.id, _said(message), context=message.context)
    messages = folder / LANGUAGE / "LC_MESSAGES"
    messages.mkdir(parents=True)
    with (messages / "django.mo").open("wb") as out:
        write_mo(out, catalogue)
    return folder


def _of_django() -> Iterable[Path]:
    """Django comes with its own in a hundred languages."""
    return Path(django.__file__).parent.glob("**/locale/en/LC_MESSAGES/django.po")


def _messages(file: Path) -> Iterator[Message]:
    # nobody knows how many plurals a language has that nobody speaks: as many as English
    text = file.read_text().replace("nplurals=INTEGER; plural=EXPRESSION", "nplurals=2; plural=(n != 1)")
    yield from (message for message in read_po(StringIO(text)) if message.id)


def _said(message: Message) -> str | tuple[str, ...]:
    return wide(message.id) if isinstance(message.id, str) else tuple(map(wide, message.id))
