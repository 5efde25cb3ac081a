"""Who there is: accounts and devices of the installation; clubs, members and players."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.clubs.services.anonymisation import is_forgotten
from games.core.admin.admin_view import rights_in
from games.core.admin.read_only import ReadOnly
from games.core.admin.site import at_desk
from games.models import Club, Device, Invite, Member, Player, Seat, User


@admin.register(User)
class UserAdmin(ReadOnly):
    of_installation = True
    list_display = ("name", "email", "is_active", "is_staff", "joined_at")
    search_fields = ("name", "email")
    exclude = ("password",)
    ordering = ("name",)


@admin.register(Device)
class DeviceAdmin(ReadOnly):
    of_installation = True
    list_display = ("name", "user", "made_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    exclude = ("token_hash",)


@admin.register(Club)
class ClubAdmin(ReadOnly):
    club = "pk"
    list_display = ("name", "currency", "time_zone", "made_at")
    search_fields = ("name",)
    exclude = ("book",)
    ordering = ("name",)


@admin.register(Member)
class MemberAdmin(ReadOnly):
    list_display = ("name", "club", "role", "is_arbiter", "joined_at", "left_at")
    list_select_related = ("user", "club")
    list_filter = ("role",)
    narrows = ("role",)
    search_fields = ("user__name",)
    fields = ("name", "club", "role", "is_arbiter", "joined_at", "left_at")
    ordering = ("user__name",)
    change_form_template = "clubs/admin/member.html"

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Who has left can be forgotten, by who manages the members of the club; the service asks who may, and once."""
        member, found = context["original"], at_desk(request)
        if member and found and member.left_at and member.club_id in found.members:
            context["can_be_forgotten"] = rights_in(found, member.club)["manage_members"] and not is_forgotten(member)
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=_("name"))
    def name(self, member: Member) -> str:
        return member.user.name


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ("name", "club", "member", "merged_into")
    list_select_related = ("club", "member__user", "merged_into")
    search_fields = ("name",)
    ordering = ("name",)
    change_form_template = "clubs/admin/player.html"


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    club = "night__club"
    narrows = ("night", "player")
    list_display = ("player", "night", "position", "status")
    list_select_related = ("player", "night")
    ordering = ("-night__opened_at", "position")


@admin.register(Invite)
class InviteAdmin(ReadOnly):
    """Without the link itself, which is a secret of whom it was sent to."""

    list_display = ("made_at", "who", "role", "player", "uses", "most_uses", "expires_at", "revoked_at")
    list_select_related = ("made_by", "player")
    fields = ("club", "made_at", "who", "role", "player", "uses", "most_uses", "expires_at", "revoked_at")
    ordering = ("-made_at",)

    @admin.display(description=_("made by"))
    def who(self, invite: Invite) -> str:
        return invite.made_by.name
