"""Amounts and times as people write them.

Both are written as the club's country writes them, whatever language the sentences are in: so nobody takes 1.500 for
one and a half, or the fifth of June for the sixth of May.
"""

import re
from copy import copy
from datetime import date, datetime
from decimal import Decimal, localcontext
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_date
from babel.numbers import NumberPattern, parse_pattern

from games.core.validators import decimals
from games.models import Club, Night

ENGLISH = "en_GB"
# Marks of direction belong to sentences in the locale's own language.
_DIRECTIONS = re.compile("[\N{RIGHT-TO-LEFT MARK}\N{LEFT-TO-RIGHT MARK}\N{ARABIC LETTER MARK}]")
# "HUF" keeps away from its amount, "$" does not.
_LETTER_BEFORE_DIGIT = re.compile(r"(?<=[^\W\d_])(?=\d)")
MINUS = "\N{MINUS SIGN}"


@lru_cache(maxsize=256)
def locale_of(name: str, time_zone: str) -> Locale:
    """The locale of that name; without one, that of the country the time zone belongs to."""
    country = get_global("zone_territories").get(time_zone)
    for wanted in (name, f"und_{country}" if country else "", ENGLISH):
        try:
            return Locale.parse(wanted, sep="-" if "-" in wanted else "_")
        except (ValueError, TypeError, UnknownLocaleError):
            continue
    raise AssertionError(ENGLISH)


@lru_cache(maxsize=256)
def _pattern(locale: Locale, decimals: int, symbol: bool) -> NumberPattern:
    """The locale's pattern with as many decimals as ISO 4217 says; CLDR has fewer for some currencies."""
    known = locale.currency_formats["standard"] if symbol else locale.decimal_formats[None]
    # A copy, since the locale's own pattern is one object for every currency of the process.
    pattern = copy(parse_pattern(known))
    pattern.frac_prec = (decimals, decimals)
    return pattern


class Writer:
    """How one document writes its amounts, in minor units of its currency."""

    def __init__(self, locale: Locale, currency: str, decimals: int) -> None:
        self.locale, self.currency, self.decimals = locale, currency, decimals

    def plain(self, amount: int) -> str:
        """Without the currency: 1.250,00. For columns whose head says which it is."""
        return self._write(abs(amount), symbol=False, sign=MINUS if amount < 0 else "")

    def signed(self, amount: int) -> str:
        """With its sign, also where it is won: +12,50, −3,00, 0,00."""
        return self._write(abs(amount), symbol=False, sign="+" if amount > 0 else MINUS if amount < 0 else "")

    def money(self, amount: int) -> str:
        """With the currency's sign: 12,50 €."""
        sign = MINUS if amount < 0 else ""
        if self.locale.text_direction == "rtl":
            # A sign that is written from right to left would change places with its amount in an English sentence.
            return f"{self._write(abs(amount), symbol=False, sign=sign)}\N{NO-BREAK SPACE}{self.currency}"
        return self._write(abs(amount), symbol=True, sign=sign)

    def signed_money(self, amount: int) -> str:
        """With its sign and the currency's: +12,50 €, −3,00 €."""
        return f"+{self.money(amount)}" if amount > 0 else self.money(amount)

    def _write(self, amount: int, *, symbol: bool, sign: str) -> str:
        return sign + _written(self.locale, self.currency, self.decimals, amount, symbol)


@lru_cache(maxsize=4096)
def _written(locale: Locale, currency: str, decimals: int, amount: int, symbol: bool) -> str:
    """A table's amounts are few, and each of its pages writes them all."""
    pattern = _pattern(locale, decimals, symbol)
    # a refusal repeats what was sent, which may have more digits than decimals are worked with else
    with localcontext(prec=len(str(amount)) + decimals + 1):
        value = Decimal(amount).scaleb(-decimals)
        text = pattern.apply(value, locale, currency=currency, currency_digits=False)
    text = _DIRECTIONS.sub("", text)
    return _LETTER_BEFORE_DIGIT.sub("\N{NO-BREAK SPACE}", text)


def writer_for(locale: str, time_zone: str, currency: str) -> Writer:
    """How a club with this locale, or where a clock shows this time zone, writes amounts of a currency."""
    return Writer(locale_of(locale, time_zone), currency, decimals(currency))


def writer_at(night: Night) -> Writer:
    """How amounts of a night are written, by its own clock and in its own currency."""
    return writer_for(night.club.locale, night.time_zone, night.currency)


def writer_of(club: Club, currency: str) -> Writer:
    """How a club writes amounts of a currency."""
    return writer_for(club.locale, club.time_zone, currency)


def locale_at(club: Club) -> Locale:
    """How a club writes amounts and days."""
    return locale_of(club.locale, club.time_zone)


# Where printers hold US Letter (CLDR, supplemental data: paper sizes). Everywhere else it is A4.
_LETTER = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])


def paper_size(locale: Locale) -> str:
    """The paper that people print on where a locale is spoken, as CSS names it."""
    return "letter" if locale.territory in _LETTER else "A4"


def tone(amount: int) -> str:
    """Which way an amount goes, as style sheets name it."""
    return "up" if amount > 0 else "down" if amount < 0 else "even"


def day(moment: date | datetime, locale: Locale | str = ENGLISH) -> str:
    """26 Nov 2026, Nov 26, 2026 or 26.11.2026: as the locale has it. A time is in the zone it came with."""
    return _day(moment.date() if isinstance(moment, datetime) else moment, locale)


@lru_cache(maxsize=1024)
def _day(when: date, locale: Locale | str) -> str:
    return _DIRECTIONS.sub("", format_date(when, "medium", locale=locale))


def clock(moment: datetime) -> str:
    return f"{moment:%H:%M}"
