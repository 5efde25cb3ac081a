"""What one's own installation makes for itself: a secret, its addresses, a database that keeps its word."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config import env
from config.database import database
from config.network import own_hosts
from config.secret import kept_secret


def test_a_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret-key"
    secret = kept_secret(file)
    assert len(secret) >= 50
    assert kept_secret(file) == secret
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_each_installation_has_its_own_secret(tmp_path: Path) -> None:
    assert kept_secret(tmp_path / "one") != kept_secret(tmp_path / "two")


def test_the_machine_answers_to_its_own_names_and_to_no_wildcard() -> None:
    hosts = own_hosts()
    assert {"localhost", "127.0.0.1"} <= set(hosts)
    assert not [host for host in hosts if "*" in host]


def test_a_number_is_digits_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "8o00")
    with pytest.raises(ImproperlyConfigured, match="PORT must be a whole number"):
        env.number("PORT", 8000)


def test_a_database_is_named_by_its_url() -> None:
    served = database("postgres://ann:p%40ss@db.example:5433/cards", Path("unused"))
    named = [served[part] for part in ("NAME", "USER", "PASSWORD", "HOST", "PORT")]
    assert named == ["cards", "ann", "p@ss", "db.example", "5433"]
    assert database("sqlite:////srv/cards.sqlite3", Path("unused"))["NAME"] == Path("/srv/cards.sqlite3")
    assert database("", Path("default"))["NAME"] == Path("default")


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a setting of SQLite's own")
def test_sqlite_writes_ahead_and_waits_for_the_disk() -> None:
    found = []
    for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {pragma}")
            found.append(cursor.fetchone()[0])
    assert found == ["wal", 2, 1, 20_000]


@pytest.mark.parametrize("kind", ["dev", "production"])
@pytest.mark.parametrize(("behind", "believed"), [("0", "None 0"), ("1", "('HTTP_X_FORWARDED_PROTO', 'https') 1")])
def test_a_proxy_is_believed_where_there_is_one_at_home_too(kind: str, behind: str, believed: str) -> None:
    """Where it is not, a form that came over HTTPS is refused: its origin is another one."""
    given = {
        "DJANGO_SETTINGS_MODULE": f"config.settings.{kind}",
        "TABLESIDE_BEHIND_PROXY": behind,
        "TABLESIDE_HOSTS": "cards.example",
        "TABLESIDE_SECRET_KEY": "a-random-text-of-fifty-characters-or-more-0123456789",
    }
    told = "from django.conf import settings; print(settings.SECURE_PROXY_SSL_HEADER, settings.TRUSTED_PROXIES)"
    run = subprocess.run(
        [sys.executable, "-c", told], env=os.environ | given, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == believed


@pytest.mark.parametrize(("language", "looked_for"), [("en", False), ("en-gb", False), ("de", True)])
def test_translations_are_looked_for_where_another_language_than_english_is_spoken(
    language: str, looked_for: bool
) -> None:
    told = "from django.conf import settings; print(settings.LANGUAGE_CODE, settings.USE_I18N)"
    spoken = {"DJANGO_SETTINGS_MODULE": "config.settings.dev", "TABLESIDE_LANGUAGE": language}
    run = subprocess.run(
        [sys.executable, "-c", told], env=os.environ | spoken, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == [language, str(looked_for)]
