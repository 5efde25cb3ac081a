"""The desk, too, says nothing that is not from the catalogue: its lists, single rows, and the pages of our own."""

from collections.abc import Iterator

import pytest
from django.urls import reverse

from games.audit import services as audit
from games.models import Hand
from tests.browser.stage import PLAYED, Stage
from tests.games.browser import browser
from tests.games.core.admin.test_site import OF_INSTALLATION, address, models, rows_of
from tests.games.translations.given import beside_the_catalogue

pytestmark = pytest.mark.any_database("what is tried is the language")


@pytest.mark.slow
def test_every_page_of_the_desk_is_from_the_catalogue(stage: Stage, spoken: None) -> None:
    audit.audit(stage.club)
    rob = browser(stage.users["rob"])
    left = {}
    for page in pages(stage):
        answer = rob.get(page)
        assert answer.status_code == 200, page
        left[page] = beside_the_catalogue(answer.content.decode())
    assert {page: texts for page, texts in left.items() if texts} == {}


def pages(stage: Stage) -> Iterator[str]:
    yield reverse("admin:index")
    yield reverse("admin:search")
    hand = Hand.objects.get(night=stage.nights[PLAYED], number=1)
    yield reverse("admin:correct-hand", args=[hand.pk])
    yield reverse("admin:rule-hand", args=[hand.pk])
    for model, _shown in models():
        if model._meta.model_name in OF_INSTALLATION:
            continue
        yield address(model, "changelist")
        yield from (address(model, "change", row.pk) for row in rows_of(model, stage.club))
