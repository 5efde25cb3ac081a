"""An audit asked for at the desk."""

from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from games.pages.writing import write
from games.services.actor import Actor
from games.services.audit import ask_for_audit


@write
def start(_request: HttpRequest, actor: Actor, club_id: UUID) -> str:
    ask_for_audit(actor, club_id)
    return reverse("admin:index")
