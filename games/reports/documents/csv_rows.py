"""The documents as rows for a spreadsheet."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models.words import word
from games.money.selectors.party_names import party_words
from games.reports.documents.csv_file import Cell, amount

Row = list[Cell]
Document = dict[str, Any]


_OF_A_STATEMENT = (
    gettext_lazy("date"),
    gettext_lazy("time"),
    gettext_lazy("night"),
    gettext_lazy("what"),
    gettext_lazy("hand"),
    gettext_lazy("reason"),
    gettext_lazy("currency"),
    gettext_lazy("to account"),
    gettext_lazy("to chips"),
    gettext_lazy("account"),
    gettext_lazy("chips"),
    gettext_lazy("balance"),
    gettext_lazy("transaction"),
)


def statement_rows(document: Document) -> Iterator[Row]:
    """A line a transaction, all currencies one after the other; how it began and ended stands among them."""
    yield [str(word) for word in _OF_A_STATEMENT]
    if document["merged_into"]:
        yield [None, None, None, _another_name(document["merged_into"]["name"])]
    for part in document["currencies"]:
        currency, digits = part["currency"], part["decimals"]
        if document["since"]:
            opening = [amount(part["opening"][one], digits) for one in ("account", "chips", "balance")]
            brought = _("Brought forward")
            yield [str(document["since"]), None, None, brought, *[None] * 2, currency, *[None] * 2, *opening]
        for line in part["lines"]:
            yield [
                *_moment(line["at"]),
                line["night"]["name"] if line["night"] else None,
                line["words"],
                line["hand"]["number"] if line["hand"] else None,
                line["reason"],
                currency,
                *(amount(line[one], digits) for one in ("to_account", "to_chips", "account", "chips", "balance")),
                line["transaction"],
            ]


def night_rows(document: Document) -> Iterator[Row]:
    """Sections one below the other, each with its own head, an empty line between them."""
    night, digits = document["night"], document["decimals"]
    yield [_("night"), night["name"]]
    yield [_("club"), document["club"]["name"]]
    yield [_("date"), *_moment(night["opened_at"])]
    yield [_("time zone"), night["time_zone"]]
    yield [_("currency"), document["currency"]]
    yield [_("status"), word(night["status"])]
    if head := document["head"]:
        yield [_("ledger"), head["transaction"], head["posted_at"].isoformat()]
        chain = head["chain"]
        yield [_("chain"), str(chain["sequence"]), chain["hash"], chain["short"], document["made_at"].isoformat()]
    yield []
    yield from _players(document, digits)
    yield []
    yield from _payments(document, digits)
    yield []
    yield from _disputes(document)
    yield from _costs(document, digits)
    yield []
    yield from _hands(document, digits)


def _players(document: Document, digits: int) -> Iterator[Row]:
    yield [
        _("player"),
        _("buy-ins"),
        _("cash-outs"),
        _("chips"),
        _("set aside"),
        _("result"),
        _("expenses and adjustments"),
        _("paid for others"),
        _("to account"),
    ]
    for player in document["players"]:
        beside, outlays = (sum(one["amount"] for one in player[which]) for which in ("beside", "outlays"))
        table = (player["buy_ins"], player["cash_outs"], player["chips"], player["set_aside"], player["result"])
        yield [player["name"], *(amount(one, digits) for one in (*table, beside, outlays, player["to_account"]))]


def _payments(document: Document, digits: int) -> Iterator[Row]:
    """Of settlements, oldest first; then what would be paid if it were settled now."""
    money_heads = (_("amount"), _("paid"), _("outstanding"), _("held back"))
    yield [_("who pays"), _("whom"), *money_heads, _("settled"), _("settled anew")]
    made = {one["id"]: one["made_at"].isoformat(timespec="seconds") for one in document["settlements"]}
    for settlement in document["settlements"]:
        moments = (made[settlement["id"]], made.get(settlement["replaced_by"]))
        for transfer in settlement["transfers"]:
            money = (transfer["amount"], transfer["paid"], transfer["outstanding"], transfer["held"])
            yield [*_sides(transfer), *(amount(one, digits) for one in money), *moments]
    for transfer in document["due"]:
        money = (transfer["amount"], 0, transfer["amount"], transfer["held"])
        yield [*_sides(transfer), *(amount(one, digits) for one in money), None, None]


def _disputes(document: Document) -> Iterator[Row]:
    """What is disputed yet; nothing where nothing is."""
    if not document["disputes"]:
        return
    yield [_("disputed"), _("for"), _("state"), _("since")]
    for one in document["disputes"]:
        yield [one["words"], one["name"], word(one["state"]), one["opened_at"].isoformat(timespec="seconds")]
    yield []


def _costs(document: Document, digits: int) -> Iterator[Row]:
    box = document["box"]
    yield [_("cash box"), _("paid in"), _("paid out"), _("holds")]
    yield [box["holder"], *(amount(box[one], digits) for one in ("paid_in", "paid_out", "holds"))]
    yield []
    yield [_("expense or decision"), _("reason"), _("who"), _("share")]
    for expense in document["expenses"]:
        payer = party_words(expense["paid_by"]["kind"], expense["paid_by"]["name"])
        yield [expense["word"], None, payer, amount(expense["amount"], digits)]
        yield from _shares(expense["word"], None, expense, document, digits, sign=-1)
    for decision in document["difference"]:
        yield [_("over/short"), decision["reason"], None, amount(decision["over_short"], digits)]
        yield from _shares(_("share of over/short"), decision["reason"], decision, document, digits, sign=1)
    for decision in document["pot"]:
        yield from _shares(_("pot"), decision["reason"], decision, document, digits, sign=1)
    for left, title in (("over_short", _("over/short")), ("pot", _("pot"))):
        if document["open"][left]:
            yield [title, _("undecided"), None, amount(document["open"][left], digits)]


def _shares(
    word: str, reason: str | None, of: Document, document: Document, digits: int, *, sign: int
) -> Iterator[Row]:
    for share in of["shares"]:
        yield [word, reason, share["name"], amount(sign * share["amount"], digits)]
    if of["club"]:
        yield [word, reason, document["club"]["name"], amount(sign * of["club"], digits)]


def _hands(document: Document, digits: int) -> Iterator[Row]:
    """A column a player. With what was beside the hands below them, a column adds up to the player's result."""
    players = {player["id"]: player["name"] for player in document["players"]}
    yield [_("hand"), _("date"), _("time"), _("game"), _("status"), *players.values()]
    for hand in document["hands"]:
        net = {one["id"]: amount(one["amount"], digits) for one in hand["net"]}
        row = [hand["number"], *_moment(hand["started_at"]), hand["title"], word(hand["status"])]
        yield [*row, *(net.get(player) for player in players)]
    others: dict[str, dict[str, Cell]] = defaultdict(dict)
    for player in document["players"]:
        for one in player["others"]:
            others[one["words"]][player["id"]] = amount(one["amount"], digits)
    for words, amounts in others.items():
        yield [None, None, None, words, None, *(amounts.get(player) for player in players)]
    results = (amount(player["result"], digits) for player in document["players"])
    yield [None, None, None, _("result"), None, *results]


def _sides(transfer: Document) -> tuple[str, str]:
    payer, receiver = transfer["payer"], transfer["receiver"]
    return party_words(payer["kind"], payer["name"]), party_words(receiver["kind"], receiver["name"])


def _moment(moment: datetime) -> tuple[str, str]:
    """Date, and time with its offset: 2026-11-26, 17:31:05-08:00."""
    return f"{moment:%Y-%m-%d}", moment.timetz().isoformat(timespec="seconds")


def _another_name(name: str) -> str:
    return _("Another name of {name}, whose statement has all of it").format(name=name)
