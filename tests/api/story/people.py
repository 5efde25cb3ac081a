"""Chapter of people: they are invited, come in, change, and go."""

import re
from uuid import UUID

from django.core import mail

from games.accounts.services import users
from tests.api.story.club import CARA
from tests.api.story.stage import Stage, named, password_of


def tell(stage: Stage) -> None:
    _account(stage)
    _invite(stage)
    _claim(stage)
    _change(stage)


def _account(stage: Stage) -> None:
    """Nina's, who has had one from elsewhere."""
    stage.do("readAccount", "player")
    stage.do("changeEmail", "player", {"password": password_of("pat"), "email": "pat@example.org"})
    stage.do("changePassword", "player", {"current_password": password_of("pat"), "new_password": "pat-folds-again"})
    stage.do("requestPasswordReset", "anonymous", {"email": "pat@example.org"})
    user, token = re.findall(r"/new-password/([^/]+)/([^/]+)/", str(mail.outbox[-1].body))[0]
    stage.do("resetPassword", "anonymous", {"account": user, "token": token, "password": password_of("pat")})
    device = stage.do(
        "signIn", "anonymous", {"login": "pat", "password": password_of("pat"), "device_name": "Pat's phone"}
    )
    stage.phones["player"] = type(stage.phones["player"])(device["token"])


def _invite(stage: Stage) -> None:
    made = stage.do(
        "createInvite", "admin", {"id": named("invite"), "role": "player", "max_uses": 2}, club_id=stage.club
    )
    link = stage.do("readInviteLink", "admin", invite_id=made["id"])
    for look in ("readInviteSvg", "readInvitePng"):
        stage.do(look, "admin", invite_id=made["id"])
    stage.do("previewInvite", "anonymous", {"token": link["token"]})
    new = {"token": link["token"], "name": "gil", "password": password_of("gil"), "device_name": "Gil's phone"}
    stage.do("acceptInvite", "anonymous", new)
    stage.do("joinClub", "outsider", {"token": link["token"]})
    stage.do("leaveClub", "outsider", club_id=stage.club)
    body = {"id": named("revoked invite"), "role": "scorekeeper"}
    stage.do("createInvite", "admin", body, club_id=stage.club)
    stage.do("revokeInvite", "admin", invite_id=body["id"])


def _claim(stage: Stage) -> None:
    """Cara has been a guest until now."""
    invite = stage.do("createInvite", "scorekeeper", {"id": named("claim"), "player": CARA}, club_id=stage.club)
    token = stage.do("readInviteLink", "scorekeeper", invite_id=invite["id"])["token"]
    new = {"token": token, "name": "cara", "password": password_of("cara")}
    stage.do("acceptInvite", "anonymous", new)
    stage.do("listInvites", "scorekeeper", club_id=stage.club)


def _change(stage: Stage) -> None:
    users.register("otto", password_of("otto"), user_id=UUID(named("otto")))
    body = {"id": named("member otto"), "login": "otto"}
    otto = stage.do("addMember", "admin", body, club_id=stage.club)["id"]
    stage.do("updateMember", "admin", {"role": "scorekeeper"}, member_id=otto)
    stage.do("removeMember", "admin", member_id=otto)
    stage.do("pseudonymiseMember", "admin", member_id=otto)
    stage.do("listMembers", "player", club_id=stage.club)
    kim = {"id": named("player Kim"), "name": "Kim"}
    stage.do("addPlayer", "scorekeeper", kim, club_id=stage.club)
    stage.do("claimPlayer", "scorekeeper", player_id=kim["id"])
    stage.do("listClubEntries", "player", query="?kind=member,invite&page_size=3", club_id=stage.club)
