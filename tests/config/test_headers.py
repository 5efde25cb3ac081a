"""What a served installation tells browsers, and what it lets them keep."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import User
from tests.config.test_production import SAFE
from tests.games.cast import PASSWORD

ASK = """
import json, django
django.setup()
from django.test import Client
client = Client(headers={"host": "cards.example.org"})
plain, secure = client.get("/nowhere/"), client.get("/health/live/", secure=True)
print(json.dumps([plain.status_code, plain["Location"], dict(secure.headers)]))
"""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    env = (
        os.environ | SAFE | {"TABLESIDE_VAR": str(tmp_path_factory.mktemp("var")), "DATABASE_URL": "", "REDIS_URL": ""}
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", ASK], cwd=root, env=env, capture_output=True, text=True, check=True)
    found: list[Any] = json.loads(done.stdout)
    return found


@pytest.mark.slow
def test_plain_http_is_sent_to_https_and_remembered_for_a_year(asked: list[Any]) -> None:
    status, place, headers = asked
    assert (status, place) == (301, "https://cards.example.org/nowhere/")
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"


def test_nothing_is_framed_guessed_or_told_to_other_sites(asked: list[Any]) -> None:
    headers = asked[2]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Server" not in headers


def test_no_script_reads_a_session_and_no_other_site_sends_one(db: None, client: Client) -> None:
    User.objects.create_user("Ann", PASSWORD)
    client.post("/sign-in/", {"username": "Ann", "password": PASSWORD})
    session = client.cookies[settings.SESSION_COOKIE_NAME]
    assert session.value
    assert (session["httponly"], session["samesite"]) == (True, "Lax")
