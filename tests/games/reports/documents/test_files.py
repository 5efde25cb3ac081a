"""The files: what they hold is what the documents say."""

import csv
import io
import json
from itertools import pairwise
from typing import Any

import pytest
from pypdf import PdfReader

from games.clubs.services import clubs
from games.nights.services import nights
from games.reports.documents import pdf
from games.reports.documents.chart import Curve, chart
from games.reports.documents.csv_file import csv_file
from games.reports.documents.files import made
from games.reports.documents.pdf import PdfUnavailable
from games.reports.selectors.night_report import night_report
from games.reports.selectors.statements import statement
from tests.games.cast import Cast, Table
from tests.games.reports.conftest import result

# Latin, Arabic, Hebrew, Chinese, Devanagari, emoji
NAMES = ["Zoë Ångström", "ليلى حداد", "דנה לוי", "王小明", "अनीता शर्मा", "Bo 🃏"]
FONTS = [
    "Noto-Sans",
    "Noto-Sans-Arabic",
    "Noto-Sans-Hebrew",
    "Noto-Sans-CJK",
    "Noto-Sans-Devanagari",
    "Noto-Color-Emoji",
]


def rows(content: bytes) -> list[list[str]]:
    assert content.startswith(b"\xef\xbb\xbf"), "without it, a spreadsheet takes UTF-8 for something else"
    assert content.count(b"\n") == content.count(b"\r\n")
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def fonts_of(content: bytes) -> set[str]:
    names = set()
    for page in PdfReader(io.BytesIO(content)).pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            names.add(str(font.get_object()["/BaseFont"]))
    return names


def test_the_spreadsheet_of_a_night_has_everything(half_paid: Table, cast: Cast) -> None:
    report = night_report(cast.sue, half_paid.night.pk)
    found = rows(made(report, "csv").content)
    assert ["Ann", "20.00", "22.50", "0.00", "0.00", "2.50", "-10.00", "40.00", "32.50"] in found
    first = report["settlements"][0]["transfers"][0]
    assert [first["payer"]["name"], first["receiver"]["name"]] == found[
        found.index(["who pays", "whom", "amount", "paid", "outstanding", "held back", "settled", "settled anew"]) + 1
    ][:2]
    heads = next(index for index, row in enumerate(found) if row[:1] == ["hand"])
    players = found[heads][5:]
    assert dict(zip(players, found[heads + 1][5:], strict=True)) == {
        "Ann": "5.00",
        "Bob": "-3.00",
        "Cid": "-2.00",
        "Dot": "",
    }


def test_the_spreadsheet_of_a_statement_runs_up_to_its_end(half_paid: Table, cast: Cast) -> None:
    document = statement(cast.sue, half_paid.players["Ann"].pk)
    head, *lines = rows(made(document, "csv").content)
    balance = head.index("balance")
    part = document["currencies"][0]
    assert len(lines) == len(part["lines"])
    assert int(lines[-1][balance].replace(".", "")) == part["closing"]["balance"]


@pytest.mark.parametrize(
    "name",
    [
        '=cmd|"/c calc"!A1',
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "  =1",
        "＝1",
        "\u200b=1",
        "\ufeff\u3000+1",
        "\u3164@A",
        "\u034f-1",
    ],
)
def test_no_name_computes_anything(name: str) -> None:
    ((cell,),) = rows(csv_file([[name]]))
    assert cell == f"'{name}"


def test_numbers_stay_numbers_and_texts_are_quoted_as_the_standard_says() -> None:
    assert csv_file([['a,"b"', "line\nbreak", -5, None]]).decode("utf-8-sig") == '"a,""b""","line\nbreak",-5,\r\n'


def test_a_player_called_like_a_formula(table: Table, cast: Cast) -> None:
    table.sit('=HYPERLINK("http://x","y")', 2000)
    found = rows(made(night_report(cast.sue, table.night.pk), "csv").content)
    cells = [cell for row in found for cell in row if "HYPERLINK" in cell]
    assert cells
    assert all(cell.startswith("'=") for cell in cells)


def test_yen_have_no_decimals_anywhere(cast: Cast) -> None:
    night = nights.open_night(cast.sue, cast.club.pk, "Kyoto", 100, currency="JPY", time_zone="Asia/Tokyo")
    table = Table(cast, night)
    for name in ("Aya", "Ken"):
        table.sit(name, 5000)
    result(table, Aya=1500, Ken=-1500)
    report = night_report(cast.sue, night.pk)
    assert ["Aya", "5000", "0", "6500", "0", "1500", "0", "0", "-5000"] in rows(made(report, "csv").content)
    text = text_of(made(report, "pdf").content)
    assert "+1,500" in text
    assert "1,500.0" not in text


def test_json_is_the_document(half_paid: Table, cast: Cast) -> None:
    report = night_report(cast.sue, half_paid.night.pk)
    file = made(report, "json")
    assert json.loads(file.content)["players"] == report["players"]
    assert json.loads(file.content)["head"]["chain"] == report["head"]["chain"]
    assert file.name.endswith(".json")


