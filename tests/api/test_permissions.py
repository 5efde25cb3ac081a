"""Who may do what: docs/permissions.md against every endpoint, method and role."""

import pytest
from django.db import transaction

from tests.api.endpoints import PAGE, ROLES, endpoints, table
from tests.api.phone import operation_named
from tests.api.story import Stage, tell
from tests.api.story.stage import Step

pytestmark = pytest.mark.any_database("who may do what is decided by the services, not by the database")

# Which statuses each word of the table stands for.
WORDS = {
    "yes": range(200, 300),
    "403": (403,),
    "404": (404,),
    "401": (401,),
    "409": (409,),
}
NOT_OWN = (403, 404)


def name_of(step: Step) -> str:
    method, path = operation_named(step.operation)
    return f"{method.upper()} /{path}"


class Trial:
    """Has every role try each step of the story before it is taken, and undoes what came of it."""

    def __init__(self) -> None:
        self.tried: set[str] = set()
        self.wrong: list[str] = []

    def __call__(self, stage: Stage, step: Step) -> None:
        name, row = name_of(step), table().get(name_of(step))
        self.tried.add(name)
        if row is None:
            return
        for role in ROLES:
            with transaction.atomic():
                status = stage.send(step, role).status_code
                transaction.set_rollback(True)
            if status not in self.expected(row[role], role, step):
                self.wrong.append(f"{name}: {role} is {row[role]!r} in {PAGE.name}, and got {status} ({step.who}'s)")

    def expected(self, word: str, role: str, step: Step) -> range | tuple[int, ...]:
        if word == "own":
            return WORDS["yes"] if role in step.own else NOT_OWN
        if word == "claim":
            return WORDS["yes"] if role in step.own else WORDS["403"]
        return WORDS.get(word, ())


@pytest.fixture(scope="module")
def rows() -> dict[str, dict[str, str]]:
    return table()


def test_every_endpoint_has_a_row(rows: dict[str, dict[str, str]]) -> None:
    there = endpoints()
    missing = [name for name in there if name not in rows]
    assert not missing, "docs/permissions.md lacks a row for: " + ", ".join(missing)
    gone = sorted(rows.keys() - set(there))
    assert not gone, "docs/permissions.md has rows for what is not there: " + ", ".join(gone)


def test_every_word_is_known(rows: dict[str, dict[str, str]]) -> None:
    assert {word for row in rows.values() for word in row.values()} <= {*WORDS, "own", "claim"}


@pytest.mark.slow
@pytest.mark.django_db
def test_every_role_may_do_what_the_table_says() -> None:
    trial = Trial()
    tell(Stage(before=trial))
    untold = [name for name in endpoints() if name not in trial.tried]
    assert not untold, "No chapter of tests/api/story has a step for: " + ", ".join(untold)
    assert not trial.wrong, "\n".join(trial.wrong)
