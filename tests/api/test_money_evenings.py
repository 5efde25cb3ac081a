"""Evenings by chance, corrected at any time: no request is answered with a 5xx, and no plan is refused afterwards.

Hands, rulings, undo, counts, decisions, people who leave, matches for a stake, settlements and payments; nights that
are open, closed, settled and paid. What a preview shows is what is done; what is proposed is what is settled.
MONEY_EVENINGS says how many.
"""

import os
import random
from typing import Any
from uuid import UUID

import pytest
from django.http import HttpResponse
from django.test import Client

from games.core.actor import Actor
from games.models import Club, Entry, Hand, Match, Night, Seat, User
from games.money.services import chips, night_accounts
from games.nights.services import nights, seats
from games.play.services.matches import RUNNING
from tests.api.conftest import Cast
from tests.api.phone import Phone, made, new_id
from tests.games.play.services.test_correction_walks import finish, recorded, truth
from tests.games.purse import books_hold

EVENINGS = int(os.environ.get("MONEY_EVENINGS", "40"))
CLUBS = 10
STEPS, AFTER = 8, 4
NAMES = ("Ann", "Bob", "Cara")
RULES: dict[str, dict[str, Any]] = {
    "guts": {"ante": 100},
    "buddhas-folly": {"ante": 25, "all_out_pays": True},
    "bluff-n-peg": {"winner_hole": 8, "last_chance_hole": -1},
}
GAMES = ["guts"] * 3 + ["buddhas-folly", "bluff-n-peg", "bluff-n-peg", "council-bluffs", "result"]
PAGES = ("/nights/{night}/", "/nights/{night}/settlement/", "/clubs/{club}/settle/")

pytestmark = pytest.mark.any_database("what is tried is what follows from what; how it is kept is tried elsewhere")

Answer = HttpResponse


class Quick(Phone):
    """A phone that only looks whether an answer is a failure of ours."""

    def _checked(self, method: str, path: str, response: Answer) -> Answer:
        assert response.status_code < 500, (method, path, response.content.decode())
        return response


