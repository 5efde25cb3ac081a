"""A whole evening over HTTP: from an empty club to who pays whom."""

from collections.abc import Callable

from games import engine
from tests.api.conftest import Cast, Table
from tests.api.phone import made, new_id, refused


def test_a_hand_of_buddhas_folly_and_its_settlement(lay: Callable[..., Table]) -> None:
    """The example of the rules, `Paying the pot`: Ann wins 300 from the pot, Bob pays it again for the next deal."""
    table = lay("Ann", "Bob", "Cara")
    phone, night = table.phone, table.night
    ann, bob, cara = table.players.values()
    hand = table.start("buddhas-folly", dealer=cara)
    hand = table.act(
        hand,
        {"type": "reveal", "cards": ["Qh"]},
        {"type": "accept", "player": ann, "discard": "2s"},
        {"type": "reject", "player": bob},
        {"type": "reject", "player": cara},
        {"type": "declare", "player": ann, "as": "in"},
        {"type": "declare", "player": bob, "as": "in"},
        {"type": "declare", "player": cara, "as": "out"},
    )
    hand = table.act(hand, {"type": "show", "player": ann, "cards": ["Qs", "Qd", "Qh", "7c", "4h"]})
    hand = table.act(hand, {"type": "show", "player": bob, "cards": ["Jc", "Jd", "8s", "8c", "3d"]})
    assert hand["status"] == "complete"
    result = made(phone.get(f"hands/{hand['id']}/result/"), 200)["result"]
    assert result["net"] == {ann: 200, bob: -400, cara: -100}
    assert result["carry"] == 300
    explained = made(phone.get(f"hands/{hand['id']}/explain/"), 200)
    assert explained["pots"][0]["awards"][0]["winners"] == [{"player": ann, "amount": 300}]

    for player, count in ((ann, 2200), (bob, 1600), (cara, 1900)):
        made(phone.post(f"nights/{night}/cash-outs/", {"player": player, "count": count}))
    assert made(phone.get(f"nights/{night}/settlement/"), 200)["on_table"]["pot"] == 300
    refused(phone.post(f"nights/{night}/close/"), 409, "conflict")


