"""Chapter two: a night is opened, chips are bought, hands are played."""

from typing import Any

from tests.api.story.club import ANN, CARA, PAT
from tests.api.story.stage import Stage, named

NIGHT = named("night")
HAND, FOLDED, PEGS = named("hand"), named("folded"), named("pegs")
SEATS = {player: named(f"seat {player}") for player in (ANN, PAT, CARA)}


def tell(stage: Stage) -> None:
    _open(stage)
    _chips(stage)
    _hand(stage)
    _look_back(stage)
    _correct(stage)
    _fold(stage)
    _match(stage)


def _open(stage: Stage) -> None:
    body = {"id": NIGHT, "name": "Thursday", "chip": 25}
    stage.do("openNight", "scorekeeper", body, club_id=stage.club)
    stage.do("listNights", "player")
    stage.do("listClubNights", "player", club_id=stage.club)
    for player, seat in SEATS.items():
        stage.do("takeSeat", "scorekeeper", {"id": seat, "player": player}, night_id=NIGHT)
    stage.do("listSeats", "player", night_id=NIGHT)
    stage.do("updateSeat", "scorekeeper", {"status": "out"}, seat_id=SEATS[CARA])
    stage.do("updateSeat", "scorekeeper", {"status": "in"}, seat_id=SEATS[CARA])


def _chips(stage: Stage) -> None:
    for player in SEATS:
        body = {"id": named(f"buy-in {player}"), "player": player, "amount": 2000}
        stage.do("recordBuyIn", "scorekeeper", body, night_id=NIGHT)
    stage.do("listBuyIns", "player", night_id=NIGHT)
    for end, who, body in (
        ("withdrawChipRequest", "player", {}),
        ("refuseChipRequest", "scorekeeper", {"reason": "You have enough"}),
        ("grantChipRequest", "scorekeeper", {}),
    ):
        request = named(end)
        asked = {"id": request, "player": PAT, "amount": 500}
        stage.do("requestChips", "player", asked, night_id=NIGHT)
        stage.do(end, who, body, request_id=request)
    stage.do("listChipRequests", "player", night_id=NIGHT)
    counts = {"counts": {ANN: 2000}, "reason": "She asked for it", "id": named("recount")}
    stage.do("recordRecount", "scorekeeper", counts, night_id=NIGHT)
    stage.do("listRecounts", "player", night_id=NIGHT)


def _hand(stage: Stage) -> None:
    deal = {"id": HAND, "game": "buddhas-folly", "dealer": CARA}
    hand = stage.do("startHand", "scorekeeper", deal, night_id=NIGHT)
    stage.do("readNight", "player", night_id=NIGHT)

    def act(who: str, *actions: dict[str, Any]) -> None:
        nonlocal hand
        body = actions[0] if len(actions) == 1 else {"actions": list(actions)}
        hand = stage.do("recordActions", who, body, at=hand, hand_id=HAND)["hand"]

    act("scorekeeper", {"type": "reveal", "cards": ["Qh"]})
    act("scorekeeper", {"type": "reject", "player": ANN})
    hand = stage.do("undoAction", "scorekeeper", at=hand, hand_id=HAND)
    act("scorekeeper", {"type": "accept", "player": ANN, "discard": "2s"})
    act("scorekeeper", {"type": "reject", "player": PAT}, {"type": "reject", "player": CARA})
    act("player", {"type": "declare", "player": PAT, "as": "in"})
    stage.do("readHand", "player", hand_id=HAND)
    stage.do("undoAction", "player", at=hand, hand_id=HAND)
    hand = stage.do("readHand", "player", hand_id=HAND)
    act("player", {"type": "declare", "player": PAT, "as": "in"})
    act("scorekeeper", {"type": "declare", "player": ANN, "as": "in"})
    act("scorekeeper", {"type": "declare", "player": CARA, "as": "out"})
    act("scorekeeper", {"type": "show", "player": ANN, "cards": ["Qs", "Qd", "Qh", "7c", "4h"]})
    act("scorekeeper", {"type": "show", "player": PAT, "cards": ["Jc", "Jd", "8s", "8c", "3d"]})


def _look_back(stage: Stage) -> None:
    stage.do("listHands", "player", night_id=NIGHT)
    stage.do("listNightEvents", "player", query="?after=8&limit=5", night_id=NIGHT)
    last = stage.do("listNightEvents", "player", query="?limit=1", night_id=NIGHT)["last"]
    stage.do("streamNightEvents", "player", query=f"?after={last - 3}", night_id=NIGHT)
    for look in ("listHandEntries", "readHandResult", "explainHand"):
        stage.do(look, "player", hand_id=HAND)
    for form in ("json", "phh"):
        stage.do("readHandFile", "player", query=f"?format={form}", hand_id=HAND)


def _correct(stage: Stage) -> None:
    """The ante was in truth half of what the book says."""
    hand = stage.do("readHand", "player", hand_id=HAND)
    change = {"change": {"rules": {"ante": 50}}}
    stage.do("previewCorrection", "admin", change, at=hand, hand_id=HAND)
    stage.do("correctHand", "admin", {**change, "reason": "We had said 0.50"}, at=hand, hand_id=HAND)
    stage.do("listCorrections", "player", hand_id=HAND)
    net = {ANN: 300, PAT: -100, CARA: -200}
    stage.do("recordResult", "scorekeeper", {"game": "Seven-card stud", "net": net}, night_id=NIGHT)


def _fold(stage: Stage) -> None:
    """A client needs no rules: whoever may fold does, until nothing is left to do."""
    hand = stage.do("startHand", "scorekeeper", {"id": FOLDED, "game": "council-bluffs"}, night_id=NIGHT)
    while folds := [offer for offer in hand["legal"] if offer["type"] == "fold"]:
        hand = stage.do("recordActions", "scorekeeper", folds[0], at=hand, hand_id=FOLDED)["hand"]
    stage.do("readHandFile", "player", query="?format=ohh&extension=true", hand_id=FOLDED)
    for form in ("jsonl", "phhs", "ohh"):
        stage.do("readNightHandsFile", "player", query=f"?format={form}&extension=true", night_id=NIGHT)


def _match(stage: Stage) -> None:
    deal = {"id": PEGS, "game": "bluff-n-peg", "dealer": CARA, "stake": 500}
    hand = stage.do("startHand", "scorekeeper", deal, night_id=NIGHT)
    lines: list[dict[str, Any]] = [{"type": "draw", "player": player, "count": 0} for player in SEATS]
    lines += [{"type": "play", "player": ANN, "card": "Kh"}]
    lines += [{"type": "fold", "player": player} for player in (PAT, CARA)]
    stage.do("recordActions", "scorekeeper", {"actions": lines}, at=hand, hand_id=PEGS)
    match = stage.do("listMatches", "player", night_id=NIGHT)["results"][0]["id"]
    stage.do("readMatch", "player", match_id=match)
    gone = {"player": CARA, "reason": "Has to catch a train"}
    stage.do("forfeitMatch", "scorekeeper", gone, match_id=match)
    stage.do("endMatch", "scorekeeper", {"decision": "leader", "reason": "It is late"}, match_id=match)
