"""docs/examples, sent as they stand."""

import json
import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from games.accounts.services import users
from tests.api.phone import API, check_described

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "examples"
GIVEN = {"host": "", "name": "rob", "password": "rob-goes-all-in"}


class Editor:
    """Sends the requests of a file one after the other, as editors do that know the format."""

    def __init__(self) -> None:
        self.client = Client()
        self.variables: dict[str, str] = {}
        self.answers: dict[str, HttpResponse] = {}

    def send(self, block: str) -> HttpResponse | None:
        for name, value in re.findall(r"^@(\w+) = (.*)$", block, re.MULTILINE):
            self.variables[name] = GIVEN.get(name, value)
        named = re.search(r"^# @name (\w+)$", block, re.MULTILINE)
        text = re.sub(r"^#.*$", "", block, flags=re.MULTILINE)
        text = re.sub(r"\{\{(.+?)\}\}", lambda found: self.value(found[1]), text)
        request = re.search(r"^(GET|POST|PATCH) (\S+)\n((?:[\w-]+: [^\n]*\n?)*)\n*(.*)", text, re.MULTILINE | re.DOTALL)
        if request is None:
            return None
        method, path, head, body = request.groups()
        headers = dict(line.split(": ", 1) for line in head.splitlines())
        call = getattr(self.client, method.lower())
        sent: dict[str, Any] = {} if method == "GET" else {"data": body.strip(), "content_type": "application/json"}
        answer = call(path, headers=headers, **sent)
        check_described(method.lower(), path.removeprefix(API).partition("?")[0], answer)
        if named:
            self.answers[named[1]] = answer
        return answer

    def value(self, of: str) -> str:
        """`$guid`, a variable, or `name.response.body.path[0].key` and `name.response.headers.Key`."""
        if of == "$guid":
            return str(uuid.uuid4())
        if "." not in of:
            return re.sub(r"\{\{(.+?)\}\}", lambda found: self.value(found[1]), self.variables[of])
        name, _, part, path = of.split(".", 3)
        answer = self.answers[name]
        if part == "headers":
            return str(answer[path])
        found = json.loads(answer.content)
        for step in re.findall(r"\w+", path):
            found = found[int(step) if step.isdecimal() else step]
        return str(found)


@pytest.mark.django_db
@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.http")), ids=lambda file: file.stem)
def test_every_request_is_answered(file: Path) -> None:
    users.register(GIVEN["name"], GIVEN["password"])
    editor = Editor()
    head, *blocks = re.split(r"^###", file.read_text(), flags=re.MULTILINE)
    assert editor.send(head) is None
    for block in blocks:
        answer = editor.send(block)
        assert answer is not None, block
        assert answer.status_code < 400, f"{block}\n{answer.getvalue().decode()}"
