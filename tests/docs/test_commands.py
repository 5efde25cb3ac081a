"""Every command that a page tells of can be given: it is tried here, or where it says."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from django.core.management import CommandError, get_commands, load_command_class
from django.core.management.base import BaseCommand

from bench.names import FIGURES
from tests.docs.pages import DOCS, PAGES, ROOT, blocks, commands

# Programs that are no part of this repository: which test gives the command, or why none does.
ELSEWHERE = {
    "honcho start": "tests/served/test_processes.py",
    "honcho start live": "one of those that honcho starts",
    "honcho start web": "one of those that honcho starts",
    "honcho start worker": "one of those that honcho starts",
    "honcho start audits": "one of those that honcho starts",
    "gunicorn -c config/gunicorn.py -k config.worker.Loop config.asgi": "tests/live/server.py",
    "gunicorn -c config/gunicorn.py config.wsgi": "tests/served/test_processes.py",
    "celery -A config.celery worker": "tests/served/test_worker.py",
    "celery -A config.celery beat": "tests/served/test_processes.py",
    "docker compose up -d": "wants Docker",
    "docker compose exec web": "wants Docker",
    "docker compose run --rm web python manage.py setup_token": "wants Docker",
    "caddy reverse-proxy --from cards.example --to 127.0.0.1:8000": "wants Caddy and a public name",
    "playwright show-trace": "wants a screen",
}
# Which test runs, reads or compares the blocks of each kind; without a kind they are drawings, but for those named.
BLOCKS = {
    "bash": "tests/test_readme.py",
    "python": "tests/docs/test_snippets.py",
    "python game": "tests/docs/test_rules_pages.py",
    "json": "tests/docs/test_snippets.py",
    "json hand": "tests/docs/test_rules_pages.py",
    "json case": "tests/docs/test_rules_pages.py",
    "json result": "tests/docs/test_rules_pages.py",
    "sh": "tests/docs/operating.py",
    "": "",
}
TOLD = sorted({command for page in PAGES for command in commands(page)})


def of(program: str) -> list[str]:
    found = [command for command in TOLD if command.startswith(f"{program} ")]
    assert found, f"no page tells of {program}"
    return found


def parsed(command: str) -> None:
    """Raises where the command, or an option of it, is not there."""
    name, *arguments = shlex.split(command.partition("manage.py ")[2].replace("...", ""))
    if name == "version":  # manage.py itself answers it (tests/docs/test_operations.py)
        assert not arguments
        return
    app = get_commands()[name]
    loaded = app if isinstance(app, BaseCommand) else load_command_class(app, name)
    parser = loaded.create_parser("manage.py", name)
    if arguments:
        parser.parse_args(arguments)


@pytest.mark.parametrize("command", of("make"))
def test_make_has_what_it_is_asked_for(command: str) -> None:
    """The recipe is expanded, not run."""
    done = subprocess.run([*shlex.split(command), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [one for one in TOLD if "manage.py " in one and one not in ELSEWHERE])
def test_a_command_of_ours_takes_what_it_is_given(command: str) -> None:
    parsed(command)


def test_what_no_page_could_say_is_not_taken() -> None:
    with pytest.raises(KeyError):
        parsed("manage.py deal")
    with pytest.raises(CommandError):
        parsed("manage.py audit --loudly")


@pytest.mark.parametrize("command", [one for one in of("python") if " -m " in one])
def test_a_module_that_is_run_is_there(command: str) -> None:
    module, *arguments = command.removeprefix("python -m ").split()
    if module == "bench":
        assert set(arguments) <= set(FIGURES)
    else:
        of_ours = (ROOT / module.replace(".", "/") / "__main__.py").is_file()
        assert of_ours or module in ("pytest", "ruff", "mypy"), command
        assert all((ROOT / one).is_dir() for one in arguments if one.startswith("tests/"))


def test_other_programs_are_tried_elsewhere_or_it_is_said_why_not() -> None:
    others = {one for one in TOLD if not one.startswith(("make ", "python ", "manage.py "))}
    assert others == ELSEWHERE.keys()
    for where in (where for where in [*ELSEWHERE.values(), *BLOCKS.values()] if where.startswith("tests/")):
        assert (ROOT / where).is_file(), where


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_is_of_a_kind_that_is_tried(page: Path) -> None:
    assert {kind for kind, _ in blocks(page)} <= BLOCKS.keys()
    for text in (text for kind, text in blocks(page) if not kind):
        assert "manage.py" not in text, "a block of commands is marked sh"
        assert "$ " not in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_is_there(page: Path) -> None:
    # The recipe holds a page of rules, as it will stand beside the others.
    beside = DOCS / "rules" if page.name == "adding-a-game.md" else page.parent
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", re.sub(r"`[^`\n]+`", "", page.read_text())):
        assert (page.parent / target).exists() or (beside / target).exists(), target
