"""A public server refuses an unsafe start, in one sentence."""

import os
import subprocess
import sys

import pytest

SAFE = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "TABLESIDE_SECRET_KEY": "a-random-text-of-fifty-characters-or-more-0123456789",
    "TABLESIDE_HOSTS": "cards.example.org",
}


def check(**given: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    env = {name: value for name, value in os.environ.items() if not name.startswith("TABLESIDE_")}
    return subprocess.run(command, env=env | SAFE | given, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("url", ["", "postgres://ann@db.example/cards"])
def test_a_safe_start_passes_the_deployment_checks(url: str) -> None:
    done = check(DATABASE_URL=url)
    assert (done.returncode, "no issues" in done.stdout) == (0, True), done.stderr


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"TABLESIDE_SECRET_KEY": ""}, "TABLESIDE_SECRET_KEY must be a random text"),
        ({"TABLESIDE_SECRET_KEY": "a" * 60}, "TABLESIDE_SECRET_KEY must be a random text"),
        ({"TABLESIDE_HOSTS": ""}, "TABLESIDE_HOSTS must name"),
        ({"TABLESIDE_HOSTS": "cards.example.org,*"}, "TABLESIDE_HOSTS must name"),
        ({"TABLESIDE_DEBUG": "1"}, "TABLESIDE_DEBUG is on"),
        ({"TABLESIDE_DEBUG": "maybe"}, "TABLESIDE_DEBUG must be 1 or 0"),
        ({"DATABASE_URL": "mysql://localhost/x"}, "DATABASE_URL must begin with"),
    ],
    ids=["no secret", "poor secret", "no hosts", "any host", "debug", "no flag", "other database"],
)
def test_an_unsafe_start_is_refused(given: dict[str, str], said: str) -> None:
    done = check(**given)
    assert done.returncode != 0
    assert said in done.stderr.splitlines()[-1]
