"""What a name, a reason, a currency, a time zone or a way to pay may be."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from zoneinfo import available_timezones

from babel import Locale, UnknownLocaleError

from games.core import unicode_names
from games.core.errors import BadValue
from games.models import Way

LONGEST_NAME = 80
LONGEST_ADDRESS = 254
LONGEST_REASON = 500

_LOCALE = re.compile(r"[A-Za-z]{2,3}(_[A-Za-z]{4})?(_[A-Za-z]{2})?")

# ISO 4217, money that people can hold: the decimals of a currency where they are not two
DECIMALS = {
    "BHD": 3, "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "IQD": 3, "ISK": 0, "JOD": 3, "JPY": 0, "KMF": 0,
    "KRW": 0, "KWD": 3, "LYD": 3, "OMR": 3, "PYG": 0, "RWF": 0, "TND": 3, "UGX": 0, "VND": 0, "VUV": 0,
    "XAF": 0, "XOF": 0, "XPF": 0,
}  # fmt: skip
CURRENCIES = frozenset(DECIMALS) | {
    "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BMD", "BND",
    "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF", "CNY", "COP", "CRC", "CUP", "CVE", "CZK",
    "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GTQ", "GYD",
    "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IRR", "JMD", "KES", "KGS", "KHR", "KPW", "KYD", "KZT", "LAK",
    "LBP", "LKR", "LRD", "LSL", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN",
    "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "QAR", "RON",
    "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP",
    "SZL", "THB", "TJS", "TMT", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "USD", "UYU", "UZS", "VES", "WST", "XCD",
    "YER", "ZAR", "ZMW", "ZWG",
}  # fmt: skip


def decimals(currency: str) -> int:
    """How many digits stand after the point (ISO 4217)."""
    return DECIMALS.get(currency, 2)


def name_of(text: str) -> str:
    """A name as it is kept. Raises BadValue for none, one that cannot be seen, or too long a one."""
    name = plain(text)
    if not name or len(name) > LONGEST_NAME:
        raise BadValue("A name has 1 to {most} characters.", most=LONGEST_NAME)
    if not unicode_names.are_seen(name):
        raise BadValue("A name is there to be seen: it has no invisible characters that it can be without.")
    return name


def reason_of(text: str, *, needed: bool = True) -> str:
    """A reason as it is kept. Raises BadValue where there is none, unless it is not `needed`."""
    reason = plain(text)
    if needed and not reason:
        raise BadValue("A reason is needed, of at most {most} characters.", most=LONGEST_REASON)
    if len(reason) > LONGEST_REASON:
        raise BadValue("A reason has at most {most} characters.", most=LONGEST_REASON)
    return reason


def check_reasons(actions: Iterable[object]) -> None:
    """The reasons in actions of the hand file, which are kept as they were entered. Raises BadValue."""
    for action in actions:
        reason = action.get("reason") if isinstance(action, Mapping) else None
        if isinstance(reason, str):
            reason_of(reason, needed=False)


def currency_of(text: str) -> str:
    if text not in CURRENCIES:
        raise BadValue("This is not the code of a currency (ISO 4217).")
    return text


def time_zone_of(text: str) -> str:
    if text not in _time_zones():
        raise BadValue("This is not the name of a time zone (such as Europe/Berlin).")
    return text


def way_of(text: str) -> str:
    if text not in Way.values:
        raise BadValue("Money moves by cash or by account.")
    return text


def locale_of(text: str) -> str:
    """Where amounts are written as in Germany: de_DE, or de-DE. Empty is the country of the time zone."""
    if not text:
        return ""
    name = text.replace("-", "_")
    try:
        # Babel reads what it understands of a name, and leaves the rest.
        if _LOCALE.fullmatch(name):
            return str(Locale.parse(name))
    except (ValueError, UnknownLocaleError):
        pass
    raise BadValue("This is not the name of a locale (such as de_DE).")


def plain(text: str) -> str:
    """Any free text as it is kept: trimmed, in one spelling of each letter. Every one comes through here.

    Raises BadValue for what no database keeps, no screen shows, or what would turn around the line it stands in.
    """
    text = unicodedata.normalize("NFC", text).strip()
    if not unicode_names.are_plain(text):
        raise BadValue("This text has characters that cannot be kept: on one line, and without control characters.")
    return text


@cache
def _time_zones() -> frozenset[str]:
    """The zones of places. The files beside them (`localtime`, `Factory`) say nothing about any."""
    return frozenset(available_timezones() - {"localtime", "Factory", "posixrules"})
