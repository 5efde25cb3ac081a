"""What is about the rest: disputes, audits, reports that are made."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from games.admin import dispute_page
from games.admin.rows import ReadOnly, WithPage
from games.desk import AtDesk
from games.models import Dispute, Task


@admin.register(Dispute)
class DisputeAdmin(WithPage):
    """All disputes; one of them is its thread, with what may be done about it."""

    list_display = ("opened_at", "about", "player", "night", "state", "due_at", "ended_at")
    list_select_related = ("player", "night")
    list_filter = ("state",)
    narrows = ("state", "night", "hand", "player")
    ordering = ("-opened_at",)

    def page(self, request: HttpRequest, found: AtDesk, row: Any) -> HttpResponse:
        return dispute_page.shown(request, found, row)


@admin.register(Task)
class TaskAdmin(ReadOnly):
    list_display = ("requested_at", "kind", "state", "progress", "attempts", "error_code")
    list_filter = ("state",)
    narrows = ("state",)
    exclude = ("requested_by",)
    ordering = ("-requested_at",)
