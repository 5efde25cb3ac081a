"""Three evenings that somebody remembers differently, each found out and put right over HTTP."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.accounts.services import users
from games.audit import services as audit
from games.core.actor import Actor
from games.models import Member
from tests.api.phone import Phone, made, refused
from tests.games.cast import Cast, Table, make_cast, make_table


@dataclass
class Evening:
    """The cast of the other stories, a phone each: Rob decides, Sue keeps score, Ann plays against Bob and Cid."""

    table: Table
    rob: Phone
    sue: Phone
    ann: Phone

    @property
    def night(self) -> str:
        return f"nights/{self.table.night.pk}"

    @property
    def club(self) -> str:
        return f"clubs/{self.table.cast.club.pk}"

    def player(self, name: str) -> str:
        return str(self.table.players[name].pk)

    def buy_in(self, name: str, amount: int, by: Phone | None = None) -> dict[str, Any]:
        return made((by or self.sue).post(f"{self.night}/buy-ins/", {"player": self.player(name), "amount": amount}))

    def cash_out(self, name: str, count: int, by: Phone | None = None) -> dict[str, Any]:
        return made((by or self.sue).post(f"{self.night}/cash-outs/", {"player": self.player(name), "count": count}))

    def share(self, *names: str) -> None:
        body = {"players": [self.player(name) for name in names], "reason": "Nobody knows why"}
        made(self.sue.post(f"{self.night}/difference/", body))

    def close(self, by: Phone | None = None) -> None:
        made((by or self.sue).post(f"{self.night}/close/"), 200)

    def log(self, kind: str) -> list[dict[str, Any]]:
        """What was entered of this kind, newest first: what, by whom, from which device, when."""
        return made(self.ann.get(f"{self.club}/entries/?kind={kind}"), 200)["results"]

    def take_back(self, entry: str, reason: str) -> dict[str, Any]:
        return made(self.rob.post(f"entries/{entry}/take-back/", {"reason": reason}))

    def nets(self) -> dict[str, int]:
        parties = made(self.ann.get(f"{self.night}/settlement/"), 200)["parties"]
        return {party["name"]: party["to_account"] for party in parties if party["kind"] == "player"}

    def told(self, phone: Phone) -> list[str]:
        return [one["event"] for one in made(phone.get("notifications/?kind=dispute"), 200)["results"]]

    def state(self, dispute: dict[str, Any]) -> tuple[str, str | None]:
        found = made(self.ann.get(f"disputes/{dispute['id']}/"), 200)
        return found["status"], found["remedy"]


@pytest.fixture
def evening(db: None) -> Evening:
    cast: Cast = make_cast()

    def phone(actor: Actor, name: str) -> Phone:
        return Phone(users.add_device(actor.user, name)[0])

    return Evening(
        make_table(cast), phone(cast.rob, "Rob's desk"), phone(cast.sue, "Sue's phone"), phone(cast.ann, "Ann's phone")
    )


def at(hand: dict[str, Any]) -> dict[str, str]:
    return {"If_Match": f'"{hand["version"]}"'}


def in_order(evening: Evening) -> bool:
    return not audit.find(evening.table.cast.club).differences


def test_a_wrong_showdown(evening: Evening) -> None:
    """Ann had three queens. Sue has heard two, and so Bob's two pairs have won."""
    ann, bob, cid = (evening.player(name) for name in ("Ann", "Bob", "Cid"))
    hand = made(evening.sue.post(f"{evening.night}/hands/", {"game": "buddhas-folly", "dealer": cid}))
    path = f"hands/{hand['id']}"
    heard: list[dict[str, Any]] = [
        {"type": "reveal", "cards": ["2h"]},
        *({"type": "reject", "player": player} for player in (ann, bob, cid)),
        *({"type": "declare", "player": player, "as": "in"} for player in (ann, bob)),
    ]
    hand = made(evening.sue.post(f"{path}/actions/", {"actions": heard}, **at(hand)))["hand"]
    shown = [
        {"type": "declare", "player": cid, "as": "out"},
        {"type": "show", "player": ann, "cards": ["Qs", "Qd", "9h", "7c", "4h"]},
        {"type": "show", "player": bob, "cards": ["Jc", "Jd", "8s", "8c", "3d"]},
    ]
    for action in shown:
        hand = made(evening.sue.post(f"{path}/actions/", action, **at(hand)))["hand"]
    assert hand["result"]["net"][bob] > 0

    # Ann looks why she lost, who entered it, and disputes that entry
    (wrong,) = [
        one for one in made(evening.ann.get(f"{path}/actions/"), 200)["results"]
        if one["body"].get("type") == "show" and one["body"]["player"] == ann
    ]  # fmt: skip
    assert (wrong["created_by"], wrong["device_name"]) == ("Sue", "Sue's phone")
    dispute = made(evening.ann.post(f"entries/{wrong['id']}/disputes/", {"text": "It was three queens"}))
    assert (dispute["about"], dispute["hand"]) == ("action", hand["id"])
    assert evening.told(evening.rob) == evening.told(evening.sue) == ["opened"]
    made(evening.sue.post(f"disputes/{dispute['id']}/messages/", {"text": "I heard a nine. It was loud"}))
    refused(evening.sue.post(f"disputes/{dispute['id']}/reject/", {"reason": "I heard a nine"}), 403, "forbidden")

    # Rob looks what it would come to, puts it right, and upholds
    truth = [*heard, *shown]
    truth[-2] = {**shown[1], "cards": ["Qs", "Qd", "Qh", "7c", "4h"]}
    change = {"change": {"actions": truth}}
    preview = made(evening.rob.post(f"{path}/corrections/preview/", change, **at(hand)), 200)
    assert preview["moves"]["chips"][ann] == -preview["moves"]["chips"][bob] - preview["moves"]["pot"]
    corrected = made(evening.rob.post(f"{path}/corrections/", {**change, "reason": "Bob saw it too"}, **at(hand)))
    entries = made(evening.ann.get(f"{path}/actions/"), 200)["results"]
    remedy = {"reason": "Bob saw it too", "remedy": entries[-1]["id"]}
    made(evening.rob.post(f"disputes/{dispute['id']}/uphold/", remedy), 200)
    assert corrected["hand"]["result"]["net"][ann] > 0 > corrected["hand"]["result"]["net"][bob]
    assert evening.state(dispute) == ("upheld", entries[-1]["id"])
    assert evening.told(evening.ann) == ["upheld", "said"]
    assert in_order(evening)


