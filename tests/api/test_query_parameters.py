"""Query parameters: each operation takes those that it describes, once each, and refuses all others."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse

from tests.api.conftest import Cast
from tests.api.phone import API, Phone, described_paths, new_id, refused
from tests.api.story import Stage, tell
from tests.api.story.stage import Step
from tests.api.test_description import operations


def queries(operation: dict[str, Any]) -> list[str]:
    return [one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"]


def asked(phone: Phone, path: str, method: str, query: str) -> HttpResponse:
    """The answer at ids that are nobody's: a query is looked at before anything is looked up."""
    for part in {piece for piece in path.split("/") if piece.startswith("{")}:
        path = path.replace(part, "council-bluffs" if part == "{game}" else str(uuid4()))
    call = getattr(phone.client, method)
    headers = {**phone.headers, "Idempotency-Key": new_id()}
    if method == "get":
        return call(f"{path}?{query}", headers=headers)
    return call(f"{path}?{query}", data="{}", content_type="application/json", headers=headers)


def test_every_operation_refuses_a_parameter_that_it_does_not_describe(cast: Cast) -> None:
    for path, method, operation in operations():
        for query in ("page_sise=2", "=", "order%00=at"):
            detail = refused(asked(cast.owner, path, method, query), 400, "bad_format")["detail"]
            for name in queries(operation):
                assert name in detail, (method, path)
        misspelt = refused(asked(cast.owner, path, method, "page_sise=2"), 400, "bad_format")
        assert "'page_sise'" in misspelt["detail"]


def test_every_operation_takes_each_parameter_only_once(cast: Cast) -> None:
    for path, method, operation in operations():
        for name in queries(operation):
            problem = refused(asked(cast.owner, path, method, f"{name}=1&{name}=1"), 400, "bad_format")
            assert f"{name!r} may be given only once" in problem["detail"], (method, path)


def test_a_write_has_no_parameters() -> None:
    assert not [path for path, method, operation in operations() if method != "get" and queries(operation)]


def test_a_long_name_is_cut_and_a_long_query_refused(cast: Cast) -> None:
    problem = refused(cast.owner.get(f"clubs/?{'a' * 3000}=1"), 400, "bad_format")
    assert len(problem["detail"]) < 200
    refused(cast.owner.get("clubs/?" + "a&" * 1001), 400, "bad_format")


def test_the_framework_has_no_parameters_of_its_own(cast: Cast) -> None:
    """Not even `format`, by which it would choose a renderer."""
    for path in ("clubs/", "nights/", f"clubs/{cast.club}/"):
        refused(cast.owner.get(f"{path}?format=json"), 400, "bad_format")
    assert cast.nobody.client.get("/api/schema/?format=json").status_code == 200
    assert cast.nobody.client.get("/api/schema/?lang=de").status_code == 400


WRONG_SIZES = ("page_size=", "page_size=0", "page_size=201", "page_size=-1", "page_size=abc", "page_size=1.0")
WRONG = (*WRONG_SIZES, "page_size=%2B5", "page_size=05", "page_size=%D9%A5", "cursor=", "cursor=x", "cursor=Zm9v")


class Lists:
    """Asks for each list of the story again, with sizes and cursors that no page has."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def __call__(self, stage: Stage, step: Step) -> None:
        operation = described_paths()[_template(step)]["get"] if step.method == "get" else {}
        if step.operation in self.found or "page_size" not in queries(operation):
            return
        self.found.add(step.operation)
        bare = step.path.partition("?")[0]
        for query in WRONG:
            refused(stage.send(replace(step, path=f"{bare}?{query}"), step.who), 400, "bad_format")
        for size in (1, 200):
            assert stage.send(replace(step, path=f"{bare}?page_size={size}"), step.who).status_code == 200


def _template(step: Step) -> str:
    paths = described_paths()
    return next(path for path in paths if paths[path].get(step.method, {}).get("operationId") == step.operation)


@pytest.mark.slow
@pytest.mark.django_db
def test_every_list_takes_a_size_from_1_to_200_and_cursors_of_its_own() -> None:
    lists = Lists()
    tell(Stage(before=lists))
    paged = {one["operationId"] for path, _, one in operations() if "page_size" in queries(one)}
    assert lists.found == paged
    assert all(path.startswith(API) for path, _, _ in operations())


def test_a_period_has_no_empty_ends(cast: Cast) -> None:
    player = uuid4()
    for form in ("statement/", "statement/csv/"):
        for query in ("since=", "until=", "since=2026-1-1"):
            refused(cast.owner.get(f"players/{player}/{form}?{query}"), 400, "bad_format")
