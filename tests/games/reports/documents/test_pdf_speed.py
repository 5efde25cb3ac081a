"""What a PDF costs must not depend on the script that names are written in."""

import time

import pytest

from games.core.validators import LONGEST_NAME
from games.nights.services import nights
from games.reports.documents.files import made
from games.reports.selectors.night_report import night_report
from tests.games.cast import Cast, Table
from tests.games.reports.conftest import result

HANDS = 12
PLAIN = ["Annabel ", "Robert ", "Cara ", "Daniel ", "Evelyn ", "Finnegan "]
OTHERS = {
    "CJK": ["山田太郎", "王小明", "김철수 ", "田中", "鈴木一郎", "佐藤 "],
    "Arabic": ["أحمد ", "محمد علي ", "فاطمة ", "ليلى حداد ", "خالد ", "عمر "],
    "emoji": ["Ann 🎲", "Bob 🃏", "😀 Cara ", "Dan ❤️", "🎲🃏", "😀🎉"],
    "all of them": ["山田太郎", "أحمد علي ", "Bo 🃏", "王小明", "محمد 🎲 ", "Zoë 😀"],
}
MOST = 3


def longest(word: str, mark: int) -> str:
    """A club has each name once, hence the mark."""
    return f"{(word * LONGEST_NAME)[: LONGEST_NAME - 1].strip()}{mark}"


def seconds(cast: Cast, words: list[str], mark: int) -> float:
    """The processor's time for the report of a night with these players: other work on this machine does not count."""
    night = nights.open_night(cast.sue, cast.club.pk, words[0].strip(), 20)
    table = Table(cast, night)
    names = [longest(word, mark) for word in words]
    for name in names:
        table.sit(name, 20_000)
    for number in range(HANDS):
        winner = names[number % len(names)]
        result(table, **{name: 20 * (len(names) - 1) if name == winner else -20 for name in names})
    report = night_report(cast.sue, night.pk)
    began = time.process_time()
    made(report, "pdf")
    return time.process_time() - began


@pytest.mark.slow
@pytest.mark.any_database("what is tried is the drawing")
def test_no_script_makes_a_pdf_more_than_three_times_as_expensive(cast: Cast) -> None:
    seconds(cast, ["First", "Second"], 0)  # loads the libraries
    plain = seconds(cast, PLAIN, 1)
    took = {script: seconds(cast, words, mark) for mark, (script, words) in enumerate(OTHERS.items(), 2)}
    assert max(took.values()) < MOST * plain, (plain, took)