def test_a_forgotten_buy_in(evening: Evening) -> None:
    """Ann bought chips for 10.00 at ten o'clock, and nobody wrote it down: so her count is over, and others pay."""
    counted = evening.cash_out("Ann", 3000)
    for name in ("Bob", "Cid"):
        evening.cash_out(name, 2000)
    evening.share("Bob", "Cid")
    evening.close()
    assert evening.nets() == {"Ann": 1000, "Bob": -500, "Cid": -500}

    # she did not win that, and says so herself
    text = {"text": "I bought in for 10.00 at ten. It is not in the book"}
    dispute = made(evening.ann.post(f"entries/{counted['id']}/disputes/", text))
    assert made(evening.rob.get(f"{evening.night}/settlement/"), 200)["disputes"] == [dispute["id"]]
    made(evening.sue.post(f"disputes/{dispute['id']}/messages/", {"text": "True: I forgot it"}))

    made(evening.rob.post(f"{evening.night}/reopen/", {"reason": "A buy-in was forgotten"}), 200)
    evening.take_back(evening.log("difference")[0]["id"], "There was none")
    evening.take_back(counted["id"], "The book was wrong")
    bought = evening.buy_in("Ann", 1000, by=evening.rob)
    evening.cash_out("Ann", 3000, by=evening.rob)
    evening.close(by=evening.rob)
    remedy = {"reason": "Sue remembers it", "remedy": bought["id"]}
    made(evening.rob.post(f"disputes/{dispute['id']}/uphold/", remedy), 200)

    assert evening.nets() == {"Ann": 0, "Bob": 0, "Cid": 0}
    assert evening.state(dispute) == ("upheld", bought["id"])
    assert made(evening.rob.get(f"{evening.night}/settlement/"), 200)["disputes"] == []
    # what was wrong is still there to be read, with who entered what put it right
    assert [one["created_by"] for one in evening.log("cash_out") if one["player"] == evening.player("Ann")] == [
        "Rob",
        "Sue",
    ]
    assert in_order(evening)


