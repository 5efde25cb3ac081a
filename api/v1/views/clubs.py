"""Clubs and their people."""

from uuid import UUID

from django.db.models import QuerySet

from api.v1 import filters
from api.v1.operations import Ask, read_operation, write_operation
from api.v1.serializers.clubs import (
    AddMember,
    AddPlayer,
    Club,
    CreateClub,
    Member,
    MergePlayer,
    Player,
    RenamePlayer,
    UpdateClub,
)
from api.v1.serializers.nights import ClubEntry, Empty
from api.v1.view import ApiView
from games import models
from games.clubs.selectors import clubs as select
from games.clubs.services import clubs, invites, player_merge
from games.core.actor import Actor

PLAYERS = (
    filters.text("name", "name__icontains", "Whose name has this in it, in capitals or not."),
    filters.flag("guest", "member__isnull", "Without an account, or with one."),
)
CLUBS = (filters.text("name", "name__icontains", "Whose name has this in it, in capitals or not."),)
MEMBERS = (filters.word("role", models.Role.values, "Their role."),)


class Clubs(ApiView):
    @read_operation("listClubs", Club, "Your clubs", many=True, filters=CLUBS)
    def get(self, actor: Actor) -> QuerySet[models.Club]:
        """Those you are a member of, by name."""
        return select.clubs_of(actor)

    @write_operation("createClub", CreateClub, Club, "Found a club", at=("clubs/{id}/",))
    def post(self, ask: Ask) -> models.Club:
        """Whoever founds it is its owner."""
        return clubs.create_club(ask.actor, **ask.given)


class OneClub(ApiView):
    @read_operation("readClub", Club, "A club")
    def get(self, actor: Actor, club_id: UUID) -> models.Club:
        """Its currency, time zone, and the settings that hold unless something else is said."""
        return select.club(actor, club_id)

    @write_operation("updateClub", UpdateClub, Club, "Change a club's settings", status=200)
    def patch(self, ask: Ask, club_id: UUID) -> models.Club:
        """Only what is sent changes. That it changed stands in the club's log."""
        return clubs.change_club(ask.actor, club_id, **ask.given)


class ClubEntries(ApiView):
    @read_operation("listClubEntries", ClubEntry, "The log of a club, newest first", many=True, filters=filters.ENTRIES)
    def get(self, actor: Actor, club_id: UUID) -> QuerySet[models.Entry]:
        """Everything that was entered beside the play of hands: money, settings, members, players, invites, merges."""
        return select.entries_of(actor, club_id)


class Players(ApiView):
    @read_operation("listPlayers", Player, "Who plays in a club", many=True, filters=PLAYERS)
    def get(self, actor: Actor, club_id: UUID) -> QuerySet[models.Player]:
        """By name, guests and merged players among them."""
        return select.players_of(actor, club_id)

    @write_operation("addPlayer", AddPlayer, Player, "Add a player", at=("players/{id}/",))
    def post(self, ask: Ask, club_id: UUID) -> models.Player:
        """A guest, unless it is said which member this is. Names are unique within a club."""
        return clubs.add_player(ask.actor, club_id, **ask.given)


class OnePlayer(ApiView):
    @read_operation("readPlayer", Player, "A player")
    def get(self, actor: Actor, player_id: UUID) -> models.Player:
        """The name at the table, and the member behind it, if any."""
        return select.player(actor, player_id)

    @write_operation("renamePlayer", RenamePlayer, Player, "Rename a player", status=200)
    def patch(self, ask: Ask, player_id: UUID) -> models.Player:
        """Hands know a player by id, so nothing of the past changes."""
        return clubs.rename_player(ask.actor, player_id, **ask.given)


class Claim(ApiView):
    @write_operation("claimPlayer", Empty, Player, "This player is you", status=200)
    def post(self, ask: Ask, player_id: UUID) -> models.Player:
        """Of a guest who is you, where you may invite who plays; else somebody who may invites you.

        Refused for who has a player in the club, and for a guest who has declared in secret in a hand that is played.
        """
        return invites.claim_player(ask.actor, player_id)


class Merge(ApiView):
    @write_operation("mergePlayer", MergePlayer, Player, "This player is another one", status=200)
    def post(self, ask: Ask, player_id: UUID) -> models.Player:
        """What was played stays as it was; what is owed is summed. Answers with the player who stays."""
        return player_merge.merge_players(ask.actor, player_id, **ask.given)


class Members(ApiView):
    @read_operation("listMembers", Member, "The members of a club", many=True, filters=MEMBERS)
    def get(self, actor: Actor, club_id: UUID) -> QuerySet[models.Member]:
        """People with accounts and their roles, in the order they joined."""
        return select.members_of(actor, club_id)

    @write_operation(
        "addMember", AddMember, Member, "Take a person with an account into the club", at=("clubs/{club_id}/members/",)
    )
    def post(self, ask: Ask, club_id: UUID) -> models.Member:
        """Nobody gives a role above their own."""
        return clubs.add_member(ask.actor, club_id, **ask.given)
