"""Who pays whom, written out: what is owed, what of it is paid, what is held back."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.formatting import Writer, clock, day
from games.money.selectors.party_names import party_words

Document = dict[str, Any]

_PAID = {"cash": gettext_lazy("in cash"), "bank": gettext_lazy("by bank"), "offset": gettext_lazy("offset")}


def transfers_of(settlement: Document, write: Writer) -> list[dict[str, Any]]:
    """Those of a stored settlement, in its own order."""
    nights = len(settlement["nights"])
    among = ngettext("for {count} night", "for {count} nights together", nights) if nights > 1 else ""
    among = among.format(count=nights)
    return [transfer_row(one, one["outstanding"], one["paid"], among, write) for one in settlement["transfers"]]


def transfers_due(due: Iterable[Document], among: str, write: Writer) -> list[dict[str, Any]]:
    """Those of a settlement that would be made now; `among` as in `transfer_row`."""
    return [transfer_row(one, one["amount"], 0, among, write) for one in due]


def settled_before(document: Document, write: Writer) -> list[dict[str, Any]]:
    """Of a night's report the settlements whose place another has taken, or takes once the night is settled anew."""
    made = {one["id"]: _made(one, write) for one in document["settlements"]}
    return [
        {
            "id": one["id"],
            "made": made[one["id"]],
            "by": {"id": one["replaced_by"], "made": made[one["replaced_by"]]} if one["replaced_by"] else None,
            "transfers": transfers_of(one, write),
        }
        for one in document["settlements"]
        if not stands(one, document)
    ]


def stands(settlement: Document, report: Document) -> bool:
    """Whether it is what is to be paid: it was not settled anew, and will not be by what the report has as due."""
    return not settlement["replaced_by"] and settlement["id"] not in report["replaces"]


def _made(settlement: Document, write: Writer) -> str:
    return f"{day(settlement['made_at'], write.locale)} {clock(settlement['made_at'])}"


def transfer_row(transfer: Document, outstanding: int, paid: int, among: str, write: Writer) -> dict[str, Any]:
    """One of them, or one that a settlement would make now; `among` is what it is for where that has to be said."""
    state, confirmed = "", bool(paid) and not any(_waits(payment) for payment in transfer.get("payments", ()))
    if paid:
        part = _("{paid} of {amount} paid").format(paid=write.money(paid), amount=write.money(transfer["amount"]))
        state = part if outstanding else _("Paid") if confirmed else _("Paid, not confirmed yet")
    held = transfer["held"]
    if held:
        back = _("{amount} held back: it is disputed").format(amount=write.money(held))
        state = ", ".join(part for part in (state, back) if part)
    payer = party_words(transfer["payer"]["kind"], transfer["payer"]["name"])
    return {
        "id": transfer.get("id"),
        # a name stays as it is; only our own words begin a sentence
        "payer": payer if transfer["payer"]["kind"] == "player" else payer[:1].upper() + payer[1:],
        "receiver": party_words(transfer["receiver"]["kind"], transfer["receiver"]["name"]),
        "amount": write.money(outstanding or transfer["amount"]),
        "owed": write.plain(outstanding - held),
        "state": state,
        "done": not outstanding,
        "confirmed": confirmed,
        "among": among,
        "payments": [_payment(payment, write) for payment in transfer.get("payments", ())],
    }


def _payment(payment: Document, write: Writer) -> dict[str, str]:
    return {"id": payment["id"], "words": _payment_words(payment, write)}


def _payment_words(payment: Document, write: Writer) -> str:
    parts = [write.money(payment["amount"]), f"{day(payment['made_at'], write.locale)} {clock(payment['made_at'])}"]
    parts += [str(_PAID[payment["way"]])] if payment["way"] in _PAID else []
    if payment["reversed_at"]:
        return _("{payment}: taken back ({reason})").format(payment=", ".join(parts), reason=payment["reason"])
    return ", ".join([*parts, _("not confirmed yet") if _waits(payment) else _("confirmed")])


def _waits(payment: Document) -> bool:
    """Whether its receiver has not said yet that it has arrived."""
    return not (payment["confirmed_at"] or payment["reversed_at"])
