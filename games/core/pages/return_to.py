"""Where one comes back to from what is done about a night: to the table, if one came from there."""

from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

# What the address of a page ends with that was opened from the table (templates/nights/base.html)
_FROM_TABLE = "?table"


def back_from(request: HttpRequest, night_id: UUID) -> str:
    """The page that follows a form: the table where it stood there or was opened from there, else the night's."""
    table = reverse("console", args=[night_id])
    opened = request.POST.get("from", "")
    if opened.startswith(table) or opened.endswith(_FROM_TABLE):
        return table
    return reverse("night-page", args=[night_id])


def onward(request: HttpRequest, page: str) -> str:
    """The next page of the same errand: who came from the table goes back there in the end."""
    return page + _FROM_TABLE if request.POST.get("from", "").endswith(_FROM_TABLE) else page
