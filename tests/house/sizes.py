"""How large it is: lines of modules, and of functions without what their docstrings say."""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
# What is deployed first; a row for each part of `games`, the rest of it by itself.
PACKAGES = (
    "config",
    "api",
    "games/core",
    "games/accounts",
    "games/clubs",
    "games/nights",
    "games/play",
    "games/money",
    "games/settlement",
    "games/disputes",
    "games/audit",
    "games/reports",
    "games/formats",
    "games/backups",
    "games/console",
    "games/models",
    "games/engine",
    "games",
    "ledger",
    "prepared",
    "bench",
    "tests",
)
CODE = PACKAGES[:-1]
TOP = [package for package in PACKAGES if "/" not in package]
SHEETS = (("templates", "html"), ("games/console/templates", "html"), ("static", "js"), ("static", "css"))


class Part(NamedTuple):
    """A module or a function: its lines, and where it is."""

    lines: int
    name: str


class Size(NamedTuple):
    name: str
    modules: list[Part]
    functions: list[Part]

    @property
    def lines(self) -> int:
        return sum(part.lines for part in self.modules)


def sizes() -> list[Size]:
    return [_size(package, modules(package)) for package in PACKAGES]


def sheets() -> list[tuple[str, list[Part]]]:
    """Templates, scripts and styles."""
    return [(f"{folder}/*.{kind}", [_part(path) for path in _files(folder, kind)]) for folder, kind in SHEETS]


def modules(package: str) -> list[Path]:
    """Those of a package, but for what a row of its own has, and for migrations, which are generated."""
    own = [other for other in PACKAGES if other.startswith(f"{package}/")]
    return [
        path
        for path in _files(package, "py")
        if "migrations" not in path.parts and not any(path.is_relative_to(ROOT / other) for other in own)
    ]


def functions(path: Path) -> Iterator[Part]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Part(_without_docstring(node), f"{path.relative_to(ROOT)}: {node.name}")


def middle(parts: list[Part]) -> int:
    return round(median(part.lines for part in parts))


def _size(package: str, paths: list[Path]) -> Size:
    return Size(package, [_part(path) for path in paths], [one for path in paths for one in functions(path)])


def _files(folder: str, kind: str) -> list[Path]:
    return sorted((ROOT / folder).rglob(f"*.{kind}"))


def _part(path: Path) -> Part:
    return Part(len(path.read_text().splitlines()), str(path.relative_to(ROOT)))


def _without_docstring(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    said = first if ast.get_docstring(node) is not None else None
    return _lines(node) - (_lines(said) if said else 0)


def _lines(node: ast.stmt) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1
