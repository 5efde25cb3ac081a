"""What is said elsewhere than on a page: refusals, codes, reports as files, mails; and that programs hear English."""

import csv
import io
import json
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.core import mail
from django.db import models as django_models
from django.template.loader import render_to_string
from django.test import Client
from django.utils.translation import gettext

from games import models, tasks
from games.accounts.services import passwords
from games.core.pages.house_rule_fields import choice_words
from games.core.task_status import view_of
from games.disputes.services import disputes
from games.engine import GAMES
from games.engine.ranking.names import CATEGORY_NAMES, LOW, ROYAL_FLUSH
from games.engine.wording import _SENTENCES, ACTIONS
from games.models.words import word
from games.reports.documents.files import TEMPLATES, context_of, made
from games.reports.selectors.night_report import night_report
from games.reports.selectors.statements import statement
from games.reports.services import report_requests
from tests.browser.stage import PLAYED, Stage
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.translations.catalogue import wide
from tests.games.translations.given import beside_the_catalogue, names, untold

BY_SCRIPT = {"Tableside-Entry": "1"}


def codes() -> Iterator[django_models.TextChoices]:
    for model in vars(models).values():
        for kind in (model, *vars(model).values()) if isinstance(model, type) else ():
            if isinstance(kind, type) and issubclass(kind, django_models.TextChoices):
                yield from kind


@pytest.mark.parametrize("code", [*models.Role, *models.Entry.Kind, *models.Dispute.State, *models.Task.Kind])
def test_each_code_that_is_told_has_a_word(code: str, spoken: None) -> None:
    assert untold(word(code), ()) == ""


def test_all_words_of_the_rules_are_marked(spoken: None) -> None:
    rules = [rule for game in GAMES.values() for rule in game.house_rules]
    assert [choice for rule in rules for choice in rule.choices if untold(choice_words(choice), ())] == []
    texts = [
        *(rule.words for rule in rules),
        *_SENTENCES.values(),
        *ACTIONS,
        *CATEGORY_NAMES.values(),
        ROYAL_FLUSH,
        LOW,
    ]
    assert len(texts) > 100
    assert [text for text in texts if gettext(text) != wide(text)] == []


def test_each_choice_has_a_label(spoken: None) -> None:
    found = list(codes())
    assert len(found) > 60
    assert [code for code in found if untold(str(code.label), ())] == []


def refusals(table: Table) -> Iterator[tuple[Client, str, dict[str, str]]]:
    """One from the rules, with money in it, one from a service, one about a role, one from a field."""
    sue, ann, night = browser(table.cast.sue.user), browser(table.cast.ann.user), f"/nights/{table.night.pk}"
    hand = table.deal("the-bluffs")
    bet = json.dumps({"type": "raise", "player": str(table.players["Ann"].pk), "to": 7})
    yield sue, f"{night}/play/{hand.pk}/enter/", {"action": bet, "version": str(hand.version)}
    yield sue, f"{night}/close/", {}
    yield ann, f"{night}/close/", {}
    yield sue, f"{night}/expense/record/", {"word": "Pizza", "amount": "much", "paid_by": "box"}


def test_a_page_refuses_in_its_language(table: Table, spoken: None) -> None:
    said = []
    for client, path, fields in refusals(table):
        answer = client.post(path, {"key": str(uuid4()), **fields}, headers=BY_SCRIPT)
        assert answer.status_code >= 400, path
        said.append(answer.json()["detail"])
    assert [sentence for sentence in said if untold(sentence, [*names(), "much"])] == []


def test_what_a_task_failed_by_is_kept_in_english_and_told_in_the_language(table: Table, spoken: None) -> None:
    task = report_requests.ask_for_night_report(table.cast.ann, table.night.pk, "csv")
    models.Task.objects.update(requested_by=table.cast.otto.user)
    tasks.run(task.pk)
    task.refresh_from_db()
    assert task.error == "There is no such thing in your clubs."
    assert untold(view_of(task)["error"]["detail"], ()) == ""


def test_the_api_refuses_in_english(table: Table, spoken: None) -> None:
    sue = browser(table.cast.sue.user)
    close = f"/api/v1/nights/{table.night.pk}/close/"
    answer = sue.post(close, "{}", content_type="application/json", headers={"Idempotency-Key": str(uuid4())})
    assert answer.json()["detail"] == "Chips are on the table: cash everyone out."
    games = sue.get("/api/v1/games/").json()
    assert "Everybody declares at once, or in turn." in json.dumps(games)


def test_reports_are_from_the_catalogue(stage: Stage, spoken: None) -> None:
    sue, given = stage.demo.scorekeeper, names()
    documents = [night_report(sue, stage.nights[PLAYED].pk), statement(sue, stage.demo.ids["Ann"])]
    for document in documents:
        rows = csv.reader(io.StringIO(made(document, "csv").content.decode("utf-8-sig")))
        cells = [cell for row in rows for cell in row]
        assert [cell for cell in cells if untold(cell, given)] == []
        paper = {**context_of(document), "paper": True}
        assert beside_the_catalogue(render_to_string(TEMPLATES[document["kind"]], paper)) == []


def test_mails_are_from_the_catalogue(
    table: Table, cast: Cast, spoken: None, django_capture_on_commit_callbacks: object
) -> None:
    rob = cast.rob.user
    rob.email = "rob@example.org"
    rob.save()
    passwords._mail(rob.email, "http://cards.example/new-password/")
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        disputes.open_dispute(cast.ann, "I did not fold", hand_id=hand.pk)
    sent = [text for one in mail.outbox for text in (one.subject, one.body)]
    assert len(sent) == 4
    assert [text for text in sent if untold(text, names())] == []
