"""The README's first hand, pasted into a shell as it stands, against a server."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from games.accounts.services import users

README = Path(__file__).resolve().parent.parent / "README.md"


def blocks() -> str:
    found = re.findall(r"^```bash\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(found) > 5
    return "\n".join(found)


def documents(text: str) -> list[dict[str, Any]]:
    """Every JSON object that was printed, in order."""
    decoder, found, at = json.JSONDecoder(), [], 0
    while (at := text.find("{", at)) >= 0:
        document, at = decoder.raw_decode(text, at)
        found.append(document)
    return found


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_first_hand_can_be_pasted(live_server: LiveServer) -> None:
    users.register("olga", "olga-goes-all-in")
    login = {"API": f"{live_server.url}/api/v1", "NAME": "olga", "PASSWORD": "olga-goes-all-in"}
    shell = subprocess.run(
        ["/usr/bin/env", "bash", "-euo", "pipefail", "-c", blocks()],
        env={**os.environ, **login},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert shell.returncode == 0, shell.stdout + shell.stderr
    assert not shell.stderr
    result, explained, _, *cash_outs, closed, settlement = documents(shell.stdout)[-8:]
    assert all(out["body"]["count"] == out["body"]["book"] for out in cash_outs), cash_outs
    names = result["players"]
    won = {names[player]: amount for player, amount in result["result"]["net"].items()}
    assert (won, result["result"]["carry"]) == ({"Ann": 200, "Bob": -400, "Cara": -100}, 300)
    assert explained["pots"][0]["claims"][0]["hand"] == "three of a kind"
    assert closed["status"] == "closed"
    paid = [(names[one["payer"]], names[one["receiver"]], one["amount"]) for one in settlement["transfers"]]
    assert sorted(paid) == [("Bob", "Ann", 100), ("Cara", "Ann", 100)]
