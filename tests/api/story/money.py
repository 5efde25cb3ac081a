"""Chapter three: the night is counted and closed, settled and paid, reported."""

from uuid import UUID

from games import tasks
from tests.api.story.club import ANN, CARA, PAT
from tests.api.story.night import NIGHT, SEATS
from tests.api.story.stage import BEGAN, Stage, named, standing_still


def tell(stage: Stage) -> None:
    _spend(stage)
    _close(stage)
    _settle(stage)
    _reopen(stage)
    _report(stage)


def _spend(stage: Stage) -> None:
    pizza = {"id": named("pizza"), "purpose": "Pizza", "amount": 2000, "paid_by": "player", "player": ANN}
    stage.do("recordExpense", "scorekeeper", {**pizza, "equally": list(SEATS)}, night_id=NIGHT)
    stage.do("reverseEntry", "scorekeeper", {"reason": "It was 18.00"}, entry_id=pizza["id"])
    pizza |= {"id": named("cheaper pizza"), "amount": 1800}
    stage.do("recordExpense", "scorekeeper", {**pizza, "equally": list(SEATS)}, night_id=NIGHT)
    stage.do("listExpenses", "player", night_id=NIGHT)


def _close(stage: Stage) -> None:
    """Cara counts a chip too few."""
    why = {"decision": "return", "reason": "It was the last hand"}
    stage.do("decidePot", "scorekeeper", why, night_id=NIGHT)
    stacks = {seat["player"]: seat["chips"] for seat in stage.do("readNight", "player", night_id=NIGHT)["seats"]}
    for player, stack in stacks.items():
        body = {"id": named(f"cash-out {player}"), "player": player, "count": stack - 25 * (player == CARA)}
        stage.do("recordCashOut", "scorekeeper", body, night_id=NIGHT)
    stage.do("listCashOuts", "player", night_id=NIGHT)
    stage.do("leaveSeat", "scorekeeper", {}, seat_id=SEATS[CARA])
    shared = {"players": [CARA], "reason": "A chip rolled under the sofa"}
    stage.do("decideOverShort", "scorekeeper", shared, night_id=NIGHT)
    stage.do("listMoneyEntries", "player", night_id=NIGHT)
    stage.do("closeNight", "scorekeeper", night_id=NIGHT)


def _settle(stage: Stage) -> None:
    stage.do("readNightSettlement", "player", night_id=NIGHT)
    stage.do("readUnsettled", "player", club_id=stage.club)
    settlement = stage.do("settleNight", "scorekeeper", {"id": named("settlement")}, night_id=NIGHT)
    stage.do("listNightSettlements", "player", night_id=NIGHT)
    stage.do("listSettlements", "player", club_id=stage.club)
    stage.do("readSettlement", "player", settlement_id=settlement["id"])
    mine = next(one for one in settlement["transfers"] if PAT in (one["payer"]["id"], one["receiver"]["id"]))
    payment = {"id": named("payment"), "amount": mine["amount"], "payment_method": "bank"}
    stage.do("recordPayment", "player", payment, transfer_id=mine["id"])
    sent_back = {"reason": "The bank sent it back"}
    stage.do("reversePayment", "scorekeeper", sent_back, own=("player",), payment_id=payment["id"])
    payment |= {"id": named("second payment"), "payment_method": "cash"}
    stage.do("recordPayment", "player", payment, transfer_id=mine["id"])
    # Ann is a guest: whoever keeps score confirms for her.
    stage.do("confirmPayment", "scorekeeper", own=("owner", "admin"), payment_id=payment["id"])
    stage.do("listPayments", "player", query=f"?player={PAT}", club_id=stage.club)
    stage.do("readBalances", "player", club_id=stage.club)
    query = f"?kind=balance&player={PAT}"
    account = stage.do("listAccounts", "player", query=query, club_id=stage.club)["results"][0]
    stage.do("listPostings", "player", account_id=account["id"])


def _reopen(stage: Stage) -> None:
    """What comes after a settlement is settled anew, with the whole club."""
    stage.do("reopenNight", "admin", {"reason": "Somebody forgot the drinks"}, night_id=NIGHT)
    drinks = {"purpose": "Drinks", "amount": 900, "paid_by": "player", "player": CARA, "equally": [ANN, PAT, CARA]}
    stage.do("recordExpense", "scorekeeper", drinks, night_id=NIGHT)
    stage.do("closeNight", "scorekeeper", night_id=NIGHT)
    stage.do("settleClub", "scorekeeper", {"id": named("second settlement")}, club_id=stage.club)


def _report(stage: Stage) -> None:
    for look in ("readNightReport", "readNightReportCsv"):
        stage.do(look, "player", night_id=NIGHT)
    for look in ("readStatement", "readStatementCsv"):
        stage.do(look, "player", player_id=PAT)
    statement = {"id": named("statement"), "format": "csv"}
    stage.do("createStatementReport", "player", statement, player_id=PAT)
    for form in ("csv", "json"):
        report = {"id": named(f"report {form}"), "format": form}
        stage.do("createNightReport", "player", report, night_id=NIGHT)
        with standing_still(BEGAN):
            tasks.run(UUID(report["id"]))
        stage.do("readReport", "player", task_id=report["id"])
        stage.do("readReportFile", "player", task_id=report["id"])
