"""The page for whoever runs a server names every setting there is, and none that there is not; its commands run.

The one that moves a club is typed in `tests/games/management/test_move_club.py`.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.version import VERSION
from tests.docs.operating import CLUB, Installation, block
from tests.docs.pages import DOCS, ROOT
from tests.servers.embedded import migrated, with_demo

PAGE = (DOCS / "operations.md").read_text()


def read_by_the_code() -> set[str]:
    sources = (ROOT / "config").rglob("*.py")
    return {name for source in sources for name in re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source.read_text())}


def told_on_the_page() -> set[str]:
    rows = re.findall(r"^\| (`[A-Z_`, ]+) \|", PAGE, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


def test_every_setting_is_told() -> None:
    assert read_by_the_code() == told_on_the_page()


def test_every_command_is_there() -> None:
    told = set(re.findall(r"manage\.py (\w+)", PAGE))
    known = subprocess.run(
        [sys.executable, "manage.py", "help", "--commands"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {"backup", "restore", "migrate"} <= told
    assert told <= {*known.stdout.split(), "version"}


def test_the_version_is_ours_and_not_django_s() -> None:
    printed = subprocess.run(
        [sys.executable, "manage.py", "version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == VERSION
    assert f"## {VERSION}" in (ROOT / "CHANGELOG.md").read_text()


@pytest.fixture
def played(for_all: Path, tmp_path: Path) -> Installation:
    """With a club that has played a night."""
    return Installation(Path(shutil.copy(with_demo(for_all), tmp_path / "played.sqlite3")))


@pytest.mark.slow
def test_a_backup_comes_back_and_holds(played: Installation, tmp_path: Path) -> None:
    played.types(block("python manage.py backup /backups/tableside-2026"))
    again = Installation(tmp_path / "again.sqlite3").types(block("python manage.py restore"))
    assert f"{CLUB} (" in again and ": in order, up to link " in again


@pytest.mark.slow
def test_a_club_moves_by_a_file(played: Installation, for_all: Path, tmp_path: Path) -> None:
    here = Installation(Path(shutil.copy(migrated(for_all), tmp_path / "here.sqlite3")))
    there, *lines, standing = block("python manage.py export_club").splitlines()
    played.types(there)
    here.types("\n".join(lines))
    assert here.types(standing) == played.types(standing) != ""


@pytest.mark.slow
def test_a_served_installation_starts_as_the_page_says(tmp_path: Path) -> None:
    """But for honcho, which needs the servers that the page names; tests/served starts the Procfile with it."""
    served = Installation(tmp_path / "served.sqlite3")
    *lines, last = block("export DJANGO_SETTINGS_MODULE").splitlines()
    assert last == "honcho start"
    text = "\n".join(lines).replace("postgres://tableside:…@localhost/tableside", served.url)
    text = text.replace("SECRET_KEY=…", "SECRET_KEY=a-random-text-of-fifty-characters-or-more-0123456789")
    served.types(text.replace("--noinput", "--noinput --dry-run"))


@pytest.mark.slow
def test_a_new_version_comes_as_the_page_says(played: Installation) -> None:
    played.types(
        block("python manage.py collectstatic").replace("--noinput", "--noinput --dry-run"),
        DJANGO_SETTINGS_MODULE="config.settings.production",
        TABLESIDE_HOSTS="cards.example",
        TABLESIDE_SECRET_KEY="a-random-text-of-fifty-characters-or-more-0123456789",
    )
    assert (played.file.parent / "tableside-before.backup").is_file()


def test_what_the_containers_are_given_is_what_they_ask_for() -> None:
    given = set(re.findall(r"^([A-Z_]+)=", block("TABLESIDE_HOSTS="), re.MULTILINE))
    assert given == set(re.findall(r"\$\{([A-Z_]+):\?", (ROOT / "compose.yaml").read_text()))
