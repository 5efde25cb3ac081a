"""What compose.yaml, the Dockerfile, the Procfile and the Caddyfile say fits together, and is what the code has."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service.get("image") == "tableside"}
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
CADDY = (ROOT / "ops" / "Caddyfile").read_text()
PROCFILE = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} (.+)$", DOCKERFILE, re.MULTILINE)


def command(service: str) -> list[str]:
    """What the service runs: its own command, or the image's."""
    found: list[str] = SERVICES[service].get("command") or yaml.safe_load(instructions("CMD")[-1])
    return found


def test_the_processes_are_the_procfiles() -> None:
    for name in PROCFILE:
        program = [word for word in shlex.split(PROCFILE[name]) if "=" not in word]
        kept = [word for word in command(name) if not word.startswith("/tmp")]  # noqa: S108  as compose.yaml has it
        assert kept[:4] == program[:4], name
    assert set(PROCFILE) | {"migrate"} == set(OURS)


def test_the_schema_is_there_before_any_process() -> None:
    assert command("migrate") == ["python", "manage.py", "migrate"]
    assert SERVICES["migrate"]["restart"] == "no"
    assert SERVICES["migrate"]["depends_on"] == {"db": {"condition": "service_healthy"}}
    for name in PROCFILE:
        assert SERVICES[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}, name
        assert SERVICES[name]["depends_on"]["redis"] == {"condition": "service_healthy"}, name


def test_every_lasting_service_is_looked_after() -> None:
    assert instructions("HEALTHCHECK"), "the image's own"
    assert '["python", "-m", "config.probe"]' in DOCKERFILE
    for name in ("db", "redis", "worker", "audits"):
        assert SERVICES[name]["healthcheck"]["test"], name
    for name, service in SERVICES.items():
        assert service["restart"] == ("no" if name == "migrate" else "unless-stopped"), name


def test_a_database_is_there_once_others_reach_it() -> None:
    """The server that makes a new one answers on its socket only, and then ends."""
    assert SERVICES["db"]["healthcheck"]["test"] == ["CMD-SHELL", "pg_isready -h 127.0.0.1 -U tableside"]


def test_backups_are_written_by_the_version_of_the_server() -> None:
    """An older pg_dump refuses; of the releases of Debian, trixie has this one."""
    (client,) = re.findall(r"postgresql-client-(\d+)", DOCKERFILE)
    assert SERVICES["db"]["image"] == f"postgres:{client}"
    assert {words.split()[0] for words in instructions("FROM")} == {"python:3.13-slim-trixie"}


def test_nobody_is_root_and_nothing_is_written_beside_what_must_be() -> None:
    assert instructions("USER") == ["tableside"]
    assert DOCKERFILE.index("USER tableside") < DOCKERFILE.index("\nCMD ")
    (user,) = re.findall(r"useradd .*?(\w+) +&&", DOCKERFILE)
    assert f"-o {user} -g {user} /backups" in DOCKERFILE
    assert "TABLESIDE_VAR=/tmp XDG_CACHE_HOME=/tmp" in DOCKERFILE
    assert user == instructions("USER")[0]
    for name, service in OURS.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["tmpfs"] == ["/tmp"], name  # noqa: S108  as compose.yaml has it
        assert service["volumes"] == ["backups:/backups"], name
    assert "backups" in COMPOSE["volumes"]


def test_the_secrets_beside_it_go_nowhere() -> None:
    assert "/.env" in (ROOT / ".gitignore").read_text().splitlines()
    ignored, *taken = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored == "*"
    assert not [line for line in taken if line.startswith("!.")]


def test_only_the_proxy_is_reached_from_outside() -> None:
    assert {name: service["ports"] for name, service in SERVICES.items() if "ports" in service} == {
        "proxy": ["80:80", "443:443"]
    }


def test_the_proxy_finds_both_processes_where_they_listen() -> None:
    assert instructions("EXPOSE") == ["8000"]
    assert "PORT" not in OURS["web"]["environment"]
    assert (OURS["live"]["environment"]["PORT"], OURS["live"]["environment"]["WORKERS"]) == ("8001", "1")
    assert re.findall(r"reverse_proxy (?:@\w+ )?(\S+)", CADDY) == ["live:8001", "web:8000"]
    (path,) = re.findall(r"path_regexp (\S+)", CADDY)
    assert re.search(path, "/api/v1/nights/0b1f6f0e-7a63-4b2b-9d52-1d5f1a0f7c11/events/")
    assert not re.search(path, "/api/v1/nights/0b1f6f0e-7a63-4b2b-9d52-1d5f1a0f7c11/")
    assert "request_buffers 4MiB" in CADDY
    assert "lb_try_duration 10s" in CADDY


def test_metrics_are_asked_for_beside_the_processes_only() -> None:
    assert "respond /metrics/ 404" in CADDY
    for name in ("web", "live"):
        hosts = OURS[name]["environment"]["TABLESIDE_HOSTS"].split(", ")
        assert {"web", "live"} < set(hosts), "or the name that Prometheus asks by is refused"
        assert hosts[0].startswith("${TABLESIDE_HOSTS"), "config.probe asks by the first"


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_setting_given_is_one_that_is_read(name: str) -> None:
    read = {
        word for file in (ROOT / "config").rglob("*.py") for word in re.findall(r'"([A-Z_]{4,})"', file.read_text())
    }
    assert set(OURS[name]["environment"]) <= read
    assert all(":?" in str(OURS[name]["environment"][must]) for must in ("TABLESIDE_HOSTS", "TABLESIDE_SECRET_KEY"))


def test_the_image_has_what_the_server_imports_and_nothing_of_the_tests() -> None:
    copied = {words.split()[0] for words in instructions("COPY") if not words.startswith("--from")}
    assert {"manage.py", "config", "ledger", "prepared", "games", "api", "templates", "static"} <= copied
    assert not {"tests", "bench", "."} & copied
    assert all((ROOT / name).exists() for name in copied)
    assert "--require-hashes -r requirements.lock" in DOCKERFILE
