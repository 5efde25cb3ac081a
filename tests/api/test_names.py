"""One name for one thing: the API's own, and the old ones that it names the new ones for."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from api.v1 import renames
from api.v1.fields import AUTHOR
from tests.api.conftest import Cast
from tests.api.phone import API, described_paths, description, new_id, refused

# What these named before they got the one name that all answers and requests have now.
OLD = {
    *("at", "by", "made_at", "asked_at", "requested_at", "way", "default_way", "word", "words", "what", "how", "state"),
    *("owes_antes", "takes_back", "most_uses", "most", "least_players", "most_players", "whole", "found", "holder"),
}
# A field of this name holds the id of one; a name has a field that says so.
THINGS = ("club", "night", "hand", "player", "member", "match", "settlement", "transfer", "payment", "entry", "account")
# Objects with an id and a name, in reports, and the amount of a balance.
NOT_IDS = ("object", "integer")


def operation_with(serializer: str) -> Iterator[tuple[str, str]]:
    """Methods and paths whose body is described by this serializer, or by one that inherits its fields."""
    wanted = {"NewAccount": ("SetUpRequest", "AcceptInviteRequest")}.get(serializer, (f"{serializer}Request",))
    for path, operations in described_paths().items():
        for method, operation in operations.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            if body.get("schema", {}).get("$ref", "").rpartition("/")[2] in wanted:
                for part in path.split("{")[1:]:
                    path = path.replace("{" + part.partition("}")[0] + "}", new_id())
                yield method, path.removeprefix(API)


FIELDS = [(serializer, old, new) for serializer, names in renames.FIELDS.items() for old, new in names.items()]


@pytest.mark.parametrize(("serializer", "old", "new"), FIELDS)
def test_an_old_field_is_refused_with_its_new_name(cast: Cast, serializer: str, old: str, new: str) -> None:
    if serializer == "CorrectedPlayer":
        body: dict[str, Any] = {"change": {"players": [{old: new_id()}]}, "reason": "x"}
        targets = list(operation_with("CorrectHand"))
    else:
        body, targets = {old: "x"}, list(operation_with(serializer))
    assert targets
    for method, path in targets:
        headers = {"If_Match": '"0"'} if serializer == "CorrectedPlayer" else {}
        problem = refused(cast.owner.send(method, path, json.dumps(body), **headers), 400, "renamed_field")
        assert problem["errors"][0]["field"].rpartition(".")[2] == old
        assert problem["detail"].endswith(f"This field is now called {new}.")


@pytest.mark.parametrize(("serializer", "old", "new"), FIELDS)
def test_the_new_name_is_there_and_the_old_one_is_not(serializer: str, old: str, new: str) -> None:
    schemas = description()["components"]["schemas"]
    names = ("SetUpRequest", "AcceptInviteRequest") if serializer == "NewAccount" else (f"{serializer}Request",)
    for name in names:
        assert new in schemas[name]["properties"]
        assert old not in schemas[name]["properties"]


@pytest.mark.parametrize(("old", "new"), renames.PARAMETERS.items())
def test_an_old_parameter_is_refused_with_its_new_name(cast: Cast, old: str, new: str) -> None:
    lists = []
    for path, operations in described_paths().items():
        names = {one["name"] for one in operations.get("get", {}).get("parameters", ()) if one["in"] == "query"}
        if new in names and old not in names:
            lists.append(path.removeprefix(API).format(club_id=cast.club, night_id=new_id(), match_id=new_id()))
    assert lists
    for path in lists:
        problem = refused(cast.owner.get(f"{path}?{old}=x"), 400, "renamed_field")
        assert problem["detail"] == f"The query parameter {old!r} is now called {new!r}."


def test_a_new_name_before_other_mistakes(cast: Cast) -> None:
    body = {"name": "Monday", "currency": "EUR", "time_zone": "Europe/Berlin", "colour": "green", "default_way": "cash"}
    problem = refused(cast.owner.post("clubs/", body), 400, "renamed_field")
    assert [error["field"] for error in problem["errors"]] == ["default_way", "colour"]


def properties() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name, schema in description()["components"]["schemas"].items():
        for field, of in schema.get("properties", {}).items():
            yield name, field, of


def test_no_field_has_an_old_name() -> None:
    assert [(name, field) for name, field, _ in properties() if field in OLD] == []


def test_a_moment_is_named_as_one() -> None:
    moments = [(name, field) for name, field, of in properties() if of.get("format") == "date-time"]
    assert [one for one in moments if not one[1].endswith("_at")] == []
    assert len(moments) > 40


def test_a_field_that_is_named_after_a_thing_holds_its_id() -> None:
    wrong = [
        (name, field)
        for name, field, of in properties()
        if field in THINGS and of.get("format") != "uuid" and "$ref" not in of and of.get("type") not in NOT_IDS
        if "oneOf" not in of and "anyOf" not in of and "allOf" not in of
    ]
    assert wrong == []


def test_who_did_something_is_named_by_their_account() -> None:
    for name, field, of in properties():
        if field.endswith("_by") and of.get("format") != "uuid" and of.get("type") in ("string", ["string", "null"]):
            assert "enum" in of or of["description"] == AUTHOR, (name, field)
