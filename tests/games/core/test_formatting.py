"""Amounts as people write them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from games.clubs.services import clubs
from games.core.errors import BadValue, Forbidden
from games.core.formatting import Writer, clock, day, locale_of
from tests.games.cast import Cast


@pytest.mark.parametrize(
    ("zone", "currency", "decimals", "amount", "said"),
    [
        ("Europe/Berlin", "EUR", 2, 123456, "1.234,56\u00a0€"),
        ("Europe/Zurich", "CHF", 2, 123456, "CHF\u00a01'234.56"),
        ("America/New_York", "USD", 2, 123456, "$1,234.56"),
        ("Asia/Tokyo", "JPY", 0, 1500, "￥1,500"),
        ("Asia/Kuwait", "KWD", 3, 1500, "1.500\u00a0KWD"),
        # three decimals by ISO 4217, whatever CLDR holds for usual
        ("Europe/London", "IQD", 3, 1500, "IQD\u00a01.500"),
        ("Europe/London", "HUF", 2, 150000, "HUF\u00a01,500.00"),
    ],
)
def test_money_is_written_as_the_country_does(zone: str, currency: str, decimals: int, amount: int, said: str) -> None:
    assert Writer(locale_of("", zone), currency, decimals).money(amount) == said


def test_a_club_may_have_a_locale_of_its_own() -> None:
    assert Writer(locale_of("fr_FR", "Europe/Berlin"), "EUR", 2).plain(123450) == "1\u202f234,50"
    assert Writer(locale_of("en-IN", "Europe/Berlin"), "INR", 2).plain(12345678900) == "12,34,56,789.00"


def test_whatever_was_sent_can_be_repeated() -> None:
    """A refusal names the amount that was entered, however absurd."""
    assert Writer(locale_of("", "Europe/Berlin"), "EUR", 2).plain(10**30 + 1) == f"10{'.000' * 9},01"


@pytest.mark.parametrize("nonsense", ["", "xx_YY", "../..", "de_DE_oops_x"])
def test_an_unknown_locale_or_zone_is_no_reason_to_fail(nonsense: str) -> None:
    assert Writer(locale_of(nonsense, "UTC"), "EUR", 2).plain(123450) in ("1,234.50", "1.234,50")


def test_a_sign_is_there_where_it_says_something() -> None:
    write = Writer(locale_of("en_GB", "UTC"), "GBP", 2)
    assert [write.signed(amount) for amount in (1250, -300, 0)] == ["+12.50", "−3.00", "0.00"]
    assert write.money(-1250) == "−£12.50"


def test_no_amount_is_rounded_however_large() -> None:
    assert Writer(locale_of("en_GB", "UTC"), "EUR", 2).plain(2**53 - 1) == "90,071,992,547,409.91"


def test_a_currency_without_decimals_takes_none_from_the_next() -> None:
    germany = locale_of("", "Europe/Berlin")
    euros, yen = Writer(germany, "EUR", 2), Writer(germany, "JPY", 0)
    assert [writer.signed(-750) for writer in (euros, yen, euros, yen)] == ["−7,50", "−750", "−7,50", "−750"]


@pytest.mark.parametrize(
    ("locale", "said"),
    [("en_GB", "26 Nov 2026"), ("en_US", "Nov 26, 2026"), ("de_DE", "26.11.2026"), ("ja_JP", "2026/11/26")],
)
def test_a_day_is_written_as_the_country_does(locale: str, said: str) -> None:
    moment = datetime(2026, 11, 27, 1, 31, tzinfo=UTC).astimezone(ZoneInfo("America/Los_Angeles"))
    assert (day(moment, locale_of(locale, "")), clock(moment)) == (said, "17:31")


def test_an_admin_says_how_the_club_writes_amounts(cast: Cast) -> None:
    assert clubs.change_club(cast.rob, cast.club.pk, locale="fr-CH").locale == "fr_CH"
    assert clubs.change_club(cast.rob, cast.club.pk, locale="").locale == ""
    for nonsense in ("klingon", "de_DE; DROP", "_"):
        with pytest.raises(BadValue):
            clubs.change_club(cast.rob, cast.club.pk, locale=nonsense)
    with pytest.raises(Forbidden):
        clubs.change_club(cast.ann, cast.club.pk, locale="de_DE")
