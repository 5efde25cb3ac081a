"""A session is looked up by its key alone; one that is over lets nobody in."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests.games.browser import browser
from tests.games.cast import make_cast

pytestmark = pytest.mark.django_db


def signed_in(client: Client) -> bool:
    """Whoever is not is sent to sign in."""
    return client.get("/account/").status_code == 200


def test_who_signed_in_stays_so_until_the_session_is_over() -> None:
    client = browser(make_cast().sue.user)
    assert signed_in(client)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not signed_in(client)


def test_who_signed_in_before_the_backend_moved_stays_signed_in() -> None:
    client = browser(make_cast().sue.user)
    session = client.session
    session["_auth_user_backend"] = "games.services.backend.SignIn"
    session.save()
    assert signed_in(client)
    session["_auth_user_backend"] = "games.services.backend.Another"
    session.save()
    assert not signed_in(client)


def test_who_signed_out_is_out_with_the_old_cookie_too() -> None:
    client = browser(make_cast().sue.user)
    old = client.cookies["sessionid"].value
    client.post("/sign-out/")
    thief = Client()
    thief.cookies["sessionid"] = old
    assert not signed_in(thief)


@pytest.mark.parametrize("key", ["", "x", "a" * 32, "' OR 1=1", "\xe9" * 12])
def test_a_made_up_key_is_nobody(key: str) -> None:
    make_cast()
    client = Client()
    client.cookies["sessionid"] = key
    assert not signed_in(client)


def test_an_account_that_is_closed_is_out_at_once() -> None:
    user = make_cast().sue.user
    client = browser(user)
    user.is_active = False
    user.save()
    assert not signed_in(client)


def test_it_costs_one_look_up_for_the_session_and_one_for_the_person(django_assert_max_num_queries: Any) -> None:
    client = browser(make_cast().otto.user)
    signed_in(client)
    with django_assert_max_num_queries(6):
        assert signed_in(client)