def test_a_scorekeeper_who_enters_too_much_for_a_friend(evening: Evening) -> None:
    """Cid had lost 8.00 to Ann. Sue counts his chips 5.00 too high, and lets everybody bear it."""
    net = {evening.player("Ann"): 800, evening.player("Cid"): -800}
    made(evening.sue.post(f"{evening.night}/results/", {"game": "Stud", "net": net}))
    evening.cash_out("Ann", 2800)
    evening.cash_out("Bob", 2000)
    friends = evening.cash_out("Cid", 1700)
    evening.share("Ann", "Bob")
    evening.close()
    assert evening.nets() == {"Ann": 550, "Bob": -250, "Cid": -300}

    # Ann finds it: a count that is not what the book says, by whom and from which device
    odd = [one for one in evening.log("cash_out") if one["body"]["count"] != one["body"]["book"]]
    assert [(one["id"], one["created_by"], one["device_name"]) for one in odd] == [
        (friends["id"], "Sue", "Sue's phone")
    ]
    assert odd[0]["body"]["count"] - odd[0]["body"]["book"] == 500
    made(evening.rob.patch(f"{evening.club}/", {"holds_back_disputed": True}), 200)
    text = {"text": "He had twelve left, I counted with him"}
    dispute = made(evening.ann.post(f"entries/{friends['id']}/disputes/", text))

    # Sue is no judge of what she entered, whatever her role; and what is disputed is not paid out meanwhile
    Member.objects.filter(user=evening.table.cast.sue.user).update(role="admin")
    refused(evening.sue.post(f"disputes/{dispute['id']}/reject/", {"reason": "I counted"}), 403, "forbidden")
    Member.objects.filter(user=evening.table.cast.sue.user).update(role="scorekeeper")
    settlement = made(evening.sue.post(f"{evening.night}/settlements/"))
    held = {one["payer"]["name"]: one for one in settlement["transfers"]}["Cid"]
    assert held["held"] == held["outstanding"] == 300
    refused(evening.sue.post(f"transfers/{held['id']}/payments/", {"amount": 300}), 422, "overpaid")

    made(evening.rob.post(f"{evening.night}/reopen/", {"reason": "A count is disputed"}), 200)
    evening.take_back(evening.log("difference")[0]["id"], "There was none")
    evening.take_back(friends["id"], "Bob counted with them, too: it was 12.00")
    right = evening.cash_out("Cid", 1200, by=evening.rob)
    evening.close(by=evening.rob)
    remedy = {"reason": "Two saw him count 12.00", "remedy": right["id"]}
    made(evening.rob.post(f"disputes/{dispute['id']}/uphold/", remedy), 200)
    assert evening.nets() == {"Ann": 800, "Bob": 0, "Cid": -800}
    # nothing was paid, so all of it is settled anew: what Cid lost, to whom he lost it
    again = made(evening.rob.post(f"{evening.night}/settlements/"))
    assert again["replaces"] == [settlement["id"]]
    (line,) = again["transfers"]
    assert (line["payer"]["name"], line["receiver"]["name"], line["amount"]) == ("Cid", "Ann", 800)
    refused(evening.sue.post(f"transfers/{held['id']}/payments/", {"amount": 300}), 409, "replaced")
    made(evening.sue.post(f"transfers/{line['id']}/payments/", {"amount": 800}))
    standing = made(evening.sue.get(f"{evening.night}/settlements/?replaced=false"), 200)["results"]
    assert [(one["id"], one["replaced_by"]) for one in standing] == [(again["id"], None)]
    gone = made(evening.sue.get(f"{evening.night}/settlements/?replaced=true"), 200)["results"]
    assert [(one["id"], one["replaced_by"]) for one in gone] == [(settlement["id"], again["id"])]
    assert in_order(evening)
