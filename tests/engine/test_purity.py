"""The rules are pure: no clock, no chance, no file, no float, nothing installed; a game is named in its own module."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine import GAMES

ROOT = Path(__file__).resolve().parents[2]
ENGINE, LEDGER = ROOT / "games" / "engine", ROOT / "ledger"

# Of the standard library what computes and forgets.
PURE = {"__future__", "abc", "collections", "enum", "functools", "itertools", "json", "math", "operator", "re", "types"}
WRITES_OR_WAITS = frozenset(("breakpoint", "exec", "eval", "float", "input", "open", "print", "round", "__import__"))
# The demo plays the four games, and formats know which one others can read.
NAME_GAMES = {"management", "formats", "migrations"}
NAMES_NO_GAME = sorted(path.name for path in (ROOT / "games").iterdir() if (path / "__init__.py").exists())


def modules(folder: Path) -> list[Path]:
    found = sorted(path for path in folder.rglob("*.py") if "migrations" not in path.parts)
    assert found
    return found


def tree(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def imported(path: Path) -> Iterator[str]:
    for node in tree(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            yield node.module or ""


def test_only_what_computes_is_imported() -> None:
    found = {(path.name, name) for path in modules(ENGINE) for name in imported(path) if not is_own(name)}
    assert {one for one in found if one[1].partition(".")[0] not in {*PURE, "typing"}} == set()


def is_own(module: str) -> bool:
    return f"{module}.".startswith("games.engine.")


def test_nothing_is_read_written_or_asked_for() -> None:
    called = {
        (path.name, node.func.id)
        for path in modules(ENGINE)
        for node in tree(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    # JSON has numbers that are not whole: they are read, and refused.
    assert {one for one in called if one[1] in WRITES_OR_WAITS} == {("strict_json.py", "float")}


@pytest.mark.parametrize("folder", [ENGINE, LEDGER], ids=["engine", "ledger"])
def test_amounts_are_never_floats(folder: Path) -> None:
    for path in modules(folder):
        for node in tree(path):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
            assert not (isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)), path


@pytest.mark.parametrize("package", [name for name in NAMES_NO_GAME if name not in NAME_GAMES])
def test_no_game_is_named_outside_its_own_module(package: str) -> None:
    for path in modules(ROOT / "games" / package):
        if path.parent == ENGINE / "games":
            continue
        named = {node.value for node in tree(path) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        assert named & GAMES.keys() == set(), path
