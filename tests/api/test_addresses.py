"""Addresses: where to find what was made, and what becomes of a missing last slash."""

import json
from uuid import uuid4

import pytest
from django.http import HttpResponse

from api.v1 import locations
from tests.api.conftest import Cast
from tests.api.phone import API, Phone, described_paths, new_id, refused
from tests.api.story import Stage, tell
from tests.api.story.stage import Step
from tests.api.test_description import operations

pytestmark = pytest.mark.any_database("what is compared are addresses")

MAKES = ("201", "202")
# What is mailed has no address.
NOWHERE = {"requestPasswordReset"}


class Locations:
    """Follows the Location of every answer that makes something."""

    def __init__(self) -> None:
        self.stage = Stage(after=self)
        self.followed: set[str] = set()
        self.wrong: list[str] = []

    def __call__(self, step: Step, response: HttpResponse, content: bytes) -> None:
        if response.status_code not in locations.MADE or step.operation in NOWHERE:
            assert "Location" not in response, step.operation
            return
        self.followed.add(step.operation)
        body = json.loads(content)
        phone = Phone(body["token"]) if "token" in body else self.stage.phones[step.who]
        there = phone.get(response.get("Location", "/none").removeprefix(API))
        if there.status_code != 200:
            self.wrong.append(f"{step.operation}: {response.get('Location')} answers {there.status_code}")
        elif response["Location"].endswith(f"/{body.get('id')}/"):
            assert there.json()["id"] == body["id"], step.operation


@pytest.mark.slow
@pytest.mark.django_db
def test_what_was_made_is_found_where_the_answer_says() -> None:
    found = Locations()
    tell(found.stage)
    assert not found.wrong, "\n".join(found.wrong)
    making = {one["operationId"] for _, _, one in operations() if set(MAKES) & one["responses"].keys()}
    assert found.followed == making - NOWHERE


def test_every_operation_that_makes_something_describes_its_location() -> None:
    for _, _, operation in operations():
        for status in set(MAKES) & operation["responses"].keys():
            described = "Location" in operation["responses"][status].get("headers", {})
            assert described == (operation["operationId"] not in NOWHERE), operation["operationId"]


def test_a_write_cannot_forget_its_location() -> None:
    for status, at in ((201, ()), (202, ()), (200, ("clubs/",))):
        with pytest.raises(TypeError):
            locations.check("new", status, at)


def test_a_missing_last_slash_leads_to_the_address_that_has_it(cast: Cast) -> None:
    for template, methods in described_paths().items():
        path = template.replace("{game}", "council-bluffs")
        for part in {piece for piece in path.split("/") if piece.startswith("{")}:
            path = path.replace(part, str(uuid4()))
        for method in methods:
            answer = getattr(cast.owner.client, method)(f"{path.rstrip('/')}?a=%2Fb")
            assert (answer.status_code, answer["Location"]) == (308, f"{path}?a=%2Fb"), path


def test_a_write_without_the_slash_is_done_once_it_follows(cast: Cast) -> None:
    body = {"name": "Monday", "currency": "EUR", "time_zone": "Europe/Berlin"}
    headers = {**cast.owner.headers, "Idempotency-Key": new_id()}
    post = cast.owner.client.post
    answer = post("/api/v1/clubs", body, content_type="application/json", headers=headers, follow=True)
    assert (answer.status_code, answer.json()["name"]) == (201, "Monday")


def test_an_address_that_is_not_there_either_way_is_not_found(cast: Cast) -> None:
    for path in ("/api", "/api/v1", "/api/v1/nowhere", "/api/v1/clubs/x", "/api/v1/nowhere/", "/api//evil.example"):
        refused(cast.owner.client.get(path), 404, "not_found")