def letters(text: str) -> str:
    """Without spaces: where a sign comes from another font, the reader of a PDF may see a gap beside it."""
    return "".join(text.split())


def test_the_pdf_of_a_night_says_it_all(half_paid: Table, cast: Cast) -> None:
    report = night_report(cast.sue, half_paid.night.pk)
    file = made(report, "pdf")
    text = letters(text_of(file.content))
    for said in ("Thursday night", "Who pays whom", "Ann", "+2,50", "Pizza", "a chip rolled under the sofa", "Omaha"):
        assert letters(said) in text, (said, text)
    assert report["head"]["transaction"] in text, text
    chain = report["head"]["chain"]
    assert letters(f"Link {chain['sequence']} of their chain: {chain['short']}, in full {chain['hash']}") in text, text
    assert letters("counted twice") in text, text
    information = PdfReader(io.BytesIO(file.content)).metadata
    assert information is not None
    assert "Thursday night" in str(information.title)


def test_the_pdf_of_a_statement_says_it_all(half_paid: Table, cast: Cast) -> None:
    text = letters(text_of(made(statement(cast.sue, half_paid.players["Ann"].pk), "pdf").content))
    for said in ("Balance +29,50", "To account", "Hand 1: Stud", "Received from Bob", "Expense: Pizza"):
        assert letters(said) in text, (said, text)


def test_names_in_any_script_are_printed(cast: Cast) -> None:
    night = nights.open_night(cast.sue, cast.club.pk, "Abend – ערב – 夜", 20)
    table = Table(cast, night)
    for name in NAMES:
        table.sit(name, 2000)
    result(table, **{name: 100 if name == NAMES[0] else -20 for name in NAMES})
    content = made(night_report(cast.sue, night.pk), "pdf").content
    letters = set(text_of(content))
    for name in NAMES:
        assert set(name) - {" "} <= letters, name
    embedded = fonts_of(content)
    for font in FONTS:
        assert any(font in one for one in embedded), (font, embedded)


def test_a_name_is_text_and_asks_nobody(table: Table, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(pdf, "_nothing", lambda url, **_: asked.append(url))
    table.sit('<img src="http://127.0.0.1:9/x">', 2000)
    table.sit('<style>@import "file:///etc/passwd"', 2000)
    content = made(night_report(cast.sue, table.night.pk), "pdf").content
    assert asked == []
    assert '<img src="http://127.0.0.1:9/x">' in text_of(content).replace("\n", " ")


def test_where_no_pdf_can_be_made_it_says_so(monkeypatch: pytest.MonkeyPatch, table: Table, cast: Cast) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(PdfUnavailable) as refused:
        made(night_report(cast.sue, table.night.pk), "pdf")
    assert refused.value.code == "pdf_unavailable"
    assert "apt install libpango-1.0-0" in refused.value.detail


def test_file_names_are_plain(cast: Cast) -> None:
    player = clubs.add_player(cast.sue, cast.club.pk, 'Zoë/../"x"')
    name = made(statement(cast.sue, player.pk), "csv").name
    assert name.startswith("statement-zoë-x-20")
    player = clubs.add_player(cast.sue, cast.club.pk, "王小明")
    assert made(statement(cast.sue, player.pk), "csv").name.startswith("statement-王小明-20")


def test_a_chart_needs_something_to_draw() -> None:
    assert chart("", [], [], str) is None
    assert chart("", [Curve("", [(0.0, 5)])], [], str) is None


def test_a_chart_keeps_its_words_inside_and_apart() -> None:
    drawn = chart("", [Curve(str(n), [(0.0, 0), (1.0, n)]) for n in range(12)], [], str)
    assert drawn is not None
    tops = sorted(line.mark.y for line in drawn.lines)
    assert all(below - above >= 12.9 for above, below in pairwise(tops))
    assert min(tops) > 0
    assert max(tops) < drawn.height


def test_a_long_chart_is_thinned_to_its_end() -> None:
    drawn = chart("", [Curve("", [(float(n), n) for n in range(5000)])], [], str)
    assert drawn is not None
    assert len(drawn.lines[0].path) < 10_000
    assert drawn.lines[0].end[0] == drawn.right


@pytest.mark.parametrize(
    ("time_zone", "locale", "size"),
    [
        ("America/Chicago", "", (612, 792)),
        ("Europe/Berlin", "", (595, 842)),
        ("Europe/Berlin", "en_US", (612, 792)),
        ("America/Chicago", "de_DE", (595, 842)),
    ],
)
def test_a_pdf_is_on_the_paper_that_the_club_prints_on(
    table: Table, time_zone: str, locale: str, size: tuple[int, int]
) -> None:
    table.cast.club.time_zone = table.night.time_zone = time_zone
    table.cast.club.locale = locale
    table.cast.club.save()
    table.night.save()
    for report in (night_report(table.cast.sue, table.night.pk), statement(table.cast.sue, table.players["Ann"].pk)):
        page = PdfReader(io.BytesIO(made(report, "pdf").content)).pages[0]
        assert (round(page.mediabox.width), round(page.mediabox.height)) == size
