"""A player's statement as its template shows it."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from babel import Locale
from django.utils.translation import gettext as _

from games.core.formatting import Writer, clock, day, locale_of, tone
from games.money.selectors.period_postings import DEFAULT_DAYS, days_before
from games.reports.documents.chart import Curve, chart
from games.reports.documents.night_context import head_context

Document = dict[str, Any]


def statement_context(document: Document) -> dict[str, Any]:
    club = document["club"]
    locale = locale_of(club["locale"], club["time_zone"])
    made = document["made_at"].astimezone(ZoneInfo(club["time_zone"]))
    return {
        "title": document["player"]["name"],
        "player": document["player"],
        "club": club,
        "merged_into": document["merged_into"],
        "period": _period(document, locale),
        "since": document["since"].isoformat() if document["since"] else "",
        "until": document["until"].isoformat() if document["until"] else "",
        "earlier": _earlier(document["since"]),
        "currencies": [_currency(part, document, locale) for part in document["currencies"]],
        "head": head_context(document, locale),
        "made": f"{day(made, locale)}, {clock(made)}",
        "time_zone": club["time_zone"],
    }


def _earlier(since: date | None) -> dict[str, str]:
    """The period of the same length before one that does not go back to the beginning."""
    if since is None or since == date.min:
        return {}
    first, last = days_before(since, DEFAULT_DAYS), days_before(since, 1)
    return {"since": first.isoformat(), "until": last.isoformat()}


def _period(document: Document, locale: Locale) -> str:
    since, until = document["since"], document["until"]
    if since and until:
        return f"{day(since, locale)} – {day(until, locale)}"
    if since:
        return _("From {day}").format(day=day(since, locale))
    return _("Until {day}").format(day=day(until, locale)) if until else ""


def _currency(part: Document, document: Document, locale: Locale) -> dict[str, Any]:
    write = Writer(locale, part["currency"], part["decimals"])
    return {
        "currency": part["currency"],
        "stand": stand_context(part["closing"], write),
        "opening": write.signed(part["opening"]["balance"]) if document["since"] else "",
        "since": day(document["since"], locale) if document["since"] else "",
        "groups": _groups(part["lines"], write),
        "chart": _chart(part, write),
    }


def stand_context(stand: Mapping[str, int], write: Writer) -> dict[str, str]:
    """A balance, and how much of it is chips on the table, as every page writes it; `stand` is a `Stand`'s document."""
    return {
        "balance": write.signed_money(stand["balance"]),
        "tone": tone(stand["balance"]),
        "chips": write.money(stand["chips"]) if stand["chips"] else "",
        "set_aside": write.money(stand["set_aside"]) if stand["set_aside"] else "",
    }


def _groups(lines: list[Document], write: Writer) -> list[dict[str, Any]]:
    """Newest first, night by night: what somebody wants to know is rarely long ago."""
    groups: list[dict[str, Any]] = []
    for line in reversed(lines):
        night = line["night"]
        key = night["id"] if night else f"{line['day']:%Y-%m-%d}"
        if not groups or groups[-1]["key"] != key:
            groups.append({"key": key, "night": night, "lines": []})
        groups[-1]["lines"].append(_line(line, write))
        groups[-1]["day"] = day(line["day"], write.locale)
    return groups


# Money that only moves from one place of the player's to another is neither won nor lost.
_NEITHER = frozenset({"buy_in", "top_up", "cash_out", "payment", "reversal"})


def _line(line: Document, write: Writer) -> dict[str, Any]:
    return {
        "time": clock(line["at"]),
        "day": day(line["at"], write.locale),
        "words": line["words"],
        "reason": line["reason"],
        "hand": line["hand"],
        "night": line["night"],
        "to_account": write.signed(line["to_account"]) if line["to_account"] else "",
        "to_chips": write.signed(line["to_chips"]) if line["to_chips"] else "",
        "account_tone": "even" if line["what"] in _NEITHER else tone(line["to_account"]),
        "chips_tone": "even" if line["what"] in _NEITHER else tone(line["to_chips"]),
        "balance": write.signed(line["balance"]),
        "taken_back": line["what"] == "reversal",
    }


def _chart(part: Document, write: Writer) -> dict[str, Any] | None:
    points = [(point["at"].timestamp(), point["balance"]) for point in part["series"]]
    if not points:
        return None
    first, last = part["series"][0]["at"], part["series"][-1]["at"]
    began, ended = day(first, write.locale), day(last, write.locale)
    words = (began, ended) if began != ended else (f"{began}, {clock(first)}", clock(last))
    along = [(points[0][0], words[0]), (points[-1][0], words[1])]
    drawn = chart(_("Balance over time"), [Curve("", points)], along, write.signed)
    return {"drawn": drawn, "numbered": False} if drawn else None
