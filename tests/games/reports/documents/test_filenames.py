"""File names made of names: readable, never empty, and nothing in a header but a file name."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.nights.services import nights
from games.reports.documents.filenames import ascii_of, disposition, stem
from games.reports.documents.files import made
from games.reports.selectors.night_report import night_report
from tests.games.cast import Cast

NAMES = [
    ("Große Runde", "große-runde", "grosse-runde"),
    ("STRAẞE", "straße", "strasse"),
    ("Smørrebrød & Æbler", "smørrebrød-æbler", "smorrebrod-aebler"),
    ("Łódź", "łódź", "lodz"),
    ("Đorđe", "đorđe", "dorde"),
    ("Þór Ðan", "þór-ðan", "thor-dan"),
    ("Cœur à la crème", "cœur-à-la-crème", "coeur-a-la-creme"),
    ("Ağrı İzmir", "ağrı-i̇zmir", "agri-izmir"),
    ("Nguyễn", "nguyễn", "nguyen"),
    ("ﬁnal Ⅳ", "ﬁnal-ⅳ", "final-iv"),
    ("Thursday", "thursday", "thursday"),
]
# What people are called in scripts without Latin letters, and not called at all.
OTHERS = ["王小明", "ليلى", "अनीता शर्मा", "Ωμέγα", "Жанна"]
NOTHING = ["🃏♠", "...", "\u202e\u200b", "-"]


@pytest.mark.parametrize(("name", "real", "plain"), NAMES)
def test_a_name_stays_readable(name: str, real: str, plain: str) -> None:
    file = f"{stem('night', name, '2026-11-26')}.csv"
    assert file == f"night-{real}-2026-11-26.csv"
    assert ascii_of(file) == f"night-{plain}-2026-11-26.csv"


@pytest.mark.parametrize("name", OTHERS)
def test_other_scripts_are_in_the_real_name(name: str) -> None:
    file = f"{stem('night', name, '2026-11-26')}.csv"
    assert name.lower().split()[0] in file
    assert ascii_of(file) == "night-2026-11-26.csv"


@pytest.mark.parametrize("name", NOTHING)
def test_what_is_no_word_is_left_out(name: str) -> None:
    assert stem("night", name, "2026-11-26") == "night-2026-11-26"
    assert ascii_of(f"{name}.csv") == "file.csv"


def test_every_latin_letter_of_europe_and_vietnam_is_written_by_others() -> None:
    for number in (*range(0xC0, 0x180), *range(0x1E00, 0x1F00)):
        letter = chr(number)
        if letter.isalpha():
            assert re.fullmatch(r"[a-z]+\.csv", ascii_of(f"{letter}.csv")), letter
            assert ascii_of(f"{letter}.csv") != "file.csv", letter


HEADER = re.compile(r"(attachment|inline); filename=\"[a-z0-9-]+\.[a-z0-9]*\"(; filename\*=UTF-8''[A-Za-z0-9%._~-]+)?")


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80), st.sampled_from(["attachment", "inline"]))
def test_a_header_holds_the_name_whatever_it_is(name: str, how: str) -> None:
    for file in (f"{stem('night', name, '2026-11-26')}.csv", f"{name}.csv"):
        assert HEADER.fullmatch(disposition(how, file))
    file = f"{stem('night', name, '2026-11-26')}.csv"
    assert re.fullmatch(r"night-.*2026-11-26\.csv", file)
    assert not set(file) & set('/\\:*?"<>|%;\n\r\0')
    assert len(file.encode()) < 255


def test_a_browser_is_told_the_real_name() -> None:
    plain, encoded = disposition("attachment", "night-große-2026-11-26.csv").split("; ")[1:]
    assert plain == 'filename="night-grosse-2026-11-26.csv"'
    assert unquote(encoded.removeprefix("filename*=UTF-8''")) == "night-große-2026-11-26.csv"
    assert disposition("inline", "hand-7.phh") == 'inline; filename="hand-7.phh"'


def test_a_report_is_called_by_its_night(cast: Cast) -> None:
    night = nights.open_night(cast.sue, cast.club.pk, "Große Nacht", 25)
    name = made(night_report(cast.sue, night.pk), "csv").name
    assert re.fullmatch(r"night-große-nacht-\d{4}-\d\d-\d\d\.csv", name)


def test_no_other_place_writes_the_header_itself() -> None:
    for package in ("api", "games", "config"):
        for file in Path(package).rglob("*.py"):
            assert file.name == "filenames.py" or "filename=" not in file.read_text().replace("filename=name", ""), file