def test_the_carried_pot_goes_back_before_the_night_ends(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    phone, night = table.phone, table.night
    ann, bob = table.players.values()
    hand = table.start("buddhas-folly", dealer=bob)
    everybody_out = [{"type": "declare", "player": player, "as": "out"} for player in (ann, bob)]
    hand = table.act(hand, {"type": "reveal", "cards": ["Qh"]}, {"type": "reject", "player": ann})
    while hand["phase"] == "circulation":
        hand = table.act(hand, {"type": "reject", "player": hand["to_act"][0]})
    table.act(hand, *everybody_out)
    shown = made(phone.post(f"nights/{night}/pot/", {"decision": "return", "reason": "It is late"}))
    assert (shown["pot"], [seat["chips"] for seat in shown["seats"]]) == (0, [2000, 2000])
    for player in (ann, bob):
        made(phone.post(f"nights/{night}/cash-outs/", {"player": player, "count": 2000}))
    closed = made(phone.post(f"nights/{night}/close/"), 200)
    assert closed["status"] == "closed"
    settled = made(phone.get(f"nights/{night}/settlement/"), 200)
    assert settled["final"]
    assert settled["transfers"] == []


def test_a_result_nobody_entered_counts_all_the_same(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    phone, night = table.phone, table.night
    ann, bob = table.players.values()
    hand = made(phone.post(f"nights/{night}/results/", {"game": "Hold'em", "net": {ann: 500, bob: -500}}))
    assert hand["status"] == "complete"
    assert made(phone.get(f"hands/{hand['id']}/"), 200)["game"] == "Hold'em"
    for player, count in ((ann, 2500), (bob, 1500)):
        made(phone.post(f"nights/{night}/cash-outs/", {"player": player, "count": count}))
    transfers = made(phone.get(f"nights/{night}/settlement/"), 200)["transfers"]
    assert transfers == [{"payer": bob, "receiver": ann, "amount": 500, "held": 0}]
    refused(
        phone.post(f"nights/{night}/results/", {"game": "Poker", "net": {ann: 500, bob: -400}}),
        422,
        "bad_amount",
    )


def test_a_count_that_differs_waits_for_a_decision(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob")
    phone, night = table.phone, table.night
    ann, bob = table.players.values()
    made(phone.post(f"nights/{night}/recounts/", {"counts": {ann: 1900}, "reason": "A chip fell"}))
    assert made(phone.get(f"nights/{night}/"), 200)["over_short"] == -100
    for player, count in ((ann, 1900), (bob, 2000)):
        made(phone.post(f"nights/{night}/cash-outs/", {"player": player, "count": count}))
    refused(phone.post(f"nights/{night}/close/"), 409, "conflict")
    made(phone.post(f"nights/{night}/difference/", {"players": [bob], "reason": "Under Bob's chair"}))
    made(phone.post(f"nights/{night}/close/"), 200)
    kinds = [entry["kind"] for entry in made(phone.get(f"nights/{night}/money/"), 200)["results"]]
    assert kinds[:3] == ["buy_in", "buy_in", "recount"]


def test_seats_move_rest_and_leave(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob", "Cara")
    phone, night = table.phone, table.night
    seats = {seat["player_name"]: seat["id"] for seat in made(phone.get(f"nights/{night}/seats/"), 200)["results"]}
    moved = made(phone.patch(f"seats/{seats['Cara']}/", {"position": 0}), 200)
    assert moved["position"] == 0
    order = [seat["player_name"] for seat in made(phone.get(f"nights/{night}/seats/"), 200)["results"]]
    assert order == ["Cara", "Bob", "Ann"]
    made(phone.patch(f"seats/{seats['Bob']}/", {"status": "out"}), 200)
    assert list(table.start("the-bluffs")["players"].values()).count("Bob") == 0
    refused(phone.patch(f"seats/{seats['Bob']}/", {}), 400, "bad_format")
    refused(phone.post(f"seats/{seats['Bob']}/leave/"), 409, "conflict")
    made(phone.post(f"nights/{night}/cash-outs/", {"player": table.players["Bob"], "count": 2000}))
    assert made(phone.post(f"seats/{seats['Bob']}/leave/"), 200)["status"] == "left"


def test_ids_may_be_the_clients_and_are_used_once(cast: Cast) -> None:
    player = new_id()
    body = {"id": player, "name": "Ann"}
    assert made(cast.owner.post(f"clubs/{cast.club}/players/", body))["id"] == player
    refused(cast.owner.post(f"clubs/{cast.club}/players/", {**body, "name": "Bob"}), 409, "conflict")
    assert made(cast.owner.patch(f"players/{player}/", {"name": "Anna"}), 200)["name"] == "Anna"


def test_lists_come_in_pages(cast: Cast) -> None:
    for number in range(5):
        made(cast.owner.post(f"clubs/{cast.club}/players/", {"name": f"Player {number}"}))
    first = made(cast.owner.get(f"clubs/{cast.club}/players/?page_size=2"), 200)
    assert [player["name"] for player in first["results"]] == ["Player 0", "Player 1"]
    cursor = first["next"].partition("?")[2]
    second = made(cast.owner.get(f"clubs/{cast.club}/players/?{cursor}"), 200)
    assert [player["name"] for player in second["results"]] == ["Player 2", "Player 3"]


def test_the_catalogue_says_what_can_be_agreed(cast: Cast) -> None:
    games = made(cast.player.get("games/"), 200)["results"]
    assert [game["name"] for game in games] == list(engine.GAMES)
    for game in games:
        assert made(cast.player.get(f"games/{game['name']}/"), 200) == game
        assert all(rule["description"] for rule in game["rules"])
    refused(cast.player.get("games/poker/"), 404, "not_found")


def test_pegs_go_on_from_hand_to_hand(lay: Callable[..., Table]) -> None:
    table = lay("Ann", "Bob", stack=0)
    phone, night = table.phone, table.night
    ann, bob = table.players.values()
    hand = table.start("bluff-n-peg", dealer=bob)
    hand = table.act(
        hand,
        {"type": "draw", "player": ann, "count": 0},
        {"type": "draw", "player": bob, "count": 3},
        {"type": "play", "player": ann, "card": "Kd"},
        {"type": "fold", "player": bob},
    )
    assert hand["result"]["pegs"] == {ann: 5, bob: 0}
    match = made(phone.get(f"nights/{night}/matches/"), 200)["results"][0]
    assert (match["pegs"], match["status"]) == ({ann: 5, bob: 0}, "in_progress")
    assert made(phone.get(f"matches/{match['id']}/"), 200) == match
    following = table.start("bluff-n-peg")
    assert [player["name"] for player in made(phone.get(f"hands/{hand['id']}/file/"), 200)["players"]] == ["Ann", "Bob"]
    assert following["table"]["dealer"] == ann
