"""A night's report as its template shows it: every amount and time written out."""

from collections.abc import Mapping
from typing import Any

from babel import Locale
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.formatting import Writer, clock, day, locale_of, tone
from games.money.selectors.party_names import party_words
from games.reports.documents.chart import Curve, chart
from games.reports.documents.transfer_context import settled_before, stands, transfers_due, transfers_of

Document = dict[str, Any]


def night_context(document: Document) -> dict[str, Any]:
    night = document["night"]
    locale = locale_of(document["club"]["locale"], night["time_zone"])
    write = Writer(locale, document["currency"], document["decimals"])
    opened, closed = night["opened_at"], night["closed_at"]
    return {
        "title": night["name"],
        "club": document["club"],
        "night": night,
        "currency": document["currency"],
        "day": day(opened, locale),
        "hours": f"{clock(opened)} – {clock(closed)}" if closed else _("since {time}").format(time=clock(opened)),
        "final": document["final"],
        "transfers": _transfers(document, write),
        "before": settled_before(document, write),
        "open": [] if document["balanced"] else left_words(document["open"], write),
        "disputes": document["disputes"],
        "players": [_player(rank, player, write) for rank, player in enumerate(document["players"], 1)],
        "box": _box(document["box"], write),
        "costs": _costs(document, write),
        "hands": [_hand(hand, write) for hand in document["hands"]],
        "chart": _chart(document, write),
        "head": head_context(document, locale),
        "made": f"{day(document['made_at'], locale)}, {clock(document['made_at'])}",
        "time_zone": night["time_zone"],
    }


def head_context(document: Document, locale: Locale) -> dict[str, str] | None:
    """What of the books is printed, so that the paper can be held against them."""
    head = document["head"]
    if head is None:
        return None
    posted = head["posted_at"].astimezone(document["made_at"].tzinfo)
    chain = head["chain"]
    return {
        "transaction": head["transaction"],
        "posted": f"{day(posted, locale)}, {posted:%H:%M:%S}",
        "link": str(chain["sequence"]),
        "short": chain["short"],
        "hash": chain["hash"],
    }


def _transfers(document: Document, write: Writer) -> list[dict[str, Any]]:
    """What is still to be paid, then what is paid already."""
    standing = [one for one in document["settlements"] if stands(one, document)]
    found = [one for settlement in standing for one in transfers_of(settlement, write)]
    found += transfers_due(document["due"], _("not settled yet") if document["settlements"] else "", write)
    return sorted(found, key=lambda one: bool(one["done"]))


_OPEN = {
    "chips": gettext_lazy("{amount} in chips on the table"),
    "pot": gettext_lazy("{amount} in the carried pot"),
    "stakes": gettext_lazy("{amount} in stakes of a match"),
    "over_short": gettext_lazy("{amount} over or short, undecided"),
}


def left_words(left: Mapping[str, int], write: Writer) -> list[str]:
    """Write out what is left on a table (`Standing.left`) and keeps the night from being settled."""
    amounts = {name: write.signed(left[name]) if name == "over_short" else write.money(left[name]) for name in _OPEN}
    said = [str(words).format(amount=amounts[name]) for name, words in _OPEN.items() if left[name]]
    return said or [_("chips that one player has too many and another too few")]


def _player(rank: int, player: Document, write: Writer) -> dict[str, Any]:
    return {
        "rank": rank,
        "key": (rank - 1) % 8 + 1,
        "id": player["id"],
        "name": player["name"],
        "result": write.signed(player["result"]),
        "tone": tone(player["result"]),
        "buy_ins": write.plain(player["buy_ins"]),
        "cash_outs": write.plain(player["cash_outs"]),
        "chips": write.plain(player["chips"]) if player["chips"] else "",
        "set_aside": write.plain(player["set_aside"]) if player["set_aside"] else "",
        "beside": [{"words": one["words"], "amount": write.signed(one["amount"])} for one in player["beside"]],
        "outlays": [{"words": one["words"], "amount": write.plain(one["amount"])} for one in player["outlays"]],
    }


def _box(box: Document, write: Writer) -> dict[str, str] | None:
    if not (box["paid_in"] or box["paid_out"] or box["holds"]):
        return None
    return {"holder": box["holder"], **{one: write.money(box[one]) for one in ("paid_in", "paid_out", "holds")}}


def _costs(document: Document, write: Writer) -> list[dict[str, Any]]:
    """Expenses, differences and the carried pot: what each came to, and who has which part of it."""
    found = []
    for expense in document["expenses"]:
        payer = party_words(expense["paid_by"]["kind"], expense["paid_by"]["name"])
        paid = _("paid by {party}").format(party=payer)
        amount = write.money(expense["amount"])
        found.append(_cost(expense["word"], amount, paid, expense, -1, document, write))
    for decision in document["difference"]:
        words = _("Over") if decision["over_short"] > 0 else _("Short")
        amount = write.signed(decision["over_short"])
        found.append(_cost(words, amount, decision["reason"], decision, 1, document, write))
    for decision in document["pot"]:
        amount = write.money(sum(share["amount"] for share in decision["shares"]))
        found.append(_cost(_("Carried pot"), amount, decision["reason"], decision, 1, document, write))
    return found


def _cost(
    title: str, amount: str, reason: str, of: Document, sign: int, document: Document, write: Writer
) -> dict[str, Any]:
    shares = [{"name": one["name"], "amount": write.signed(sign * one["amount"])} for one in of["shares"]]
    if of["club"]:
        shares.append({"name": document["club"]["name"], "amount": write.signed(sign * of["club"])})
    return {"title": title, "amount": amount, "reason": reason, "shares": shares}


def _hand(hand: Document, write: Writer) -> dict[str, Any]:
    if hand["status"] == "open":
        note = _("being played")
    elif hand["status"] == "void":
        note = _("misdeal")
    elif not hand["for_money"]:
        note = _("for points")
    else:
        note = "" if hand["net"] else _("nothing moved")
    return {
        "id": hand["id"],
        "number": hand["number"],
        "title": hand["title"],
        "time": clock(hand["started_at"]),
        "note": note,
        "corrected": bool(hand["corrections"]),
        "net": [
            {"name": one["name"], "amount": write.signed(one["amount"]), "tone": tone(one["amount"])}
            for one in hand["net"]
        ],
    }


def _chart(document: Document, write: Writer) -> dict[str, Any] | None:
    """Each player's result so far, hand by hand; numbered as the players are."""
    series = {one["id"]: one["points"] for one in document["series"]}
    curves = []
    for player in document["players"]:
        points = [(0.0, 0), *((float(n), point["result"]) for n, point in enumerate(series.get(player["id"], ()), 1))]
        curves.append(Curve(player["name"], points))
    drawn = chart(_("Result so far, after each hand"), curves, _hand_words(document), write.signed)
    return {"drawn": drawn, "numbered": True} if drawn else None


def _hand_words(document: Document) -> list[tuple[float, str]]:
    """A few hands by number, the first and the last among them."""
    longest: list[Document] = max((one["points"] for one in document["series"]), key=len, default=[])
    numbers = [point["hand"] for point in longest if point["hand"] is not None]
    if not numbers:
        return []
    chosen = sorted({0, len(numbers) // 2, len(numbers) - 1})
    return [
        (float(at + 1), _("hand {number}").format(number=numbers[at]) if at == 0 else str(numbers[at])) for at in chosen
    ]
