"""An audit asked for at the desk."""

from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from games.audit.services import ask_for_audit
from games.core.actor import Actor
from games.core.pages.form_view import write


@write
def start(_request: HttpRequest, actor: Actor, club_id: UUID) -> str:
    ask_for_audit(actor, club_id)
    return reverse("admin:index")
