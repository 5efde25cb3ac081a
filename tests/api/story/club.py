"""Chapter one: games, a club, its people."""

from uuid import UUID

from games.accounts.services import users
from tests.api.story.stage import Stage, named, password_of

ANN, PAT, CARA, DOUBLE = (named(f"player {name}") for name in ("Ann", "Pat", "Cara", "Kara"))


def tell(stage: Stage) -> None:
    _sign_in(stage)
    _club(stage)
    _players(stage)


def _sign_in(stage: Stage) -> None:
    token = stage.do(
        "signIn", "owner", {"login": "olga", "password": password_of("olga"), "device_name": "Olga's tablet"}
    )
    stage.do("listTokens", "owner")
    stage.do("revokeToken", "owner", device_id=token["id"])
    stage.do("listGames", "player")
    stage.do("readGame", "player", game="buddhas-folly")


def _club(stage: Stage) -> None:
    body = {"id": named("another club"), "name": "Saturday", "currency": "EUR", "time_zone": "Europe/Berlin"}
    stage.do("createClub", "owner", body)
    stage.do("listClubs", "owner")
    stage.do("readClub", "owner", club_id=stage.club)
    stage.do(
        "updateClub",
        "owner",
        {"default_payment_method": "account", "differences_by": "scorekeeper"},
        club_id=stage.club,
    )
    users.register("nina", password_of("nina"), user_id=UUID(named("nina")))
    nina = {"id": named("member nina"), "login": "nina", "role": "player"}
    stage.do("addMember", "admin", nina, club_id=stage.club)
    stage.do("listMembers", "owner", club_id=stage.club)


def _players(stage: Stage) -> None:
    pat = named("member player")
    bodies = [
        {"id": PAT, "name": "Pat", "member": pat},
        {"id": ANN, "name": "Ann"},
        {"id": CARA, "name": "Cara"},
        {"id": DOUBLE, "name": "Kara"},
    ]
    for body in bodies:
        stage.do("addPlayer", "scorekeeper", body, club_id=stage.club)
    stage.do("renamePlayer", "scorekeeper", {"name": "Ann B."}, player_id=ANN)
    stage.do("listPlayers", "player", club_id=stage.club)
    stage.do("readPlayer", "player", player_id=ANN)
    stage.do("mergePlayer", "admin", {"into": CARA, "reason": "Cara stood there twice"}, player_id=DOUBLE)
