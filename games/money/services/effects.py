"""What an entry of the log does to money. Pure: the standard library alone, no database, no clock.

An effect is a tuple of moves (`money_moves`), which sum to zero. `effects` reads the kind and the body of an entry as
they were stored, whichever version stored them; what the body does not say is in the `Context`.

The ledger is told what `effects` returns, so the audit does not use this module: it would compare it with itself.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.money.services.money_moves import (
    BALANCE,
    BOX,
    CHIPS,
    CLUB,
    DIFFERENCE,
    MATCH,
    POT,
    Account,
    Amounts,
    Move,
    Moves,
    difference_of,
    fold,
    minus,
    opposite,
    to,
    to_balances,
    to_chips,
)

Body = Mapping[str, Any]


class Award(NamedTuple):
    """What a finished hand gives each player in chips, and by how much it changes the carried pot."""

    net: Amounts = {}
    carried: int = 0


@dataclass(frozen=True, slots=True)
class Context:
    """What an entry does not say itself.

    `left` are the players who had left the table: they are given money on their balance. `award` is what the hand
    gives: by the entry that ends it, or, for a ruling, what stood before. `stacks` are the chips before that entry.
    `taken_back` is the effect of the entry that this one takes back.
    """

    left: Collection[str] = ()
    award: Award | None = None
    stacks: Amounts = field(default_factory=dict)
    taken_back: Moves = ()


NO_CONTEXT = Context()


def award_by_rules(set_up: Body | None, result: Body) -> Award:
    """What the rules give, from the result of a finished hand."""
    carried = result["carry"] - set_up["carry"] if set_up and "carry" in set_up else 0
    return Award(result.get("net", {}), carried)


def of_award(award: Award) -> Moves:
    return to(POT, award.carried) + to_chips(award.net)


def on_credit(missing: Amounts) -> Moves:
    """Chips bought on account by those who miss some; who is in plus buys nothing (rules 3.7)."""
    bought = {player: amount for player, amount in missing.items() if amount > 0}
    return to_chips(bought) + to_balances(minus(bought))


def missing(award: Award, stacks: Amounts) -> dict[str, int]:
    """By how much each stack is too small for what a hand takes from it; negative where it is large enough."""
    return {player: -(stacks.get(player, 0) + amount) for player, amount in award.net.items()}


def of_change(before: Award, after: Award, place: str = CHIPS) -> Moves:
    """What lies between two awards of a hand, on the players' chips or on their balances."""
    changes = difference_of(before.net, after.net)
    return to(POT, after.carried - before.carried) + (to_chips if place == CHIPS else to_balances)(changes)


def stakes_in(match: str, stake: int, members: Collection[str]) -> Moves:
    """Each member's stake, from their chips into the match pot."""
    return (Move(Account(MATCH, match), stake * len(members)), *to_chips(dict.fromkeys(members, -stake)))


def match_pot_out(match: str, payout: Mapping[Account, int]) -> Moves:
    """The match pot to these accounts."""
    paid = tuple(Move(account, amount) for account, amount in payout.items())
    return (Move(Account(MATCH, match), -sum(payout.values())), *paid)


def place_of(player: str, left: Collection[str]) -> Account:
    """Where a player at the table is given money: in chips; on the balance once they have left it."""
    return Account(BALANCE if player in left else CHIPS, player)


def adjusted(balances: Amounts) -> Moves:
    """A correction in money alone: what the balances do not add up to waits in the difference."""
    return to_balances(balances) + to(DIFFERENCE, -sum(balances.values()))


def put_right(document: Body) -> Moves:
    """What a correction of an earlier hand changes at a later count, or at a decision about the pot.

    Counted chips stay as counted: `chips` is what the book has moved there. Of a pot of which there was so much more,
    `shares` (in chips) and `balances` are by how much these change. The difference has the rest.
    """
    moves = to_chips(minus(document["chips"])) + to(POT, -document["pot"])
    moves += to_chips(document.get("shares", {})) + to_balances(document.get("balances", {}))
    return moves + to(DIFFERENCE, -sum(amount for _, amount in moves))


def counted(kind: str, body: Body) -> dict[str, int]:
    """By player the chips that an entry says were counted."""
    if kind == "cash_out":
        return {body["player"]: body["count"]}
    return dict(body["counts"]) if kind == "recount" else {}


def stacks_after_count(kind: str, body: Body) -> dict[str, int]:
    """The stacks that a count leaves, whatever the book says later of the time before: none to who cashed out."""
    return counted(kind, body) if kind == "recount" else dict.fromkeys(counted(kind, body), 0)


