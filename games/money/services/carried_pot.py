"""Whose money the carried pot is: what each player has paid in since it was last won or decided."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games import engine
from games.core.amounts import share, share_by
from games.core.hand_state import last_step
from games.core.night_entries import entries_that_stand, hands_since
from games.models import Entry, Hand, Night
from games.money.services.money_moves import BALANCE, CHIPS, POT
from ledger.models import Posting

GAMES = tuple(name for name, game in engine.GAMES.items() if "carry" in game.setup_keys)


class Carrying(NamedTuple):
    """A complete hand of a game with a carried pot: whether somebody won the pot, and who paid what into the next."""

    number: int
    won: bool
    paid: list[tuple[str, int]]


@dataclass(slots=True)
class Decided:
    """What a decision about the pot has paid out, with what corrections have changed of it since.

    `chips` are the shares of players who were at the table then, `balances` those of others.
    """

    pot: int = 0
    chips: dict[str, int] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)

    @property
    def shares(self) -> dict[str, int]:
        players = {**self.chips, **self.balances}
        return {player: self.chips.get(player, 0) + self.balances.get(player, 0) for player in players}


def paid_in(night: Night) -> dict[str, int]:
    """By player: the matches of the hand that last won the pot, and all antes since (3.6), paid on leaving too.

    The antes of a hand that was won are gone with it, whoever posted them. Empty where nothing is known to be in.
    """
    decided = next(reversed(entries_that_stand(night, Entry.Kind.POT)), None)
    on_leaving = entries_that_stand(night, Entry.Kind.ANTES, after=decided)
    hands = (carrying(hand.ordinal, last_step(hand).state) for hand in _hands(night, decided))
    return paid_by(hands, on_leaving)


def paid_by(hands: Iterable[Carrying], on_leaving: Sequence[Entry]) -> dict[str, int]:
    """The same of these hands since the pot was last decided, the last one first.

    `on_leaving` are the antes of a next deal that players have paid who left before it.
    """
    paid: dict[str, int] = {}
    for hand in hands:
        for player, amount in hand.paid:
            paid[player] = paid.get(player, 0) + amount
        if hand.won:
            on_leaving = [entry for entry in on_leaving if entry.body["after_hand"] >= hand.number]
            break
    for entry in on_leaving:
        player = entry.body["player"]
        paid[player] = paid.get(player, 0) + entry.body["amount"]
    return {player: amount for player, amount in paid.items() if amount}


def carrying(number: int, state: engine.State) -> Carrying:
    """What a complete hand left for the next deal."""
    outcome = engine.explain(state)
    if outcome["pots"]:
        return Carrying(number, won=True, paid=[(one["player"], one["amount"]) for one in outcome["matches"]])
    return Carrying(number, won=False, paid=[(player, -net) for player, net in engine.result(state)["net"].items()])


def split_among(pot: int, order: Sequence[str], chip: int) -> dict[str, int]:
    """Equal shares of whole chips; odd chips to the first in the order."""
    shares = zip(order, share(pot, len(order), chip), strict=True)
    return {player: amount for player, amount in shares if amount}


def returned_to(pot: int, paid: dict[str, int], chip: int) -> dict[str, int]:
    """Back to who paid it in; were it not the same sum, by an adjustment say, in proportion to that."""
    shares = zip(paid, share_by(pot, list(paid.values()), chip), strict=True)
    return {player: amount for player, amount in shares if amount}


def decided_by(night: Night, decisions: Sequence[Entry]) -> dict[str, Decided]:
    """What these decisions about the pot have paid out as it stands, by id. One query, and none where there is none."""
    found = {str(entry.pk): Decided() for entry in decisions}
    if not found:
        return {}
    of_entry = Q()
    for pk in found:
        key = f"adjustment:{pk}"
        of_entry |= Q(transaction__key=key) | Q(transaction__key__startswith=f"{key}:")
    rows = Posting.objects.filter(
        of_entry,
        transaction__book=night.club.book,
        transaction__scope=night.pk,
        transaction__reversed_by=None,
        account__kind__in=(POT, CHIPS, BALANCE),
    )
    for key, kind, owner, amount in rows.values_list("transaction__key", "account__kind", "account__owner", "amount"):
        decided, player = found[key.split(":")[1]], str(owner)
        if kind == POT:
            decided.pot -= amount
        else:
            shares = decided.chips if kind == CHIPS else decided.balances
            shares[player] = shares.get(player, 0) + amount
    return found


def _hands(night: Night, decided: Entry | None) -> QuerySet[Hand]:
    """Played hands of games with a carried pot, the last one first, back to the last decision about the pot."""
    hands = hands_since(night, decided) if decided else night.hands.all()
    return hands.filter(game__in=GAMES, set_up__isnull=False, status=Hand.Status.COMPLETE).order_by("-number")
