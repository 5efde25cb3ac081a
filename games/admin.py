"""The admin's desk: everything to look at, nothing to change. What changes, the services change."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games.models import (
    BuyInRequest,
    Club,
    Device,
    Entry,
    Hand,
    Match,
    Member,
    Night,
    Payment,
    Player,
    Seat,
    Settlement,
    Task,
    Transfer,
    User,
)
from games.selectors.secrets import revealed_up_to, shown_body


class ReadOnly(admin.ModelAdmin):
    """Rows can be read by staff; no form, no deletion, no bulk action."""

    list_per_page: ClassVar[int] = 50
    show_full_result_count = False
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(ReadOnly):
    list_display = ("name", "email", "is_active", "is_staff", "joined_at")
    search_fields = ("name", "email")
    exclude = ("password",)


@admin.register(Device)
class DeviceAdmin(ReadOnly):
    list_display = ("name", "user", "made_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    exclude = ("token_hash",)


@admin.register(Club)
class ClubAdmin(ReadOnly):
    list_display = ("name", "currency", "time_zone", "made_at")
    search_fields = ("name",)


@admin.register(Member)
class MemberAdmin(ReadOnly):
    list_display = ("user", "club", "role", "is_arbiter", "joined_at")
    list_select_related = ("user", "club")


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ("name", "club", "member")
    list_select_related = ("club", "member__user")
    search_fields = ("name",)


@admin.register(Night)
class NightAdmin(ReadOnly):
    list_display = ("name", "club", "currency", "status", "opened_at", "closed_at")
    list_select_related = ("club",)


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    list_display = ("player", "night", "position", "status")
    list_select_related = ("player", "night")


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("night", "game", "status", "started_at")
    list_select_related = ("night",)


@admin.register(Hand)
class HandAdmin(ReadOnly):
    list_display = ("number", "night", "game", "phase", "status", "started_at")
    list_select_related = ("night",)
    list_filter = ("status",)


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    """The log. What was declared in secret shows here no earlier than anywhere else."""

    list_display = ("at", "kind", "number", "hand", "player", "by", "device")
    list_select_related = ("hand", "player", "by", "device")
    exclude = ("body",)
    readonly_fields = ("shown",)

    @admin.display(description="body")
    def shown(self, entry: Entry) -> dict[str, Any]:
        log = entry.hand.entries.all() if entry.hand else [entry]
        return shown_body(entry, revealed_up_to(log), None)


@admin.register(Task)
class TaskAdmin(ReadOnly):
    list_display = ("requested_at", "kind", "club", "state", "progress", "attempts", "error_code", "requested_by")
    list_select_related = ("club", "requested_by")
    list_filter = ("state",)


@admin.register(BuyInRequest)
class BuyInRequestAdmin(ReadOnly):
    list_display = ("asked_at", "night", "player", "amount", "status")
    list_select_related = ("night", "player")


@admin.register(Settlement)
class SettlementAdmin(ReadOnly):
    list_display = ("made_at", "club", "night", "currency", "by")
    list_select_related = ("club", "night", "by")


@admin.register(Transfer)
class TransferAdmin(ReadOnly):
    list_display = ("settlement", "number", "payer_kind", "payer", "receiver_kind", "receiver", "amount")
    list_select_related = ("settlement__night", "settlement__club")


@admin.register(Payment)
class PaymentAdmin(ReadOnly):
    list_display = ("made_at", "transfer", "amount", "way", "by", "confirmed_at", "reversed_at")
    list_select_related = ("transfer", "by")
