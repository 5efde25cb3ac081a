"""Chapter of disputes: people remember the night differently."""

from uuid import UUID

from games import tasks
from games.audit import services as audit
from games.models import Club
from tests.api.story.club import ANN, PAT
from tests.api.story.night import HAND, NIGHT, PEGS
from tests.api.story.stage import Stage, named, repeating, standing_still


def tell(stage: Stage) -> None:
    _rejected(stage)
    _withdrawn(stage)
    _upheld(stage)
    _ruled(stage)
    _received(stage)
    _told(stage)
    stage.do("listDisputes", "player", query="?status=upheld,rejected", club_id=stage.club)
    stage.do("listNightDisputes", "player", night_id=NIGHT)


def _ruled(stage: Stage) -> None:
    hand = stage.do("readHand", "player", hand_id=HAND)
    net = hand["result"]["net"]
    ruling = {"net": {**net, ANN: net[ANN] - 50, PAT: net[PAT] + 50}}
    stage.do("previewRuling", "arbiter", ruling, at=hand, hand_id=HAND)
    why = {**ruling, "reason": "Nobody is sure of the third jack: they share"}
    stage.do("ruleOnHand", "arbiter", why, at=hand, hand_id=HAND)
    stage.do("listRulings", "player", hand_id=HAND)
    pegs = stage.do("readHand", "player", hand_id=PEGS)
    ruling = {"peg_moves": {PAT: pegs["result"]["moves"][ANN]}}
    stage.do("previewRuling", "arbiter", ruling, at=pegs, example="of_pegs", hand_id=PEGS)
    why = {**ruling, "reason": "Ann had the king out of turn"}
    stage.do("ruleOnHand", "arbiter", why, at=pegs, example="of_pegs", hand_id=PEGS)


def _received(stage: Stage) -> None:
    """What a member receives nobody else confirms."""
    settlement = stage.do("settleClub", "scorekeeper", {"id": named("last settlement")}, club_id=stage.club)
    mine = next(one for one in settlement["transfers"] if one["receiver"]["id"] == PAT)
    payment = {"id": named("received payment"), "amount": mine["amount"], "payment_method": "cash"}
    stage.do("recordPayment", "scorekeeper", payment, own=("owner", "admin", "player"), transfer_id=mine["id"])
    stage.do("confirmPayment", "player", payment_id=payment["id"])


def _told(stage: Stage) -> None:
    told = stage.do("listNotifications", "player", query="?seen=false&page_size=2")["results"]
    stage.do("markNotificationSeen", "player", notification_id=told[0]["id"])
    with standing_still(stage.now()), repeating("the audit"):
        audit.audit(Club.objects.get(pk=stage.club))
    asked = named("audit")
    stage.do("startAudit", "owner", {"id": asked}, club_id=stage.club)
    with standing_still(stage.now()), repeating("the audit that was asked for"):
        tasks.run(UUID(asked))
    stage.do("listAudits", "player", club_id=stage.club)


def _rejected(stage: Stage) -> None:
    about = {"id": named("dispute"), "text": "I had three jacks", "player": PAT}
    stage.do("disputeHand", "player", about, hand_id=HAND)
    said = {"id": named("answer"), "text": "The third one was Cara's"}
    stage.do("addDisputeMessage", "scorekeeper", said, own=("player",), dispute_id=about["id"])
    stage.do("readDispute", "player", dispute_id=about["id"])
    stage.do("rejectDispute", "admin", {"reason": "Everybody else saw two"}, dispute_id=about["id"])


def _withdrawn(stage: Stage) -> None:
    about = {"id": named("hasty dispute"), "text": "I have paid more", "player": PAT}
    stage.do("disputePayment", "player", about, payment_id=named("second payment"))
    stage.do("withdrawDispute", "player", {"reason": "I looked it up"}, dispute_id=about["id"])


def _upheld(stage: Stage) -> None:
    about = {"id": named("dispute about a buy-in"), "text": "I bought in for 10.00", "player": PAT}
    stage.do("disputeEntry", "player", about, entry_id=named(f"buy-in {PAT}"))
    stage.do("reopenNight", "admin", {"reason": "A buy-in is disputed"}, night_id=NIGHT)
    paid_back = {"purpose": "Bought in too much", "amount": 1000, "paid_by": "player", "player": PAT, "equally": [ANN]}
    entry = stage.do("recordExpense", "scorekeeper", {"id": named("remedy"), **paid_back}, night_id=NIGHT)
    upheld = {"reason": "Ann remembers it too", "remedy": entry["id"]}
    stage.do("upholdDispute", "admin", upheld, dispute_id=about["id"])
    stage.do("closeNight", "scorekeeper", night_id=NIGHT)
