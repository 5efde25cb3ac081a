"""What may be translated is found, without a complaint, and a program can make a catalogue of it."""

import ast
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from games.core import errors as errors_of_services
from games.engine.wording import _SENTENCES
from tests.games.translations.catalogue import ROOT

MARKS = frozenset({"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext"})


def test_all_is_found_without_a_warning(found: tuple[Path, str]) -> None:
    file, said = found
    assert said == "processing locale xx\n"
    check = [str(shutil.which("msgfmt")), "--check-format", "--output-file=/dev/null", str(file)]
    assert subprocess.run(check, capture_output=True, text=True, check=True).stderr == ""


def test_what_errors_say_is_found_without_a_mark(found: tuple[Path, str]) -> None:
    texts = found[0].read_text()
    for sentence in (
        "This night is closed.",
        "A member with the role {role} may not {what}.",
        _SENTENCES["cannot_check"],
    ):
        assert f'"{sentence}"' in texts


def test_nothing_for_people_is_put_where_no_tool_finds_it() -> None:
    """A text within an f-string has no mark that `makemessages` sees; a sentence that is one is in no catalogue."""
    hidden = [where for path in sorted((ROOT / "games").rglob("*.py")) for where in _hidden(path)]
    assert hidden == []


def _hidden(path: Path) -> Iterator[str]:
    errors = {kind.__name__ for kind in vars(errors_of_services).values() if isinstance(kind, type)}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.JoinedStr) and any(_called(inner) in MARKS for inner in ast.walk(node)):
            yield f"{path.name}:{node.lineno}"
        given = node.args[:1] if isinstance(node, ast.Call) and _called(node) in errors | MARKS else []
        yield from (f"{path.name}:{one.lineno}" for one in given if isinstance(one, ast.JoinedStr))


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