def at_stake(kind: str, body: Body, club: str) -> dict[str, int]:
    """By player, or the `club` by its id, how much money an entry is about: what is in dispute if it is disputed.

    What it moved on the balance, or else in chips; cash counts as if it had gone through the balance.
    """
    moved = fold(effects(kind, {**body, "way": "account"}))
    found = {**moved.stacks, **moved.balances, club: moved.club}
    return {owner: amount for owner, amount in found.items() if amount}


def journal_kind(kind: str) -> str:
    """As which kind of journal transaction the ledger has what an entry does."""
    return _JOURNAL.get(kind, "adjustment")


def effects(kind: str, body: Body, context: Context = NO_CONTEXT) -> Moves:
    """What an entry does to money. Nothing, for a kind that moves none; accounts that it moves by zero may be named."""
    reducer = _EFFECTS.get(kind)
    return reducer(body, context) if reducer else ()


def _paid(body: Body, amount: int) -> Moves:
    """Between a player and the table: through the cash box, or on the player's balance."""
    return to(BOX, amount) if body["way"] == "cash" else to_balances({body["player"]: amount})


def _buy_in(body: Body, context: Context) -> Moves:
    return to_chips({body["player"]: body["amount"]}) + _paid(body, -body["amount"])


def _cash_out(body: Body, context: Context) -> Moves:
    book, count = body["book"], body["count"]
    return to_chips({body["player"]: -book}) + _paid(body, count) + to(DIFFERENCE, book - count)


def _recount(body: Body, context: Context) -> Moves:
    changes = difference_of(body["book"], body["counts"])
    return to_chips(changes) + to(DIFFERENCE, -sum(changes.values()))


def _pot(body: Body, context: Context) -> Moves:
    # early entries have no balances: nobody who had left was given a share
    given = to_chips(body["shares"]) + to_balances(body.get("balances", {}))
    return to(POT, -sum(amount for _, amount in given)) + given


def _difference(body: Body, context: Context) -> Moves:
    borne = to_balances(body["shares"]) + to(CLUB, body["club"])
    return to(DIFFERENCE, -sum(amount for _, amount in borne)) + borne


def _antes(body: Body, context: Context) -> Moves:
    return to_balances({body["player"]: -body["amount"]}) + to(POT, body["amount"])


def _expense(body: Body, context: Context) -> Moves:
    payer, amount = body["paid_by"], body["amount"]
    paid = to_balances({payer["id"]: amount}) if payer["kind"] == "player" else to(payer["kind"], amount)
    return paid + to(CLUB, -body["club"]) + to_balances(minus(body["shares"]))


def _match_pot(body: Body, context: Context) -> Moves:
    received = body["received"]
    return match_pot_out(body["match"], {place_of(player, context.left): received[player] for player in received})


def _end_of_hand(body: Body, context: Context) -> Moves:
    """An action that ends the hand; any other one moves nothing yet."""
    if context.award is None:
        return ()
    return of_award(context.award) + on_credit(missing(context.award, context.stacks))


def _result(body: Body, context: Context) -> Moves:
    return of_award(Award(body["net"]))


def _ruling(body: Body, context: Context) -> Moves:
    """Beside what stood before; a ruling on pegs moves money only through later hands."""
    if "net" not in body:
        return _correction(body, context)
    return of_change(context.award or Award(), Award(body["net"], body["carried"]), body["place"])


def _correction(body: Body, context: Context) -> Moves:
    """Beside the hands that it posts anew: the correction in money alone, or what it puts right at later counts."""
    moves: Moves = tuple(move for count in (body.get("counts") or {}).values() for move in put_right(count))
    if adjustment := body.get("adjustment"):
        moves += adjusted(adjustment["balances"])
    return moves


def _take_back(body: Body, context: Context) -> Moves:
    return opposite(context.taken_back)


_EFFECTS: Mapping[str, Callable[[Body, Context], Moves]] = {
    "buy_in": _buy_in,
    "top_up": _buy_in,
    "cash_out": _cash_out,
    "recount": _recount,
    "pot": _pot,
    "difference": _difference,
    "antes": _antes,
    "expense": _expense,
    "forfeit": _match_pot,
    "match_end": _match_pot,
    "action": _end_of_hand,
    "result": _result,
    "ruling": _ruling,
    "correction": _correction,
    "take_back": _take_back,
}
_JOURNAL = {
    "buy_in": "buy-in",
    "top_up": "buy-in",
    "cash_out": "cash-out",
    "forfeit": "match",
    "match_end": "match",
    "action": "hand",
    "result": "hand",
}
