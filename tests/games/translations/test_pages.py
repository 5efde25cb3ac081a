"""Whatever is read, looked at or heard on a page has come from the catalogue."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import GAMES
from games.management.demo_night import HANDS, THE_BLUFFS, DemoHand
from games.management.shorthand import action
from games.models import Hand, Night
from games.play.services import hands
from tests.browser.sights import OF_AN_EMPTY_INSTALLATION, SIGHTS, Sight
from tests.browser.stage import PLAYED, Stage
from tests.games.browser import browser
from tests.games.translations.given import beside_the_catalogue

pytestmark = pytest.mark.any_database("what is tried is the language")


@pytest.mark.slow
def test_every_page_is_from_the_catalogue(stage: Stage, spoken: None) -> None:
    left = {sight.picture: beside_the_catalogue(opened(sight, stage)) for sight in SIGHTS}
    assert {page: texts for page, texts in left.items() if texts} == {}


def opened(sight: Sight, stage: Stage) -> str:
    client = browser(stage.users[sight.who]) if sight.who else Client()
    answer = client.get(sight.address(stage))
    assert answer.status_code == 200, sight
    return answer.content.decode()


GUTS = DemoHand(
    "guts",
    {},
    (
        *("Bob declare in", "Cleo declare out", "Dan declare in", "Ann declare in"),
        *("Bob show As Ad 7c", "Dan show Qs Qd 2h", "Ann muck"),
    ),
)
THE_BLUFFS_BOTH = DemoHand(
    THE_BLUFFS.game,
    {"both": "each_half", "undeclared": "share"},
    tuple(line.replace("Ann declare high", "Ann declare both") for line in THE_BLUFFS.lines[:-3]),
)


@pytest.mark.slow
def test_a_night_of_all_five_games_is_from_the_catalogue(stage: Stage, spoken: None) -> None:
    """Each hand is looked at wherever it waits for something else: by who keeps score, and by who plays."""
    night = stage.demo.open("A night of five games")
    seen = {}
    for played in (*HANDS, GUTS, THE_BLUFFS_BOTH):
        for where, hand in phases(stage, night, played):
            for who, page in (("sue", "console"), ("ann", "watch")):
                html = browser(stage.users[who]).get(reverse(page, args=[night.pk])).content.decode()
                seen[hand.game, where, page] = beside_the_catalogue(html)
        html = browser(stage.users["ann"]).get(reverse("hand-page", args=[hand.pk])).content.decode()
        seen[hand.game, where, "hand-page"] = beside_the_catalogue(html)
    assert {hand.game for hand in night.hands.all()} == set(GAMES)
    assert {where: texts for where, texts in seen.items() if texts} == {}


def phases(stage: Stage, night: Night, played: DemoHand) -> Iterator[tuple[str, Hand]]:
    """The hand at the beginning of each phase, and once it is over; one that is not comes to nothing."""
    sue, ids = stage.demo.scorekeeper, stage.demo.ids
    # the demo's hands are dealt in turn, the others by who deals first
    dealer = None if played in HANDS else ids["Ann"]
    hand = hands.start_hand(sue, night.pk, played.game, played.rules, dealer_id=dealer)
    phase = ""
    for line in played.lines:
        if phase != (phase := hand.phase):
            yield phase, hand
        hand = hands.act(sue, hand.pk, [action(line, ids)], hand.version)
    yield "over", hand
    if hand.status == Hand.Status.OPEN:
        hands.act(sue, hand.pk, [{"type": "void", "reason": ""}], hand.version)


def test_where_something_is_wrong_a_page_says_so_from_the_catalogue(stage: Stage, spoken: None) -> None:
    nobody, ann = Client(enforce_csrf_checks=True), browser(stage.users["ann"])
    club = reverse("club-settings", args=[stage.club.pk])
    answers = {
        400: ann.get(f"{reverse('hand-page', args=[stage.ids(PLAYED)['hand_id']])}?step=x"),
        403: ann.get(club),
        404: ann.get("/nights/nowhere/"),
        422: nobody.post("/sign-in/", {"username": "Ann", "password": "no"}),
    }
    for answer in answers.values():
        assert answer.status_code >= 400
        assert beside_the_catalogue(answer.content.decode()) == []
    assert beside_the_catalogue(Client().get("/offline/").content.decode()) == []


def test_the_first_page_of_all_is_from_the_catalogue(db: None, spoken: None) -> None:
    for sight in OF_AN_EMPTY_INSTALLATION:
        html = Client().get(reverse(sight.page)).content.decode()
        assert beside_the_catalogue(html) == []


def test_pictures_stay_whole_where_numbers_have_commas(stage: Stage, settings: Any) -> None:
    settings.LANGUAGE_CODE = "de"
    for page in ("match-page", "settlement-page", "player-page", "statement-page"):
        html = opened(Sight(page, who="ann"), stage)
        places = re.findall(r' (?:x|y|cx|cy|x1|x2|y1|y2|transform|stroke-dasharray)="([^"]*)"', html)
        assert len(places) > 20, page
        assert [place for place in places if "," in place] == []
