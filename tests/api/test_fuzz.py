"""Requests that nobody would think of, made by schemathesis from the description: no 5xx, no undocumented answer.

They meet a club after a whole night, as its owner and as nobody. Each operation gets FUZZ_EXAMPLES of them, few here;
`make fuzz` sends many.
"""

import os
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from hypothesis import HealthCheck, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.phone import description
from tests.api.story import Stage, tell
from tests.api.story.stage import Step

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "2"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# Streams go on for as long as somebody listens; they have tests of their own.
ENDLESS = ("text/event-stream",)
# Files are sent as they are.
schemathesis.serializer.alias("application/zip", "application/octet-stream")


class Ids:
    """What stood in the addresses of the story, by parameter."""

    def __init__(self) -> None:
        self.known: dict[str, list[str]] = defaultdict(list)

    def __call__(self, step: Step, _response: HttpResponse, _content: bytes) -> None:
        for name, value in step.url.items():
            if value not in self.known[name]:
                self.known[name].append(value)


def operations() -> Iterator[tuple[str, Any]]:
    schema = schemathesis.openapi.from_dict(description())
    for found in schema.get_all_operations():
        operation = found.ok()
        answers = operation.definition.raw["responses"].values()
        if not any(media in answer.get("content", {}) for answer in answers for media in ENDLESS):
            yield f"{operation.method.upper()} {operation.path}", operation


@pytest.mark.slow
@pytest.mark.django_db
def test_nothing_that_is_sent_breaks_it() -> None:
    ids, stage = Ids(), Stage()
    stage.after = ids
    tell(stage)
    token = stage.phones["owner"].headers["Authorization"]
    wrong: dict[str, str] = {}
    for label, operation in operations():
        try:
            shoot(label, operation, ids.known, token)
        except (Exception, BaseExceptionGroup) as error:
            wrong[label] = str(error)[:1500]
    assert not wrong, "\n\n".join(f"{label}\n{said}" for label, said in wrong.items())


def shoot(label: str, operation: Any, known: dict[str, list[str]], token: str) -> None:
    chance = random.Random(label)
    names = [one.name for one in operation.path_parameters]
    wanted = {name: chance.choice(known[name]) for name in names if known.get(name)}
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

        @seed(label)
        @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode, path_parameters=wanted))
        def send(case: Any) -> None:
            who = {"Authorization": token} if chance.random() < 0.9 else {}
            with transaction.atomic():
                response = sent(case, who)
                transaction.set_rollback(True)
            case.validate_response(response, checks=CHECKS)

        send()


def sent(case: Any, headers: dict[str, str]) -> Response:
    """The case, sent to Django in this thread and transaction; the answer as schemathesis reads one."""
    asked = requests.Request(**case.as_transport_kwargs(base_url="http://testserver", headers=headers)).prepare()
    media = str(asked.headers.pop("Content-Type", "application/octet-stream"))
    passed = {name: value for name, value in asked.headers.items() if name != "Content-Length"}
    client = Client(raise_request_exception=False)
    answer = client.generic(str(asked.method), asked.path_url, asked.body or b"", media, headers=passed)
    content = b"".join(answer) if answer.streaming else answer.content
    headers_back = {name: [value] for name, value in answer.items()}
    return Response(answer.status_code, headers_back, content, asked, elapsed=0, verify=False)
