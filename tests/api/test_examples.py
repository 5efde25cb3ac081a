"""Each operation has an example from a night that was played; here is where they are kept, and held against it.

WRITE_EXAMPLES=1 writes them anew (`make schema` does, and then the description).
"""

import json
import os
import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.http import HttpResponse

from api.v1.fields import IS_UUID
from api.v1.openapi.examples import FIRST, FOLDER, PROBLEMS, name_of, schema_of
from config.settings.base import BASE_DIR
from tests.api.phone import API, conforms, described_paths, description, operation_named
from tests.api.story import Stage, refusals, tell
from tests.api.story.stage import Step

pytestmark = pytest.mark.any_database("the examples in the description are the same whatever the database")

SCHEMA = Path(BASE_DIR) / "docs" / "openapi.yaml"
# By the clock of the ledger's own database, which does not stand still for a story.
OTHER_DAYS = re.compile(r"(?!2026-01-15)20\d\d-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)")
# The chain hashes that clock, too.
HASH, SHORT_HASH = re.compile(r"\b[0-9a-f]{64}\b"), re.compile(r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b")
# Each request has its own.
REQUEST_ID = re.compile(r'("request_id": )"[0-9a-f-]{36}"')
POSTED_AT = "2026-01-15T19:57:00Z"
BINARY = ("application/zip", "application/pdf", "image/png")
REWRITE = "If that is meant, `make schema` writes it anew."


class Recorder:
    """Keeps the first request of each example of an operation, and the first answer of each media type."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {}
        self.shown: dict[str, str] = {}

    def __call__(self, step: Step, response: HttpResponse, content: bytes) -> None:
        media = response["Content-Type"].partition(";")[0]
        name = step.operation if step.example == FIRST else f"{step.operation}.{step.example}"
        example = self.kept.setdefault(name, {"path": API + step.path, "status": response.status_code})
        if step.method != "get" and not isinstance(step.body, bytes):
            example.setdefault("request", step.body or {})
        responses = example.setdefault("responses", {})
        if media not in BINARY and self._is_first(name, step, response.status_code, media):
            answer = shortened(json.loads(content)) if media == "application/json" else content.decode()
            responses.setdefault(media, answer)

    def _is_first(self, name: str, step: Step, status: int, media: str) -> bool:
        """Whether no other operation has shown an answer of this schema."""
        method, path = operation_named(step.operation)
        schema = schema_of(described_paths()[API + path][method]["responses"][str(status)]["content"][media])
        if schema is None or step.example != FIRST:
            return True
        return self.shown.setdefault(schema, name) == name


def names() -> Iterator[str]:
    for operations in described_paths().values():
        for operation in operations.values():
            yield operation["operationId"]


def shortened(value: Any) -> Any:
    """The value with the first two of each list of objects."""
    if isinstance(value, dict):
        return {key: shortened(below) for key, below in value.items()}
    if not isinstance(value, list):
        return value
    return [shortened(one) for one in (value[:2] if value and isinstance(value[0], dict) else value)]


def text_of(example: dict[str, Any]) -> str:
    text = json.dumps(in_order(example), indent=1, ensure_ascii=False)
    text = SHORT_HASH.sub("1a2b 3c4d 5e6f 7089", HASH.sub("1a2b3c4d5e6f7089" + "0" * 48, text))
    text = REQUEST_ID.sub(r'\1"0b6f3f0e-6a39-4f57-9f0c-0d6c7e1f2a3b"', text)
    return OTHER_DAYS.sub(POSTED_AT, text) + "\n"


def in_order(value: Any) -> Any:
    """What stands by the ids of players stands in no order of its own; here it needs one."""
    if isinstance(value, list):
        return [in_order(one) for one in value]
    if not isinstance(value, dict):
        return value
    pairs = list(value.items())
    if pairs and all(IS_UUID.fullmatch(key) for key in value):
        pairs.sort()
    return {key: in_order(below) for key, below in pairs}


@pytest.mark.slow
@pytest.mark.django_db
def test_the_examples_are_what_the_night_says() -> None:
    recorder = Recorder()
    tell(Stage(after=recorder))
    compare(FOLDER, {name: text_of(example) for name, example in recorder.kept.items()})


@pytest.mark.slow
@pytest.mark.django_db
def test_the_problems_are_what_people_were_told() -> None:
    told = {}
    for name, response in refusals.tell(Stage()):
        problem = response.json()
        assert name in (problem["code"], HTTPStatus(response.status_code).name.lower()), problem
        told[name] = text_of(problem)
    compare(PROBLEMS, told)


def compare(folder: Path, told: dict[str, str]) -> None:
    if os.environ.get("WRITE_EXAMPLES"):
        folder.mkdir(exist_ok=True)
        for file in folder.glob("*.json"):
            file.unlink()
        for name, text in told.items():
            (folder / f"{name}.json").write_text(text)
    kept = {file.stem: file.read_text() for file in folder.glob("*.json")}
    assert kept.keys() == told.keys(), REWRITE
    for name, text in told.items():
        assert alike(kept[name]) == alike(text), f"The example of {name} has changed. {REWRITE}"


def alike(text: str) -> Any:
    """An example without the order of keys, which PostgreSQL has its own of; in files, without any order of words."""
    example = json.loads(text)
    for media, answer in example.get("responses", {}).items():
        if isinstance(answer, str):
            example["responses"][media] = sorted(re.findall(r"[\w.:+-]+", answer))
    return example


def test_every_operation_has_one() -> None:
    missing = [name for name in names() if not (FOLDER / f"{name}.json").is_file()]
    assert not missing, "tests/api/story has no step for: " + ", ".join(missing)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_an_example_is_as_the_description_says(file: Path) -> None:
    method, path = operation_named(file.stem.partition(".")[0])
    operation = described_paths()[API + path][method]
    example = json.loads(file.read_text())
    takes = operation.get("requestBody", {"content": {}})["content"]
    if "application/json" in takes:
        conforms(example["request"], takes["application/json"])
    content = operation["responses"][str(example["status"])].get("content", {})
    for media, answer in example.get("responses", {}).items():
        assert value_of(content[media]["examples"][name_of(file)]) == answer
        if media == "application/json":
            conforms(answer, content[media])


def value_of(example: dict[str, Any]) -> Any:
    """The value of an example, or of the component that it refers to."""
    ref = example.get("$ref")
    return (description()["components"]["examples"][ref.rpartition("/")[2]] if ref else example)["value"]


def test_a_problem_is_as_the_description_says() -> None:
    examples = description()["components"]["examples"]
    shown = [example for name, example in examples.items() if name.endswith("Problem")]
    assert len(shown) == len(list(PROBLEMS.glob("*.json")))
    for example in shown:
        conforms(example["value"], {"schema": {"$ref": "#/components/schemas/Problem"}})


def test_the_description_that_is_kept_is_the_one_that_is_served() -> None:
    kept = yaml.load(SCHEMA.read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506  safe, and fast
    assert kept == description(), f"docs/openapi.yaml is not what the code describes. {REWRITE}"
