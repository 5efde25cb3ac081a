"""What is kept on a phone beside what was entered: the shell, and nothing about anybody."""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.core.pages.app_shell import SHELL
from tests.games.browser import browser
from tests.games.cast import Table


def test_the_manifest_says_what_is_installed() -> None:
    answer = Client().get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    found = answer.json()
    assert (found["name"], found["start_url"], found["display"]) == ("Tableside", "/", "standalone")
    assert [icon["src"] for icon in found["icons"]] == ["/static/base/icon.svg"]


@pytest.mark.parametrize("where", ["/", "/nights/{night}/play/", "/nights/{night}/watch/"])
def test_what_a_phone_opens_again_and_again_can_be_installed(table: Table, where: str) -> None:
    html = browser(table.cast.sue.user).get(where.format(night=table.night.pk)).content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in html
    assert "base/install.js" in html


def test_the_worker_keeps_only_files_of_the_shell_that_exist() -> None:
    answer = Client().get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-store" in answer["Cache-Control"]
    kept = re.search(r"const FILES = (\[.*?\]);", answer.content.decode())
    assert kept is not None
    assert json.loads(kept[1]) == [*(f"/static/{name}" for name in SHELL), "/offline/"]
    assert all(finders.find(name) for name in SHELL)


def test_without_a_network_a_page_says_that_nothing_is_lost() -> None:
    said = Client().get("/offline/").content.decode()
    assert "kept on this phone" in said
    assert "<script" not in said
