"""Everything that somebody can read about the figures of a club, held against what was done."""

import re
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse

from games.reports.documents.files import TEMPLATES, context_of
from games.reports.selectors.night_report import night_report
from games.reports.selectors.statements import statement
from tests.figures.deeds import Deeds, Evening
from tests.figures.said import AMOUNT, Page, Reader, cell, minor


class Look:
    """What a viewer reads, held against what was done. `aside` are chips that are in no stack, by night and player."""

    def __init__(self, deeds: Deeds, reader: Reader, own: str | None, aside: dict[tuple[str, str], int]) -> None:
        self.deeds, self.reader, self.own, self.aside = deeds, reader, own, aside
        self.balances, self.due = deeds.balances(), deeds.to_pay()

    def everything(self) -> None:
        self.home()
        self.club()
        for player in self.deeds.people():
            self.player(player)
            self.statement(player)
        for evening in self.deeds.evenings:
            self.night(evening)
            self.report(evening)

    # what is expected

    def balance(self, player: str) -> int:
        return self.balances.get(("player", player), 0)

    def set_aside(self, player: str) -> int:
        return sum(amount for (_, who), amount in self.aside.items() if who == player)

    def chips(self, player: str) -> int:
        on_tables = sum(self.deeds.sums(evening, "stacks")[player] for evening in self.deeds.evenings)
        return on_tables - self.set_aside(player)

    def to_pay(self, who: tuple[str, str]) -> dict[tuple[str, str], int]:
        return {other: amount for (payer, other), amount in self.due.items() if payer == who}

    def to_receive(self, who: tuple[str, str]) -> dict[tuple[str, str], int]:
        return {other: amount for (other, receiver), amount in self.due.items() if receiver == who}

    # what is read

    def home(self) -> None:
        page = self.reader.page(reverse("front"))
        if self.own:
            row = page.one("a.row", having="My balance")
            assert row.amount(r"(AMOUNT) €$") == self.balance(self.own)
            self._parts(row, self.own)
            owed = [minor(found) for found in _amounts(page, r"To pay: (AMOUNT) €")]
            assert sorted(owed) == sorted(self.to_pay(("player", self.own)).values())

    def _parts(self, row: Any, player: str) -> None:
        """What a balance is made of."""
        who = ("player", player)
        assert (row.amount(r"counting (AMOUNT) € in chips") or 0) == self.chips(player)
        assert (row.amount(r"counting (AMOUNT) € set aside") or 0) == self.set_aside(player)
        assert (row.amount("To pay") or 0) == sum(self.to_pay(who).values())
        assert (row.amount("To receive") or 0) == sum(self.to_receive(who).values())

    def club(self) -> None:
        club = self.deeds.cast.club.pk
        page = self.reader.page(reverse("club-page", args=[club]))
        seen = {}
        for player in self.deeds.people():
            for row in page.all(f'a.row[href="{reverse("player-page", args=[player])}"]'):
                seen["player", player] = row.amount(r"(AMOUNT) €$")
                self._parts(row, player)
        told = {who: amount for who, amount in self.balances.items() if who[0] == "player"}
        assert {who: amount for who, amount in seen.items() if amount} == told
        (part,) = self.reader.api(f"clubs/{club}/balances/")["balances"]
        parties = {(one["kind"], one["id"]): one for one in part["parties"]}
        assert {who: one["balance"] for who, one in parties.items() if one["balance"]} == self.balances
        for (kind, player), one in parties.items():
            assert one["balance"] == one["account"] + one["chips"] + one["set_aside"]
            assert one["to_pay"] == sum(self.to_pay((kind, player)).values())
            assert one["to_receive"] == sum(self.to_receive((kind, player)).values())
            if kind == "player":
                assert (one["chips"], one["set_aside"]) == (self.chips(player), self.set_aside(player))
        assert {
            ((one["payer"]["kind"], one["payer"]["id"]), (one["receiver"]["kind"], one["receiver"]["id"])): one[
                "amount"
            ]
            for one in part["transfers"]
        } == self.due

    def player(self, player: str) -> None:
        page = self.reader.page(reverse("player-page", args=[player]))
        for section in page.all("section.stand"):
            self._stand(section, player)
        for words, expected in (("To pay", self.to_pay), ("To receive", self.to_receive)):
            lines = [
                line
                for section in page.all("section.settle")
                if section.all("h2")[0].text() == words
                for line in section.all("li.transfer")
            ]
            amounts = [minor(line.all(".amount")[0].text()) for line in lines if line.all(".amount")]
            assert sorted(amounts) == sorted(expected(("player", player)).values()), (words, page.path)
            others = {
                other: amount for (kind, other), amount in expected(("player", player)).items() if kind == "player"
            }
            for line in lines:
                for link in line.links_to("/players/"):
                    other = link.strip("/").split("/")[-1]
                    assert minor(line.all(".amount")[0].text()) == others[other]
        for group in page.all("section.nights article.group"):
            (link,) = group.links_to("/nights/")
            evening = next(one for one in self.deeds.evenings if reverse("night-page", args=[one.night.pk]) == link)
            expected_result = self.deeds.results(evening)[player]
            words = "Result so far" if evening.night.status == "open" else "Result"
            assert group.all("h3")[0].amount(words) == expected_result
            moved = (line.amount(r"(AMOUNT)") or 0 for line in group.all("li .sum"))
            assert sum(moved) == expected_result, "the hands, and what was beside them, add up to the result"

    def _stand(self, section: Any, player: str) -> None:
        assert section.amount("Balance") == self.balance(player)
        assert (section.amount(r"counting (AMOUNT) € in chips") or 0) == self.chips(player)
        assert (section.amount(r"counting (AMOUNT) € set aside") or 0) == self.set_aside(player)

    def statement(self, player: str) -> None:
        document = self.reader.api(f"players/{player}/statement/")
        page = self.reader.page(reverse("statement-page", args=[player]))
        paper = render_to_string(
            TEMPLATES["statement"], {**context_of(statement(self.deeds.sue, player)), "paper": True}
        )
        for shown in (page, Page(page.path, paper)):
            for section in shown.all("section.stand"):
                self._stand(section, player)
        rows = self.reader.rows(reverse("statement-csv", args=[player]))
        assert rows == self.reader.rows_of_api(f"players/{player}/statement/csv/")
        for part in document["currencies"]:
            closing, last = part["closing"], dict(zip(rows[0], rows[-1], strict=True))
            assert closing["balance"] == self.balance(player) == cell(last["balance"])
            assert (closing["chips"], closing["set_aside"]) == (self.chips(player), self.set_aside(player))
            assert closing["account"] == cell(last["account"])
            newest = page.all("table.lines td.run")[0]
            assert minor(newest.text()) == self.balance(player)
            assert part["series"][-1]["balance"] == self.balance(player)
        until = self.deeds.evenings[0].day
        period = self.reader.api(f"players/{player}/statement/?until={until}")
        for part in period["currencies"]:
            assert part["closing"]["balance"] == self.deeds.balances(until).get(("player", player), 0)

    def night(self, evening: Evening) -> None:
        night, results = evening.night, self.deeds.results(evening)
        view = self.reader.api(f"nights/{night.pk}/")
        assert (view["over_short"], view["pot"], view["stakes"]) == (
            evening.over_short,
            evening.pot,
            evening.stakes,
        )
        for seat in view["seats"]:
            who = seat["player"]
            aside = self.aside.get((str(night.pk), who), 0)
            assert (seat["chips"], seat["set_aside"]) == (self.deeds.sums(evening, "stacks")[who] - aside, aside)
            assert (seat["result"], seat["to_account"]) == (
                results[who],
                self.deeds.sums(evening, "to_account")[who],
            ), seat["player_name"]
            assert seat["buy_ins"] == self.deeds.sums(evening, "bought")[who]
            assert seat["cash_outs"] == self.deeds.sums(evening, "cashed")[who]
        page = self.reader.page(reverse("night-page", args=[night.pk]))
        is_open = night.status == "open"
        for seat in view["seats"]:
            address = reverse("seat-page", args=[seat["id"]]), reverse("player-page", args=[seat["player"]])
            (row,) = (part for one in address for part in page.all(f'a.row[href="{one}"]'))
            if is_open:
                assert (row.amount("Result so far"), row.amount("Chips")) == (seat["result"], seat["chips"])
            else:
                assert row.amount(r"(AMOUNT)$") == seat["result"]
            of_seat = self.reader.page(address[0])
            assert of_seat.one("p.lead", having="Result").amount("Result(?: so far)?") == seat["result"]
            if is_open:
                assert of_seat.one("p.big").amount("Chips") == seat["chips"]
        over_short = [
            row.amount(r"(AMOUNT)$") for row in page.all("ul.rows li") if "Counts and book differ" in row.text()
        ]
        assert over_short == ([evening.over_short] if is_open and evening.over_short else [])
        settlement = self.reader.api(f"nights/{night.pk}/settlement/")
        assert settlement["on_table"]["over_short"] == evening.over_short
        for party in settlement["parties"]:
            if party["kind"] == "player":
                assert party["to_account"] == self.deeds.sums(evening, "to_account")[party["id"]]

    def report(self, evening: Evening) -> None:
        night, results = evening.night, self.deeds.results(evening)
        document = self.reader.api(f"nights/{night.pk}/report/")
        rows = self.reader.rows(reverse("night-csv", args=[night.pk]))
        page = self.reader.page(reverse("settlement-page", args=[night.pk]))
        paper = render_to_string(
            TEMPLATES["night"], {**context_of(night_report(self.deeds.sue, night.pk)), "paper": True}
        )
        assert document["on_table"]["over_short"] == evening.over_short
        head = next(row for row in rows if row and row[0] == "player")
        hand_head = next(row for row in rows if row and row[0] == "hand")
        of_hands = rows[rows.index(hand_head) + 1 :]
        for player in document["players"]:
            who, name = player["id"], player["name"]
            aside = self.aside.get((str(night.pk), who), 0)
            expected = {
                "result": results[who],
                "buy_ins": self.deeds.sums(evening, "bought")[who],
                "cash_outs": self.deeds.sums(evening, "cashed")[who],
                "chips": self.deeds.sums(evening, "stacks")[who] - aside,
                "set_aside": aside,
                "to_account": self.deeds.sums(evening, "to_account")[who],
            }
            assert {word: player[word] for word in expected} == expected, name
            assert sum(one["amount"] for one in player["beside"]) == self.deeds.sums(evening, "beside")[who]
            assert sum(one["amount"] for one in player["outlays"]) == self.deeds.sums(evening, "outlays")[who]
            moved = (one["amount"] for hand in document["hands"] for one in hand["net"] if one["id"] == who)
            assert sum(moved) + sum(one["amount"] for one in player["others"]) == results[who]
            row = dict(zip(head, next(row for row in rows if row and row[0] == name), strict=True))
            for word, heading in (("result", "result"), ("chips", "chips"), ("to_account", "to account")):
                assert cell(row[heading]) == expected[word]
            assert cell(row["expenses and adjustments"]) == self.deeds.sums(evening, "beside")[who]
            column = [cell(line[hand_head.index(name)]) for line in of_hands]
            assert (sum(column[:-1]), column[-1]) == (results[who], results[who]), "a column adds up"
            for shown in (page, Page(page.path, paper)):
                line = next(one for one in shown.all("li.player") if one.all("a.name")[0].text() == name)
                assert minor(line.all(".net")[0].text()) == results[who]
        for series in document["series"]:
            assert series["points"][-1]["result"] == results[series["id"]]
        for transfer in (one for settlement in document["settlements"] for one in settlement["transfers"]):
            assert transfer["payer"] != transfer["receiver"]


def _amounts(page: Page, pattern: str) -> list[str]:
    return re.findall(pattern.replace("AMOUNT", AMOUNT), page.text())
