"""The page for whoever runs a server names every setting there is, and none that there is not; its commands run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT, fenced

PAGE = (DOCS / "operations.md").read_text()
CLUB = "Thursday Cards"  # of the demo


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
    assert told <= set(known.stdout.split())


class Installation:
    """A database of its own, in a file, and what an operator types there; paths and names as they are here."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.url = folder, f"sqlite:///{folder / name}"

    def types(self, text: str, **settings: str) -> str:
        text = text.replace("manage.py", str(ROOT / "manage.py")).replace("/backups/", f"{self.folder}/")
        text = text.replace('"Thursday"', f'"{CLUB}"')
        given = {"DATABASE_URL": self.url, "TABLESIDE_VAR": str(self.folder), "REDIS_URL": "", **settings}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", text],  # noqa: S607
            cwd=self.folder,
            env={**os.environ, **given, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """With a club that has played a night."""
    made = Installation(tmp_path_factory.mktemp("there"), "played.sqlite3")
    made.types("python manage.py migrate --verbosity 0 && python manage.py demo")
    return made


def block(begins: str) -> str:
    (found,) = [text for text in fenced(DOCS / "operations.md", "sh") if text.startswith(begins)]
    return found


def test_a_backup_comes_back_and_holds(played: Installation) -> None:
    played.types(block("python manage.py backup"))
    again = Installation(played.folder, "again.sqlite3").types(block("python manage.py restore"))
    assert f"{CLUB} (" in again and ": in order, up to link " in again


def test_a_club_moves_by_one_command(played: Installation) -> None:
    other = Installation(played.folder, "other.sqlite3")
    other.types("python manage.py migrate --verbosity 0")
    command = re.sub(r"postgres://\S+", other.url, block("TO_DATABASE_URL="))
    assert "Moved" in played.types(command)


def test_a_club_moves_by_a_file(played: Installation) -> None:
    here = Installation(played.folder, "here.sqlite3")
    here.types("python manage.py migrate --verbosity 0")
    there, *lines, standing = block("python manage.py export_club").splitlines()
    played.types(there)
    here.types("\n".join(lines))
    assert here.types(standing) == played.types(standing) != ""


def test_a_served_installation_starts_as_the_page_says(played: Installation) -> None:
    """But for honcho, which needs the servers that the page names; tests/served starts the Procfile with it."""
    served = Installation(played.folder, "served.sqlite3")
    *lines, last = block("export DJANGO_SETTINGS_MODULE").splitlines()
    assert last == "honcho start"
    text = "\n".join(lines).replace("postgres://tableside:…@localhost/tableside", served.url)
    text = text.replace("SECRET_KEY=…", "SECRET_KEY=a-random-text-of-fifty-characters-or-more-0123456789")
    served.types(text.replace("--noinput", "--noinput --dry-run"))


def test_what_the_containers_are_given_is_what_they_ask_for() -> None:
    given = set(re.findall(r"^([A-Z_]+)=", block("TABLESIDE_HOSTS="), re.MULTILINE))
    assert given == set(re.findall(r"\$\{([A-Z_]+):\?", (ROOT / "compose.yaml").read_text()))
