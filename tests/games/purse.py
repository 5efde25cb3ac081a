"""What stories about money need: people by name, nights that end, and the books checked from outside."""

from typing import Any
from uuid import UUID

from django.db.models import Sum

from games.audit import services as audit
from games.core.actor import Actor
from games.models import Club, Night, Settlement
from games.nights.services import nights
from games.play.services import missed_hands
from games.settlement.selectors.settlements import balances_view, settlement_document
from games.settlement.services import payments
from ledger.models import Posting
from tests.games.cast import Cast, Table


def open_table(cast: Cast, players: dict[str, Any], name: str = "Another night", **how: Any) -> Table:
    """A further night of the club, nobody seated yet; `players` are those known from another table."""
    night = nights.open_night(cast.sue, cast.club.pk, name, how.pop("chip", 25), **how)
    return Table(cast, night, dict(players))


def win(table: Table, **net: int) -> None:
    """A hand of which only the result is known."""
    by_id = {table.players[name].pk: amount for name, amount in net.items()}
    missed_hands.record_result(table.cast.sue, table.night.pk, "Stud", by_id)


def end(table: Table, way: str = "account") -> Night:
    """Everyone cashes out what the book says, and the night is closed."""
    for name, stack in table.stacks().items():
        if stack:
            table.cash_out(name, stack, way)
    return nights.close_night(table.cast.sue, table.night.pk)


def transfers(actor: Actor, settlement: Settlement) -> list[tuple[str, str, int]]:
    """Who pays whom how much, by name."""
    found = settlement_document(actor, settlement.pk)["transfers"]
    return [(one["payer"]["name"], one["receiver"]["name"], one["amount"]) for one in found]


def outstanding(actor: Actor, settlement: Settlement) -> int:
    return sum(one["outstanding"] for one in settlement_document(actor, settlement.pk)["transfers"])


def pay_all(actor: Actor, settlement: Settlement) -> None:
    for one in settlement_document(actor, settlement.pk)["transfers"]:
        if one["outstanding"]:
            payments.record_payment(actor, UUID(one["id"]), one["outstanding"])


def balances(actor: Actor, club: Club) -> dict[str, int]:
    """Every balance that is not zero, by name, in the club's only currency; boxes by their holders."""
    found = balances_view(actor, club.pk)["balances"]
    assert len(found) <= 1
    named: dict[str, int] = {}
    for party in (one for one in found[0]["parties"] if one["balance"]) if found else []:
        named[party["name"]] = named.get(party["name"], 0) + party["balance"]
    return named


def books_hold(club: Club) -> None:
    """An audit finds nothing, and all that anybody has, others owe."""
    assert audit.find(club).differences == []
    assert (Posting.objects.filter(account__book=club.book).aggregate(sum=Sum("amount"))["sum"] or 0) == 0
