"""Plays a hand with the client that openapi-python-client makes of the API's description, in a process of its own.

It prints what the test compares: each player's net by name.
"""

import json
import os
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from tableside_client import AuthenticatedClient
from tableside_client.api.chips import record_buy_in
from tableside_client.api.clubs import add_player
from tableside_client.api.hands import list_hand_entries, read_hand_result, record_actions, start_hand
from tableside_client.api.nights import open_night, take_seat
from tableside_client.models import (
    AddPlayerRequest,
    BuyInRequest,
    CallAction,
    CallOffer,
    FoldAction,
    FoldOffer,
    Hand,
    OpenNightRequest,
    StartHandRequest,
    TakeSeatRequest,
)

ACTIONS = {CallOffer: CallAction, FoldOffer: FoldAction}

client = AuthenticatedClient(base_url=os.environ["SERVER"], token=os.environ["TOKEN"])


def good(answer: Any, status: HTTPStatus) -> Any:
    assert answer.status_code == status, answer.content.decode()
    return answer.parsed


def made(operation: Any, *where: Any, body: Any, **headers: str) -> Any:
    answer = operation.sync_detailed(*where, client=client, body=body, idempotency_key=str(uuid4()), **headers)
    return good(answer, HTTPStatus.CREATED)


def read(operation: Any, *where: Any) -> Any:
    return good(operation.sync_detailed(*where, client=client), HTTPStatus.OK)


def following(hand: Hand, *, called: bool) -> Any:
    """The first to act calls, and the others fold: what may come next is in `legal`."""
    wanted = FoldOffer if called else CallOffer
    offer = next(one for one in hand.legal if isinstance(one, wanted))
    return ACTIONS[wanted](type_=offer.type_, player=offer.player)


def play(club: str) -> dict[str, Any]:
    night = made(open_night, club, body=OpenNightRequest(name="Python", chip=25)).id
    for name in ("Ann", "Bob", "Cara"):
        player = made(add_player, club, body=AddPlayerRequest(name=f"{name} P.")).id
        made(take_seat, night, body=TakeSeatRequest(player=player))
        made(record_buy_in, night, body=BuyInRequest(player=player, amount=2000))
    hand = made(start_hand, night, body=StartHandRequest(game="council-bluffs"))
    called = False
    while hand.status == "open":
        body = following(hand, called=called)
        hand = made(record_actions, hand.id, body=body, if_match=f'"{hand.version}"').hand
        called = True
    found = read(read_hand_result, hand.id)
    names = found.players.to_dict()
    net = {names[player]: amount for player, amount in found.result.net.to_dict().items()}
    return {"net": net, "entries": [entry.kind for entry in read(list_hand_entries, hand.id).results]}


if __name__ == "__main__":
    print(json.dumps(play(os.environ["CLUB"])))
