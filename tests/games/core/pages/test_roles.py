"""Every page opened and every form sent as every role; and no page offers what its viewer may not do."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from games import urls
from games.accounts import urls as accounts
from games.clubs import urls as clubs
from games.nights import urls as nights
from games.settlement import urls as settlement
from tests.games.browser import browser
from tests.games.cast import Table
from tests.games.places import ANONYMOUS, OUTSIDER, ROLES, Places, undone

EVERYBODY = (*ROLES, OUTSIDER, ANONYMOUS)

# From which role on a page of the club is opened.
PAGES = {
    "club-page": "player",
    "club-nights": "player",
    "club-people": "player",
    "club-settings": "admin",
    "club-settle": "player",
    "invite-page": "admin",
    "night-page": "player",
    "night-qr": "player",
    "night-seating": "scorekeeper",
    "night-count": "scorekeeper",
    "night-recount": "scorekeeper",
    "night-result": "scorekeeper",
    "night-expense": "scorekeeper",
    "night-money": "player",
    "seat-page": "player",
    "stored-settlement": "player",
}
# Opened by whoever is signed in, or by anybody.
OF_ONESELF = {"front", "account", "told", "club-new"}
OF_ANYBODY = {"first-run", "sign-in", "sign-out", "join", "forgotten", "new-password"}
# Secrets go in, so that these take no key: `test_account.py`.
CONFIDED = {"password-change", "email-change"}
# Not of a club: whoever is signed in sends them, for themselves.
OWN_FORMS = {"club-found", "device-revoke"}


class Form(NamedTuple):
    """From which role on it is taken, at which night, and a way to fill it in."""

    role: str
    fill: Callable[[Places], dict[str, Any]] = lambda places: {}
    night: str = "tonight"
    who: str = ""


def because(**more: str) -> Callable[[Places], dict[str, Any]]:
    return lambda places: {"reason": "So we said", **more}


def counts(*, prefix: str = "count", **typed: str) -> Callable[[Places], dict[str, Any]]:
    return lambda places: {f"{prefix}-{places.player(name)}": amount for name, amount in typed.items()}


FORMS = {
    "night-start": Form("scorekeeper", lambda places: {"name": "Friday", "chip": "0,25"}),
    "player-add": Form("scorekeeper", lambda places: {"name": "Dan"}),
    "member-add": Form("admin", lambda places: {"login": "Otto", "role": "player"}),
    "club-leave": Form("player", lambda places: {"unsettled": "yes"}),
    "invite-make": Form("admin", lambda places: {"role": "player", "uses": "3"}),
    "club-change": Form(
        "admin",
        lambda places: {
            "name": "Friday",
            "default_way": "cash",
            "differences_by": "admin",
            "locale": "en_GB",
            "dispute_days": "7",
            "hands_by_link": "yes",
        },
    ),
    "settle-club": Form("scorekeeper", lambda places: {"currency": "EUR"}),
    "member-change": Form("admin", lambda places: {"role": "scorekeeper", "is_arbiter": "yes"}),
    "member-remove": Form("admin", lambda places: {"unsettled": "yes"}),
    "player-rename": Form("scorekeeper", lambda places: {"name": "Bobby"}),
    "player-claim": Form("scorekeeper"),
    "player-merge": Form("admin", lambda places: because(into=str(places.player("Eva")))(places), who="Eve"),
    "invite-revoke": Form("admin"),
    "seat-take": Form("scorekeeper", lambda places: {"player": str(places.player("Eve"))}),
    "seat-new": Form("scorekeeper", lambda places: {"name": "Dan"}),
    "count-up": Form("scorekeeper", counts(Ann="20", Bob="20", Cid="19,75")),
    "recount-record": Form("scorekeeper", lambda places: counts(Ann="20,25")(places) | because()(places)),
    "result-record": Form(
        "scorekeeper",
        lambda places: {
            **counts(prefix="amount", Ann="2,50", Bob="2,50")(places),
            f"side-{places.player('Ann')}": "won",
            f"side-{places.player('Bob')}": "lost",
            "word": "Stud",
        },
    ),
    "expense-record": Form(
        "scorekeeper",
        lambda places: {"word": "Pizza", "amount": "30", "paid_by": "box", "equally": [str(places.player("Bob"))]},
    ),
    "pot-decide": Form("scorekeeper", because(how="return"), "pot"),
    "difference-decide": Form("scorekeeper", because(club="yes"), "difference"),
    "night-close": Form("scorekeeper", night="cleared"),
    "night-reopen": Form("admin", because(), "closed"),
    "settle-night": Form("scorekeeper", night="closed"),
    "buy-in": Form("scorekeeper", lambda places: {"preset": "20,00", "way": "cash"}),
    "cash-out": Form("scorekeeper", lambda places: {"count": "20", "way": "account"}),
    "seat-out": Form("scorekeeper"),
    "seat-in": Form("scorekeeper"),
    "seat-move": Form("scorekeeper", lambda places: {"position": "1"}),
    "seat-leave": Form("scorekeeper", lambda places: {"count": "20"}),
    "seat-back": Form("scorekeeper", night="cleared", who="Cid"),
    "request-grant": Form("scorekeeper"),
    "request-refuse": Form("scorekeeper", because()),
    "entry-take-back": Form("scorekeeper", because()),
    "match-end": Form("scorekeeper", because(how="leader"), "match"),
    "match-forfeit": Form("scorekeeper", lambda places: because(player=str(places.player("Cid")))(places), "match"),
    "payment-record": Form("scorekeeper", lambda places: {"amount": "3,00", "way": "bank"}),
    "payment-confirm": Form("scorekeeper"),
    "payment-reverse": Form("scorekeeper", because()),
}

# A club keeps its last owner, and who holds the cash box of an open night.
EXCEPT = {("club-leave", "owner"): 409, ("club-leave", "scorekeeper"): 409}
# A scorekeeper invites nobody but the guests at the table.
OFFERED_FROM = {"invite-make": "scorekeeper"}


@pytest.fixture
def places(table: Table) -> Places:
    return Places(table)


def browser_of(places: Places, role: str) -> Client:
    return Client() if role == ANONYMOUS else browser(places.actors[role].user)


def refusal(role: str, lowest: str) -> int | None:
    """The status by which this role is refused, if it is."""
    if role == ANONYMOUS:
        return 302
    if role == OUTSIDER:
        return 404
    return 403 if ROLES.index(role) < ROLES.index(lowest) else None


def test_every_address_is_on_one_of_these_lists() -> None:
    """Of play, disputes and reports the pages are tried with their subject, as is the page of a player."""
    listed = [*PAGES, *OF_ONESELF, *OF_ANYBODY, *CONFIDED, *OWN_FORMS, *FORMS, "player-page"]
    of_subjects = [pattern for module in (accounts, clubs, nights, settlement) for pattern in module.urlpatterns]
    assert sorted(listed) == sorted([*(str(pattern.name) for pattern in of_subjects), "told"])


def test_every_page_is_opened_by_who_may(places: Places) -> None:
    for role in EVERYBODY:
        client = browser_of(places, role)
        for name, lowest in PAGES.items():
            assert client.get(places.path(name)).status_code == (refusal(role, lowest) or 200), (name, role)
        for name in OF_ONESELF:
            assert client.get(places.path(name)).status_code == (302 if role == ANONYMOUS else 200), (name, role)


@pytest.mark.slow
def test_every_form_is_taken_from_who_may(places: Places) -> None:
    wrong = {}
    for role in EVERYBODY:
        client = browser_of(places, role)
        for name, form in FORMS.items():
            expected = EXCEPT.get((name, role)) or (401 if role == ANONYMOUS else refusal(role, form.role) or 204)
            with undone():
                answer = send(client, places, name, form)
            if answer.status_code != expected:
                wrong[name, role] = (answer.status_code, answer.content)
    assert wrong == {}


def test_a_scorekeeper_invites_guests_only(places: Places) -> None:
    sue = browser_of(places, "scorekeeper")
    guest = Form("scorekeeper", lambda places: {"player": str(places.player("Bob"))})
    answer = send(sue, places, "invite-make", guest)
    assert "data:image/svg+xml" in sue.get(answer["Tableside-To"]).content.decode()
    assert send(sue, places, "invite-make", Form("scorekeeper", lambda places: {"role": "player"})).status_code == 403


def send(client: Client, places: Places, name: str, form: Form) -> HttpResponse:
    filled = {"key": str(uuid4()), **form.fill(places)}
    return client.post(places.path(name, form.night, form.who), filled, headers={"Tableside-Entry": "1"})


@pytest.mark.slow
@pytest.mark.any_database("what is tried is what the pages offer; all of them are opened, and all forms sent, on both")
def test_a_page_offers_only_what_its_viewer_may_do(places: Places) -> None:
    """Every link leads somewhere, and every form is one that is taken from this role; the owner finds them all."""
    patterns = {name: pattern_of(name) for name in FORMS}
    for role in ROLES:
        client = browser_of(places, role)
        links, forms = set(), set()
        for path in pages_for(places, role):
            html = client.get(path).content.decode()
            links |= set(re.findall(r'<a [^>]*href="(/[^"#?]*)', html))
            forms |= set(re.findall(r'(?:form)?action="(/[^"]*)"', html))
        assert {link: code for link in links if (code := client.get(link).status_code) != 200} == {}
        offered = {name for name, pattern in patterns.items() if any(pattern.fullmatch(form) for form in forms)}
        assert {name for name in offered if refusal(role, OFFERED_FROM.get(name, FORMS[name].role))} == set(), role
    assert set(FORMS) - offered == set()


def pages_for(places: Places, role: str) -> set[str]:
    """The pages of every night that this role opens, and the settlement pages with them."""
    mine = [name for name, lowest in PAGES.items() if not refusal(role, lowest)]
    found = {places.path(name, night) for name in mine for night in places.nights}
    found |= {f"/nights/{night}/settlement/" for night in places.nights.values()}
    found |= {f"/players/{places.player(name)}/" for name in ("Ann", "Bob")}
    return found | {places.path(name) for name in OF_ONESELF} | {places.path("seat-page", "cleared", "Cid")}


def pattern_of(name: str) -> re.Pattern[str]:
    route = next(str(pattern.pattern) for pattern in urls.urlpatterns if pattern.name == name)
    return re.compile("/" + re.sub(r"<[^>]*>", "[^/]+", route))
