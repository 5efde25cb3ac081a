"""The rules of each game on a page, for who sits at the table; of a hand with its house rules."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games import engine
from games.engine.game import Game
from games.play.pages.rule_texts import PAGES, pages_of_rules
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.play.pages.test_hands import words

DOCUMENTS = Path(settings.BASE_DIR) / "docs" / "rules"


def read(page: str, client: Client | None = None, **query: str) -> str:
    answer = (client or Client()).get(reverse("rules-page", args=[page]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_document_has_its_page() -> None:
    assert {file.stem for file in DOCUMENTS.glob("*.md")} == set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_all_its_rules_and_nothing_for_programs(page: str) -> None:
    html = read(page)
    numbers = re.findall(r"^### (\d+\.\d+) ", (DOCUMENTS / f"{page}.md").read_text(), re.MULTILINE)
    assert numbers and all(f'<h3 id="{number}">' in html for number in numbers)
    said = words(html)
    assert "tableside-hand/1" not in said and "What the scorekeeper enters" not in said
    article = BeautifulSoup(html, "html.parser").article
    assert article and not article("code") and not re.findall(r"\w*_\w*|\(\s*\)| [.,:;]", article.get_text())
    links = {link["href"] for link in article("a")}
    assert all(Client().get(link).status_code == 200 for link in links)


@pytest.mark.parametrize("game", engine.GAMES.values(), ids=lambda game: game.name)
def test_every_rule_that_a_house_rule_names_stands_somewhere(game: Game) -> None:
    assert {rule.rule for rule in game.house_rules} <= set(pages_of_rules())


def test_of_a_hand_the_house_rules_are_said_as_it_is_played(table: Table, cast: Cast) -> None:
    hand = table.deal("the-bluffs", {"max_raises": 5, "both": "must_scoop"})
    said = words(read("the-bluffs", browser(cast.ann.user), hand=str(hand.pk)))
    assert "House rules of this hand" in said
    assert "A bet, or what a raise adds, is one of these. 1.3 0,25 · 0,50 · 1,00" in said
    assert "Most raises in a betting round. 1.3 5 " in said and "must win both alone" in said
    assert "House rules of this hand" not in words(read("the-bluffs"))


def test_of_another_clubs_hand_nothing_is_said(table: Table, cast: Cast) -> None:
    hand, address = table.deal("the-bluffs"), reverse("rules-page", args=["the-bluffs"])
    for client in (browser(cast.otto.user), Client()):
        assert client.get(address, {"hand": str(hand.pk)}).status_code == 404
    ann = browser(cast.ann.user)
    assert ann.get(address, {"hand": "nonsense"}).status_code == 400
    assert ann.get(reverse("rules-page", args=["guts"]), {"hand": str(hand.pk)}).status_code == 404
    assert ann.get(reverse("rules-page", args=["old-maid"])).status_code == 404


def test_a_hand_and_its_explanation_lead_to_the_rules(table: Table, cast: Cast) -> None:
    hand = table.deal("council-bluffs")
    ann, sue = browser(cast.ann.user), browser(cast.sue.user)
    address = f'href="{reverse("rules-page", args=["council-bluffs"])}?hand={hand.pk}"'
    assert address in ann.get(reverse("watch", args=[table.night.pk])).content.decode()
    assert address in sue.get(reverse("console-menu", args=[table.night.pk])).content.decode()
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid fold")
    html = ann.get(reverse("hand-page", args=[hand.pk])).content.decode()
    assert address in html
    (to,) = set(re.findall(r'class="rule" href="([^"]+)"', html))
    path, number = to.split("#")
    assert f'id="{number}"' in Client().get(path).content.decode()
