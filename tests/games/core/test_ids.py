"""An id that is taken tells what it is of only to the club that has it."""

import ast
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings

from games.core import ids
from games.core.errors import Conflict
from games.models import Player
from tests.api.story import Stage, tell

pytestmark = pytest.mark.any_database("whose an id is, is decided by the services")

GENERIC = "This id cannot be used: make a new one."


@pytest.mark.slow
@pytest.mark.django_db
def test_every_kind_of_thing_is_told_to_its_own_club_alone() -> None:
    stage = Stage()
    tell(stage)
    for model, taken in ids._TAKEN.items():
        row = model._default_manager.first()
        assert row is not None, f"The story has no {model.__name__}."
        club = taken and model._default_manager.filter(pk=row.pk).values_list(f"{taken.club}__pk", flat=True).get()
        for asker in (uuid4(), None):
            with pytest.raises(Conflict) as refused:
                ids.free_id(model, row.pk, asker)
            assert refused.value.detail == GENERIC
        with pytest.raises(Conflict) as refused:
            ids.free_id(model, row.pk, club)
        assert refused.value.detail == (taken.sentence if taken else GENERIC)
        assert ids.free_id(model, None, club) != row.pk


def test_every_model_whose_id_a_client_may_make_is_listed() -> None:
    named = set()
    for file in Path(settings.BASE_DIR, "games").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "free_id":
                assert isinstance(node.args[0], ast.Name)
                named.add(node.args[0].id)
    assert named == {model.__name__ for model in ids._TAKEN}


@pytest.mark.django_db
def test_a_free_id_is_the_one_that_was_wanted() -> None:
    wanted = uuid4()
    assert ids.free_id(Player, wanted, uuid4()) == wanted