class Evening:
    """A night of the club, and what may come to anybody's mind in it; `refused` counts what was not possible."""

    def __init__(self, cast: Cast, seed: int, players: dict[str, str]) -> None:
        self.chance = random.Random(seed)
        self.club, self.players = cast.club, players
        self.owner, self.phone = Quick(), Quick()
        self.owner.headers, self.phone.headers = cast.owner.headers, cast.scorekeeper.headers
        self.night = self._laid()
        self.at_night = f"nights/{self.night}/"

    def _laid(self) -> str:
        """Everyone is seated, and has bought chips; some only few, so that they play on credit."""
        kim = Actor(User.objects.get(name="kim"))
        night = nights.open_night(kim, UUID(self.club), "Night", 25)
        for player in map(UUID, self.players.values()):
            seats.take_seat(kim, night.pk, player)
            chips.buy_in(kim, night.pk, player, self.chance.choice((200, 2000, 2000)))
        return str(night.pk)

    def stands(self) -> night_accounts.Standing:
        return night_accounts.read(Night.objects.select_related("club").get(pk=self.night))

    def match(self) -> str | None:
        found = Match.objects.filter(night=self.night, status__in=RUNNING).first()
        return str(found.pk) if found else None

    def seats(self) -> list[dict[str, Any]]:
        stacks = self.stands().stacks
        rows = Seat.objects.filter(night=self.night).order_by("player__name")
        seats = [{"id": seat.pk, "player": str(seat.player_id), "status": seat.status} for seat in rows]
        return [{**seat, "stack": stacks.get(seat["player"], 0)} for seat in seats]

    def someone(self) -> dict[str, Any]:
        return self.chance.choice(self.seats())

    def post(self, path: str, **body: Any) -> Answer:
        return self.phone.post(self.at_night + path, body)

    def hands(self) -> list[Hand]:
        rows = Hand.objects.filter(night=self.night).exclude(status="open").order_by("number")
        return list(rows.exclude(status="void", set_up=None))

    # what is done at the table

    def play(self) -> None:
        game = self.chance.choice(GAMES)
        if game == "result":
            winner, loser = self.someone(), self.someone()
            lost = min(loser["stack"], self.chance.choice((100, 500, 10_000)))
            self.post("results/", word="Stud", net={winner["player"]: lost, loser["player"]: -lost})
            return
        body: dict[str, Any] = {"game": game}
        if game in RULES:
            body["rules"] = RULES[game]
        if game == "bluff-n-peg" and self.chance.random() < 0.7:
            body["stake"] = 50
        hand = self.post("hands/", **body)
        if hand.status_code == 409:
            hand = self.post("hands/", game=game)
        if hand.status_code == 201:
            set_up = Hand.objects.get(pk=hand.json()["id"]).set_up
            self.act(hand.json(), finish(self.chance, set_up, []))

    def act(self, hand: dict[str, Any], actions: list[dict[str, Any]]) -> None:
        """In two batches, since what is declared in secret is not told with what follows it."""
        secret = [one for one in actions if one["type"] == "declare"]
        until = actions.index(secret[-1]) + 1 if secret else 0
        for batch in (actions[:until], actions[until:]):
            if batch:
                at = {"If_Match": f'"{hand["version"]}"'}
                hand = made(self.phone.post(f"hands/{hand['id']}/actions/", {"actions": batch}, **at))["hand"]

    def undo(self) -> None:
        if hand := Hand.objects.filter(night=self.night).order_by("-number").first():
            again = self.phone.post(f"hands/{hand.pk}/undo/", {}, If_Match=f'"{hand.version}"')
            if again.status_code == 201 and again.json()["status"] == "open":
                void = {"actions": [{"type": "void", "reason": "undone"}]}
                made(self.phone.post(f"hands/{hand.pk}/actions/", void, If_Match=f'"{again.json()["version"]}"'))

    def come_or_go(self) -> None:
        seat = self.someone()
        if seat["status"] == "left":
            self.post("seats/", player=seat["player"])
            self.post("buy-ins/", player=seat["player"], amount=1000)
            return
        if seat["stack"]:
            off = self.chance.choice((0, 0, 25))
            self.post("cash-outs/", player=seat["player"], count=max(0, seat["stack"] - off))
        body = (
            {"owed_antes": self.chance.choice(("pay", "waive")), "reason": "late"} if self.chance.random() < 0.5 else {}
        )
        self.phone.post(f"seats/{seat['id']}/leave/", body)

    def buy(self) -> None:
        seat = self.someone()
        self.post(
            "buy-ins/", player=seat["player"], amount=1000, payment_method=self.chance.choice(("cash", "account"))
        )
        self.phone.post(f"seats/{seat['id']}/sit-in/", {})

    def count(self) -> None:
        seat = self.someone()
        counted = max(0, seat["stack"] + self.chance.choice((-25, 0, 25)))
        self.post("recounts/", counts={seat["player"]: counted}, reason="counted")

    def take_back(self) -> None:
        entries = Entry.objects.filter(night=self.night, number=None).exclude(kind__in=("open", "seat"))
        entry = self.chance.choice(list(entries.order_by("-told"))[:6])
        self.phone.post(f"entries/{entry.pk}/take-back/", {"reason": "it was none"})

    def decide(self) -> None:
        """The pot, a match, the difference, a pizza."""
        who = self.someone()["player"]
        match self.chance.randrange(5):
            case 0 | 1:
                self.post("pot/", how=self.chance.choice(("return", "return", "split")), reason="late")
            case 2:
                self.post("difference/", players=[who], reason="decided")
            case 3:
                self.post("expenses/", word="Pizza", amount=1001, paid_by="player", player=who)
            case _:
                if match := self.match():
                    body = {"decision": self.chance.choice(("return", "leader")), "reason": "late"}
                    gives_up = self.chance.random() < 0.5
                    self.phone.post(
                        f"matches/{match}/{'forfeits' if gives_up else 'end'}/",
                        {"player": who, "reason": "tired"} if gives_up else body,
                    )

    # what is put right, at any time

    def correct(self) -> None:
        """What the preview says can be done is done, and is what it said."""
        if not (rows := self.hands()):
            return
        hand = self.chance.choice(rows)
        change, at = truth(self.chance, hand), {"If_Match": f'"{hand.version}"'}
        if self.chance.random() < 0.2:
            change = recorded(hand)
        path = f"hands/{hand.pk}/corrections/"
        shown = self.owner.post(f"{path}preview/", {"change": change}, **at)
        if shown.status_code != 200:
            return
        plan, body = shown.json(), {"change": change, "reason": "by chance"}
        in_money = plan["adjustment"] is not None and self.chance.random() < 0.5
        if plan["blocked"] and not in_money:
            refusal = self.owner.post(path, body, **at)
            assert (refusal.status_code, refusal.json()["code"]) == (422, "later_hand_illegal")
            in_money = plan["adjustment"] is not None
            if not in_money:
                refusal = self.owner.post(path, {**body, "as_adjustment": True}, **at)
                assert (refusal.status_code, refusal.json()["code"]) == (422, "later_hand_illegal")
                return
        done = made(self.owner.post(path, {**body, "as_adjustment": in_money}, **at))
        assert done["changes"] == plan

    def rule(self) -> None:
        rows = [hand for hand in self.hands() if hand.status == "complete"]
        if not rows:
            return
        hand = self.chance.choice(rows)
        at = {"If_Match": f'"{hand.version}"'}
        body: dict[str, Any]
        if hand.match_id:
            players = [one["name"] for one in hand.set_up["players"]]
            body = {"peg_moves": {player: self.chance.randint(-2, 6) for player in players}}
            body["call_off"] = [str(one.pk) for one in self.hands() if one.number > hand.number]
        else:
            net, by = dict(hand.result["net"]), self.chance.choice((25, 100, 1_000_000_000))
            one, other = self.chance.sample(sorted(net), 2)
            net[one] += by
            net[other] -= by
            body = {"net": net}
        shown = self.owner.post(f"hands/{hand.pk}/rulings/preview/", body, **at)
        if shown.status_code == 200:
            done = self.owner.post(f"hands/{hand.pk}/rulings/", {**body, "reason": "by chance"}, **at)
            nothing = done.status_code == 409 and "changes nothing" in done.json()["detail"]
            assert done.status_code == 201 or nothing, done.content.decode()

    # what comes after the night

    def close(self) -> None:
        """All that stands in the way is decided; once and again, where a match pot puts chips on the table."""
        for _ in range(2):
            if match := self.match():
                self.phone.post(f"matches/{match}/end/", {"decision": "return", "reason": "late"})
            if self.stands().pot and self.post("pot/", how="return", reason="late").status_code != 201:
                self.post("pot/", how="split", reason="late")
            for seat in self.seats():
                if seat["stack"]:
                    self.post("cash-outs/", player=seat["player"], count=max(0, seat["stack"]))
            if self.stands().difference:
                self.post("difference/", players=list(self.players.values()), reason="late")
        self.post("close/")

    def reopen(self) -> None:
        self.owner.post(f"{self.at_night}reopen/", {"reason": "to be decided"})

    def settle(self) -> None:
        """What is proposed is settled, whatever lies on other nights' tables."""
        told = made(self.phone.get(f"clubs/{self.club}/unsettled/"), 200)
        for part in told["currencies"] if self.chance.random() < 0.3 else ():
            done = made(self.phone.post(f"clubs/{self.club}/settlements/", {"currency": part["currency"]}))
            shown = [(one["payer"], one["receiver"], one["amount"]) for one in part["transfers"]]
            assert [(one["payer"], one["receiver"], one["amount"]) for one in done["transfers"]] == shown
            assert (sorted(done["nights"]), sorted(done["replaces"])) == (part["nights"], sorted(part["replaces"]))
        told = made(self.phone.get(f"{self.at_night}settlement/"), 200)
        done = self.post("settlements/")
        if told["final"] and (told["transfers"] or told["replaces"]):
            shown = [(one["payer"], one["receiver"], one["amount"]) for one in told["transfers"]]
            kept = made(done)["transfers"]
            assert [(one["payer"]["id"], one["receiver"]["id"], one["amount"]) for one in kept] == shown
        elif told["final"]:
            assert done.json()["code"] == ("conflict" if told["balanced"] else "not_balanced")

    def pay(self) -> None:
        lines = made(self.phone.get(f"{self.at_night}settlements/"), 200)["results"]
        for line in lines[:1]:
            settlement = made(self.phone.get(f"settlements/{line['id']}/"), 200)
            for transfer in settlement["transfers"]:
                if transfer["outstanding"] and self.chance.random() < 0.6:
                    amount = self.chance.choice((transfer["outstanding"], 1))
                    paid = made(self.phone.post(f"transfers/{transfer['id']}/payments/", {"amount": amount}))
                    if self.chance.random() < 0.2:
                        made(self.phone.post(f"payments/{paid['id']}/reverse/", {"reason": "none"}), 200)

    def look(self, browser: Client) -> None:
        for page in PAGES:
            assert browser.get(page.format(night=self.night, club=self.club)).status_code == 200
        for path in (f"{self.at_night}report/", f"clubs/{self.club}/balances/", f"clubs/{self.club}/unsettled/"):
            made(self.phone.get(path), 200)

    def go_on(self) -> None:
        at_table = (self.play, self.play, self.play, self.undo, self.come_or_go, self.buy, self.count, self.take_back)
        after = (self.correct, self.correct, self.rule)
        for _ in range(STEPS):
            self.chance.choice((*at_table, self.decide, *after))()
        self.close()
        for _ in range(AFTER):
            self.chance.choice((*after, self.settle, self.settle, self.pay, self.reopen, self.close))()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(CLUBS))
def test_no_plan_is_refused_and_nothing_fails(cast: Cast, part: int) -> None:
    players = {name: new_id() for name in NAMES}
    for name, player in players.items():
        made(cast.scorekeeper.post(f"clubs/{cast.club}/players/", {"id": player, "name": name}))
    browser = Client()
    browser.force_login(User.objects.get(name="olga"))
    for seed in range(part, EVENINGS, CLUBS):
        evening = Evening(cast, seed, players)
        evening.go_on()
        evening.look(browser)
    books_hold(Club.objects.get(pk=cast.club))
