"""How a served installation opens its database."""

from pathlib import Path

import pytest

from config.database import database


def test_postgresql_is_reached_through_a_pool_that_has_one_for_each_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_POOL", raising=False)
    monkeypatch.setenv("THREADS", "16")
    served = database("postgres://ann@db.example/cards", Path("unused"))
    assert served["CONN_MAX_AGE"] == 0
    assert served["ENGINE"] == "config.postgresql", "the backend that drops dead connections at once"
    assert served["OPTIONS"]["pool"]["max_size"] > 16


def test_the_size_of_the_pool_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_POOL", "3")
    assert database("postgres://ann@db.example/cards", Path("unused"))["OPTIONS"]["pool"]["max_size"] == 3


def test_a_socket_is_named_by_its_folder() -> None:
    found = database("postgres://ann@%2Fvar%2Frun%2FPG/cards", Path("unused"))
    assert (found["HOST"], found["PORT"]) == ("/var/run/PG", "")


def test_what_the_connection_must_be_like_goes_along() -> None:
    found = database("postgres://ann@db.example/cards?sslmode=verify-full&sslrootcert=%2Fca.pem", Path("unused"))
    assert found["NAME"] == "cards"
    assert (found["OPTIONS"]["sslmode"], found["OPTIONS"]["sslrootcert"]) == ("verify-full", "/ca.pem")
