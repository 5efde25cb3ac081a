"""Audits and background tasks in the admin: lists to look at."""

from django.contrib import admin
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.core.admin.read_only import ReadOnly
from games.models import Audit, Task


@admin.register(Audit)
class AuditAdmin(ReadOnly):
    """Each audit of the club, and what differed."""

    list_display = ("ended_at", "in_order", "whole", "found", "sequence")
    fields = ("started_at", "ended_at", "in_order", "whole", "sequence", "hash", "found", "what_differs", "counts")
    ordering = ("-started_at",)

    @admin.display(description=_("in order"), boolean=True)
    def in_order(self, audit: Audit) -> bool:
        return not audit.found

    @admin.display(description=_("what differs"))
    def what_differs(self, audit: Audit) -> SafeString:
        return format_html_join("", "<p>{}</p>", ((one,) for one in audit.differences))


@admin.register(Task)
class TaskAdmin(ReadOnly):
    list_display = ("requested_at", "kind", "state", "progress", "attempts", "error_code")
    list_filter = ("state",)
    narrows = ("state",)
    exclude = ("requested_by",)
    ordering = ("-requested_at",)
