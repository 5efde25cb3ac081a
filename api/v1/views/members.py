"""Members: changed, removed, gone."""

from uuid import UUID

from api.v1.operations import Ask, write_operation
from api.v1.problems import Problem
from api.v1.serializers.clubs import Member
from api.v1.serializers.members import EndMembership, UpdateMember
from api.v1.serializers.nights import Empty
from api.v1.view import ApiView
from games import models
from games.clubs.services import anonymisation, members


class OneMember(ApiView):
    @write_operation("updateMember", UpdateMember, Member, "Change a member's role, or who is the arbiter", status=200)
    def patch(self, ask: Ask, member_id: UUID) -> models.Member:
        """Nobody gives or takes a role above their own, and a club keeps its last owner."""
        if not ask.given:
            raise Problem("bad_format", "Say a role or is_arbiter.")
        return members.change_member(ask.actor, member_id, **ask.given)


class Removal(ApiView):
    @write_operation("removeMember", EndMembership, Member, "Remove a member", status=200)
    def post(self, ask: Ask, member_id: UUID) -> models.Member:
        """What they did stays in their name; their player stays at the table as a guest.

        409 where they still owe money, or are owed some, unless `unsettled` is true.
        """
        return members.remove_member(ask.actor, member_id, **ask.given)


class Pseudonymisation(ApiView):
    @write_operation("pseudonymiseMember", Empty, Member, "Forget a member who has left", status=200)
    def post(self, ask: Ask, member_id: UUID) -> models.Member:
        """Their names and texts go, for good; sums and the chain stay. Their account too, unless in another club."""
        return anonymisation.pseudonymise_member(ask.actor, member_id)


class Leaving(ApiView):
    @write_operation("leaveClub", EndMembership, Member, "Leave a club", status=200)
    def post(self, ask: Ask, club_id: UUID) -> models.Member:
        """The last owner cannot, nor who holds the cash box of an open night.

        409 where you still owe money, or are owed some, unless `unsettled` is true.
        """
        return members.leave_club(ask.actor, club_id, **ask.given)
