"""Examples from a night that was really played: one file an operation, and one a problem.

Where one example does not tell all that an operation does, others have names, which stand in the file's name too.

The tests write them (see CONTRIBUTING).
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from api.v1.problems import CONTENT_TYPE

FOLDER = Path(__file__).parent / "examples"
PROBLEMS = FOLDER / "problems"
Document = dict[str, Any]


FIRST = "example"


@cache
def of(operation_id: str) -> dict[str, Document]:
    """By name: `request` (where there is a body), `status`, and `responses` by media type."""
    files = sorted(FOLDER.glob(f"{operation_id}.*json"))
    return {name_of(file): json.loads(file.read_text()) for file in files}


def name_of(file: Path) -> str:
    """`ruleOnHand.of_pegs.json` is the example `of_pegs`."""
    return file.stem.partition(".")[2] or FIRST


def problem(name: str) -> Document | None:
    """What was answered, by the problem's code, or by its status where HTTP has one of its own."""
    file = PROBLEMS / f"{name}.json"
    return json.loads(file.read_text()) if file.is_file() else None


def put_in(operation: Document) -> None:
    for name, found in of(operation["operationId"]).items():
        if "request" in found and "requestBody" in operation:
            _add(operation["requestBody"]["content"]["application/json"], name, found["request"])
        response = operation["responses"].get(str(found["status"]), {})
        for media, described in response.get("content", {}).items():
            if media in found["responses"]:
                _add(described, name, found["responses"][media])


def _add(media: Document, name: str, value: Any) -> None:
    media.setdefault("examples", {})[name] = {"value": value}


def shared(paths: Document) -> Document:
    """The problems' examples, by name; where they stood is a reference to them from now on."""
    found: Document = {}
    for operations in paths.values():
        for operation in operations.values():
            for response in operation["responses"].values():
                examples = response.get("content", {}).get(CONTENT_TYPE, {}).get("examples", {})
                for name, example in examples.items():
                    component = _component(name)
                    if found.setdefault(component, example) == example:
                        examples[name] = {"$ref": f"#/components/examples/{component}"}
    return dict(sorted(found.items()))


def _component(name: str) -> str:
    return name[:1].upper() + "".join(part.capitalize() for part in name.split("_"))[1:]
