"""Amounts as people type them: read as they are meant, or asked again."""

from uuid import UUID, uuid4

import pytest
from django.http import QueryDict

from games.core.errors import BadAmount, BadValue
from games.core.formatting import Writer, writer_for
from games.core.pages.form_fields import Amount, by_id, currencies, id_of, number_of, time_zones

EURO = writer_for("de_DE", "Europe/Berlin", "EUR")
DOLLAR = writer_for("en_US", "America/New_York", "USD")
YEN = writer_for("", "Asia/Tokyo", "JPY")
DINAR = writer_for("ar_KW", "Asia/Kuwait", "KWD")


@pytest.mark.parametrize(
    ("typed", "minor_units"),
    [
        *(("12,50", 1250), ("12.50", 1250), ("12,5", 1250), ("12", 1200), ("12,", 1200), (" 12 ", 1200)),
        *((".5", 50), (",05", 5), ("0", 0), ("007", 700), ("-3,50", -350), ("\u22123,50", -350), ("+3", 300)),
        *(("1.250,00", 125_000), ("1,250.00", 125_000), ("1 250,00", 125_000), ("1\u00a0250", 125_000)),
        *(("1'250.50", 125_050), ("1.250.000", 125_000_000), ("1250", 125_000), ("\u0661\u0662", 1200)),
    ],
)
def test_an_amount_is_read_in_either_spelling(typed: str, minor_units: int) -> None:
    assert Amount(EURO).read(typed) == Amount(DOLLAR).read(typed) == minor_units


@pytest.mark.parametrize("write", [EURO, DOLLAR])
@pytest.mark.parametrize("typed", ["1.250", "1,250", "12.505", "0,250", "-1.250"])
def test_what_could_be_two_amounts_is_none(write: Writer, typed: str) -> None:
    with pytest.raises(BadAmount, match="two ways"):
        Amount(write).read(typed)


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "ten",
            "1e5",
            "12 50",
            "1.25.000",
            "12.50,00",
            "1,5,0",
            "--3",
            "+-3",
            "½",
            "²",
            ",",
            "-",
            "1_000",
            "0x10",
            "€5",
        ),
        *("9" * 19, "1.2345", "12,5o", "\ud800", "1\x002"),
    ],
)
def test_what_is_no_amount_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(BadAmount, match="write it like 1,25"):
        Amount(EURO).read(typed)


@pytest.mark.parametrize("typed", ["", "   "])
def test_nothing_is_no_amount(typed: str) -> None:
    with pytest.raises(BadAmount, match="how much"):
        Amount(EURO).read(typed)


def test_money_without_decimals_has_signs_between_thousands_only() -> None:
    assert Amount(YEN).read("1,500") == Amount(YEN).read("1.500") == Amount(YEN).read("1500") == 1500
    with pytest.raises(BadAmount, match="decimals"):
        Amount(YEN).read("15.5")


def test_three_decimals_are_told_by_the_sign_that_the_country_writes() -> None:
    assert DINAR.plain(1255) == "1.255"
    assert Amount(DINAR).read("1.255") == 1255
    assert Amount(DINAR).read("1,25") == 1250
    with pytest.raises(BadAmount, match="two ways"):
        Amount(DINAR).read("1,255")


@pytest.mark.parametrize("write", [EURO, DOLLAR, YEN, DINAR])
@pytest.mark.parametrize("amount", [0, 5, 1250, 125_000, 99_999_999])
def test_what_we_write_ourselves_we_read(write: Writer, amount: int) -> None:
    assert Amount(write).read(write.plain(amount)) == amount


def test_fields_of_players_are_told_by_their_ids() -> None:
    ann, bob = uuid4(), uuid4()
    sent = QueryDict(f"count-{ann}=20&count-{bob}=%20&side-{ann}=won&reason=x")
    assert list(by_id(sent, "count")) == [(ann, "20")]


@pytest.mark.parametrize("typed", ["", "count", "1", "x" * 99])
def test_what_names_nothing_is_refused(typed: str) -> None:
    with pytest.raises(BadValue):
        id_of(typed)
    with pytest.raises(BadValue):
        list(by_id(QueryDict(f"count-{typed}=20"), "count"))


def test_a_number_is_digits() -> None:
    assert number_of("14") == 14
    for typed in ("", "-1", "1.5", "ten", "²", "9" * 19):
        with pytest.raises(BadValue):
            number_of(typed)


def test_an_id_is_one() -> None:
    assert id_of("00000000-0000-0000-0000-000000000001") == UUID(int=1)


def test_what_is_offered_to_choose_from_is_what_the_services_take() -> None:
    assert ("JPY", "Japanese Yen") in currencies()
    assert "Europe/Berlin" in time_zones()
    assert not [zone for zone in time_zones() if zone.startswith("Etc/")]
