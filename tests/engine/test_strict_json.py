"""JSON from anywhere: taken as it says, or refused in plain words before anything else looks at it."""

import json

import pytest

from games.engine import Refusal, parse, sentence
from games.engine.strict_json import MAX_DEPTH, MAX_DIGITS, Malformed, loads

from .table import hand


def why(raw: bytes | str) -> str:
    with pytest.raises(Malformed) as raised:
        loads(raw)
    return str(raised.value)


@pytest.mark.parametrize("raw", ['{"a": [1, -2.5, true, null, "é♠"]}', '{"a": [1, -2.5, true, null, "é♠"]}'.encode()])
def test_what_is_json_says_what_it_says(raw: bytes | str) -> None:
    assert loads(raw) == {"a": [1, -2.5, True, None, "é♠"]}


def test_what_no_later_layer_could_agree_about_is_malformed() -> None:
    assert why(b"\xff") == "This is not UTF-8."
    assert why("{") == "This is not JSON: Expecting property name enclosed in double quotes at line 1, column 2."
    assert why('{"to": 200, "to": 300}') == "A key stands twice in one object."
    assert why("[NaN]") == "NaN is not JSON."
    assert why("[-Infinity]") == "-Infinity is not JSON."
    assert why("[1e400]") == "A number is too large."


def test_numbers_are_as_long_as_anybody_needs() -> None:
    assert loads("9" * MAX_DIGITS) == int("9" * MAX_DIGITS)
    assert why("9" * (MAX_DIGITS + 1)) == f"A number has more than {MAX_DIGITS} digits."


@pytest.mark.parametrize("text", ["\0", "\ud800"], ids=["NUL", "half of a pair"])
def test_text_that_no_database_stores_is_malformed_as_a_key_too(text: str) -> None:
    for document in (text, [text], {"name": text}, {text: 1}):
        assert why(json.dumps(document)) == "A text holds NUL or half of a surrogate pair."


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")], ids=["lists", "objects"])
def test_nesting_has_an_end(opening: str, closing: str) -> None:
    def nested(deep: int) -> str:
        return opening * deep + "1" + closing * deep

    assert loads(nested(MAX_DEPTH - 1))
    assert why(nested(MAX_DEPTH)) == "This is nested too deeply."
    assert why(nested(100_000)) == "This is nested too deeply."


def test_a_hand_file_is_read_by_the_same_rules() -> None:
    document = {**hand("guts", 1000, 1000), "actions": []}
    assert parse(json.dumps(document)) == document
    with pytest.raises(Refusal) as raised:
        parse('{"format": NaN}')
    assert (raised.value.code, sentence(raised.value)) == ("bad_format", "This is not JSON.")
