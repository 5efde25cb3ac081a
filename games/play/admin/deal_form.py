"""What of a deal may have been otherwise, as a form and back: who dealt, who was in with what, by which rules."""

from typing import Any

from django.http import QueryDict

from games import engine
from games.core.errors import BadValue
from games.core.formatting import Writer
from games.core.pages.form_fields import Amount, by_id, id_of
from games.core.pages.house_rule_fields import controls, rules_of
from games.engine.game import Game
from games.models import Hand
from games.play.admin.correction_editor import Bench

Document = dict[str, Any]


def set_up_form(bench: Bench) -> Document:
    """Rows of the night's players, the dealer, the rules; of a hand of which only the result is known, the nets."""
    hand = bench.hand
    if hand.set_up is None:
        net = bench.draft.net if bench.draft.net is not None else (hand.result or {}).get("net", {})
        return {"nets": [(player, name, net.get(player)) for player, name in bench.names.items()]}
    set_up = {**hand.set_up, **bench.draft.set_up}
    stacks = {one["name"]: one.get("stack") for one in set_up["players"]} if _is_whole(set_up) else {}
    game = engine.GAMES[hand.game]
    return {
        "has_money": game.has_money,
        "seated": [(player, name, player in stacks, stacks.get(player)) for player, name in bench.names.items()],
        "dealer": set_up.get("dealer"),
        "carry": set_up.get("carry"),
        "has_carry": "carry" in hand.set_up,
        "payer": set_up.get("antes_paid_by"),
        "has_payer": "antes_paid_by" in hand.set_up,
        "controls": controls(game, set_up["rules"], bench.write) if isinstance(set_up.get("rules"), dict) else (),
    }


def set_up_of(hand: Hand, sent: QueryDict, write: Writer) -> Document:
    """The parts that a form says otherwise than the set-up has them. Raises BadValue, BadAmount."""
    if hand.set_up is None:
        raise BadValue("Of this hand only the result is known.")
    amount, game = Amount(write), engine.GAMES[hand.game]
    said: Document = {"dealer": str(id_of(sent.get("dealer", "")))}
    said["players"] = _players(hand.set_up, sent, amount if game.has_money else None)
    if "carry" in hand.set_up:
        said["carry"] = amount.read(sent.get("carry", "") or "0")
    if "antes_paid_by" in hand.set_up:
        said["antes_paid_by"] = str(id_of(sent.get("payer", ""))) if sent.get("payer") else None
    rules = rules_of(game, sent, write)
    if rules != rules_of(game, _as_sent(game, hand.set_up["rules"], write), write):
        said["rules"] = rules
    return {key: value for key, value in said.items() if value != hand.set_up.get(key)}


def net_of(sent: QueryDict, write: Writer) -> dict[str, int]:
    amount = Amount(write)
    return {str(player): amount.read(typed) for player, typed in by_id(sent, "net")}


def _players(set_up: Document, sent: QueryDict, amount: Amount | None) -> list[Document]:
    """Those who are ticked, in the order they sat; who was not in the set-up comes after them."""
    ticked = [str(id_of(player)) for player in sent.getlist("in")]
    order = [one["name"] for one in set_up["players"]]
    players = sorted(ticked, key=lambda player: order.index(player) if player in order else len(order))
    if amount is None:
        return [{"name": player} for player in players]
    typed = {str(player): text for player, text in by_id(sent, "stack")}
    return [{"name": player, "stack": amount.read(typed.get(player, ""))} for player in players]


def _as_sent(game: Game, rules: Document, write: Writer) -> QueryDict:
    """The rules as the form shows them: what the form leaves as it was, is no change."""
    sent = QueryDict(mutable=True)
    for control in controls(game, rules, write):
        if control.value is not False:
            sent[control.field] = "yes" if control.value is True else str(control.value)
    return sent


def _is_whole(set_up: Document) -> bool:
    players = set_up.get("players")
    return isinstance(players, list) and all(isinstance(one, dict) and "name" in one for one in players)
