"""A corrected hand in the reports: what holds is told, what was is still there to read."""

from games.models import Hand
from games.play.services.corrections import correct
from games.reports.selectors.night_report import night_report
from games.reports.selectors.statements import statement
from tests.games.cast import Cast, Table
from tests.games.reports.conftest import result


def put_right(table: Table, cast: Cast, number: int, as_adjustment: bool = False, **net: int) -> None:
    hand = Hand.objects.get(night=table.night, number=number)
    nets = {str(table.players[name].pk): amount for name, amount in net.items()}
    correct(cast.rob, hand.pk, {"net": nets}, "Bob had it", hand.version, as_adjustment=as_adjustment)


def test_a_hand_two_hands_back(table: Table, cast: Cast) -> None:
    result(table, Ann=500, Bob=-500)
    result(table, Ann=100, Cid=-100)
    put_right(table, cast, 1, Ann=-500, Bob=500)
    report = night_report(cast.sue, table.night.pk)
    first, second = report["hands"]
    assert [(one["name"], one["amount"]) for one in first["net"]] == [("Bob", 500), ("Ann", -500)]
    assert (first["corrections"], second["corrections"]) == (1, 0)
    results = {one["name"]: one["result"] for one in report["players"]}
    assert results == {"Ann": -400, "Bob": 500, "Cid": -100}
    ann = next(one["points"] for one in report["series"] if one["name"] == "Ann")
    assert [(one["hand"], one["result"]) for one in ann] == [(1, -500), (2, -400)], "as it would have been"


def test_the_statement_keeps_what_was(table: Table, cast: Cast) -> None:
    result(table, Ann=500, Bob=-500)
    put_right(table, cast, 1, Ann=-500, Bob=500)
    (part,) = statement(cast.sue, table.players["Ann"].pk)["currencies"]
    assert [(line["words"], line["to_chips"], line["reason"]) for line in part["lines"][1:]] == [
        ("Hand 1: Stud", 500, ""),
        ("Taken back: Hand 1: Stud", -500, "correction: Bob had it"),
        ("Hand 1: Stud", -500, ""),
    ]
    assert {line["hand"]["number"] for line in part["lines"][1:]} == {1}


def test_a_correction_in_money_names_its_hand(table: Table, cast: Cast) -> None:
    result(table, Ann=500, Bob=-500)
    put_right(table, cast, 1, as_adjustment=True, Ann=-500, Bob=500)
    (part,) = statement(cast.sue, table.players["Ann"].pk)["currencies"]
    last = part["lines"][-1]
    assert (last["words"], last["what"], last["reason"]) == ("Correction of hand 1: Stud", "correction", "Bob had it")
    assert last["hand"]["number"] == 1
    bob = next(one for one in night_report(cast.sue, table.night.pk)["players"] if one["name"] == "Bob")
    assert bob["beside"] == [{"words": "Correction of hand 1: Stud", "amount": 1000}]
    assert (bob["result"], bob["others"]) == (-500, []), "an adjustment is no part of the result"


def test_a_count_that_a_correction_put_right(table: Table, cast: Cast) -> None:
    result(table, Ann=500, Bob=-500)
    table.cash_out("Ann", 2500)
    put_right(table, cast, 1, Ann=400, Bob=-400)
    document = statement(cast.sue, table.players["Ann"].pk)
    (part,) = document["currencies"]
    assert "Count put right by a correction" in [line["words"] for line in part["lines"]]
    report = night_report(cast.sue, table.night.pk)
    assert report["open"]["over_short"] == 100
    ann = next(one for one in report["players"] if one["name"] == "Ann")
    assert (ann["cash_outs"], ann["result"]) == (2500, 500), "what was counted was paid out"
