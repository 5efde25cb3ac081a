"""What every page says it may load, and that no form is taken from another site."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games import urls
from tests.browser.sights import Sight, address
from tests.browser.stage import Stage
from tests.games.cast import PASSWORD

pytestmark = pytest.mark.any_database("what is compared are the headers and forms of pages")

# Nothing from elsewhere, nothing inline, nothing made of text, nothing around it.
STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


def directives(policy: str) -> dict[str, str]:
    return dict(part.strip().split(" ", 1) for part in policy.split(";"))


@pytest.fixture
def stage(db: None) -> Stage:
    return Stage()


def everywhere(stage: Stage, ask: Callable[[str], HttpResponse]) -> dict[str, HttpResponse]:
    """What each address of the pages answers."""
    return {str(page.name): ask(address(page, stage, Sight(str(page.name)))) for page in urls.urlpatterns}


@pytest.mark.slow
def test_every_page_has_the_strict_policy(stage: Stage) -> None:
    client = Client()
    for user in (None, stage.users["ann"], stage.users["rob"]):
        if user is not None:
            client.force_login(user)
        for name, answer in everywhere(stage, client.get).items():
            assert directives(answer["Content-Security-Policy"]) == directives(STRICT), name
            assert (answer["X-Frame-Options"], answer["X-Content-Type-Options"]) == ("DENY", "nosniff"), name
    assert directives(client.get("/nowhere/")["Content-Security-Policy"]) == directives(STRICT)


def test_only_the_descriptions_page_has_another(client: Client, db: None) -> None:
    """Swagger UI writes styles; it gets no script of its own making past the policy either."""
    looser = directives(client.get("/api/docs/")["Content-Security-Policy"])
    assert looser == directives(STRICT) | {"style-src": "'self' 'unsafe-inline'"}
    assert directives(client.get("/admin/login/")["Content-Security-Policy"]) == directives(STRICT)


@pytest.mark.slow
def test_no_form_is_taken_without_its_token(stage: Stage) -> None:
    for name in ("", "rob"):
        client = Client(enforce_csrf_checks=True)
        if name:
            client.force_login(stage.users[name])
        answers = everywhere(stage, client.post)
        assert {name: answer.status_code for name, answer in answers.items() if answer.status_code != 403} == {}


def test_a_form_with_its_token_is_taken(stage: Stage) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get(reverse("sign-in"))
    form = {"username": "ann", "password": PASSWORD, "csrfmiddlewaretoken": page.cookies["csrftoken"].value}
    assert client.post(reverse("sign-in"), form).status_code == 302
    session = client.cookies[settings.SESSION_COOKIE_NAME]
    assert (session["httponly"], session["samesite"]) == (True, "Lax")
