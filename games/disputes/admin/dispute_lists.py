"""Disputes in the admin: the list, and the page of each."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.core.admin.read_only import WithPage
from games.disputes.admin import dispute_page
from games.models import Dispute
from games.settlement.selectors.dispute_notices import matter_words


@admin.register(Dispute)
class DisputeAdmin(WithPage):
    """All disputes; one of them is its thread, with what may be done about it."""

    list_display = ("opened_at", "matter", "player", "night", "state", "due_at", "ended_at")
    list_select_related = ("player", "night", "hand", "entry", "payment")
    list_filter = ("state",)
    narrows = ("state", "night", "hand", "player")
    ordering = ("-opened_at",)
    shown = staticmethod(dispute_page.shown)

    @admin.display(description=_("about"))
    def matter(self, dispute: Dispute) -> str:
        return matter_words(dispute)
