"""Examples from a night that was really played: one file an operation, and one a problem.

Where one example does not tell all that an operation does, others have names, which stand in the file's name too.

An answer is kept with the first operation that gave one of its schema, and shown with every other that does. Of a list
of objects in it the first two are kept. The tests write all of this (see CONTRIBUTING).
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


def put_in(result: Document) -> None:
    """Each request with an example of its own, each answer with that of its schema, each problem with that of its code.

    Examples of schemas and problems are components, and stand where they are needed as references.
    """
    operations = [one for path in result["paths"].values() for one in path.values()]
    found: Document = {}
    for operation in operations:
        _put_in_own(operation, found)
    for operation in operations:
        for response in operation["responses"].values():
            for media, described in response.get("content", {}).items():
                _refer(media, described, found)
    result["components"]["examples"] = dict(sorted(found.items()))


def _put_in_own(operation: Document, found: Document) -> None:
    for name, example in of(operation["operationId"]).items():
        if "request" in example and "requestBody" in operation:
            _add(operation["requestBody"]["content"]["application/json"], name, {"value": example["request"]})
        response = operation["responses"].get(str(example["status"]), {})
        for media, described in response.get("content", {}).items():
            if media not in example["responses"]:
                continue
            value, schema = {"value": example["responses"][media]}, schema_of(described)
            if schema is None:
                _add(described, name, value)
            else:
                component = schema if name == FIRST else schema + _camel(name)
                found.setdefault(component, value)
                _add(described, name, {"$ref": f"#/components/examples/{component}"})


def schema_of(media: Document) -> str | None:
    """The component that a body is described by, if it is."""
    ref = media.get("schema", {}).get("$ref")
    return ref.rpartition("/")[2] if isinstance(ref, str) else None


def _refer(media: str, described: Document, found: Document) -> None:
    schema = schema_of(described)
    if media == CONTENT_TYPE:
        for code, example in described.get("examples", {}).items():
            component = f"{_camel(code)}Problem"
            found.setdefault(component, example)
            described["examples"][code] = {"$ref": f"#/components/examples/{component}"}
    elif schema in found and "examples" not in described:
        _add(described, FIRST, {"$ref": f"#/components/examples/{schema}"})


def _add(media: Document, name: str, example: Document) -> None:
    media.setdefault("examples", {})[name] = example


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))
