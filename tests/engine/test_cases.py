"""Every recorded case comes to what it must come to."""

from typing import Any

import pytest

from games import engine

from .cases import Case, differences, generated, written

CHUNK = 50
GENERATED = [
    pytest.param(cases[start : start + CHUNK], id=f"{game}-{start + 1}")
    for game, cases in generated().items()
    for start in range(0, len(cases), CHUNK)
]


def outcome(hand: dict[str, Any]) -> dict[str, Any]:
    """What `replay` prints of a hand."""
    try:
        return engine.result(engine.replay(hand))
    except engine.Refusal as refusal:
        return {"error": {"code": refusal.code, "action": refusal.action, "detail": engine.sentence(refusal)}}


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case.name}: {case.why}") for case in written()])
def test_written(case: Case) -> None:
    assert list(differences(case.expect, outcome(case.hand))) == []


@pytest.mark.parametrize("cases", GENERATED)
def test_generated(cases: list[Case]) -> None:
    failed = {case.name: found for case in cases if (found := list(differences(case.expect, outcome(case.hand))))}
    assert failed == {}


def test_the_cases_are_there() -> None:
    assert len(written()) + sum(map(len, generated().values())) >= 1220


def test_a_difference_is_seen() -> None:
    want = {"net": {"A": 1}, "to_act": ["A", "B"], "pots": [{"amount": 3}], "tiebreak": False}
    assert list(differences(want, {**want, "to_act": ["B", "A"], "more": 1})) == []
    for other in ({"net": {"A": 2}}, {"net": {}}, {"to_act": ["A"]}, {"pots": []}, {"tiebreak": 0}):
        assert list(differences(want, {**want, **other}))
