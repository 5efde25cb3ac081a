"""Who has left is forgotten, from the desk."""

from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from games.clubs.services.anonymisation import pseudonymise_member
from games.core.actor import Actor
from games.core.pages.form_view import write


@write
def forget(_request: HttpRequest, actor: Actor, member_id: UUID) -> str:
    pseudonymise_member(actor, member_id)
    return reverse("admin:games_member_change", args=[member_id])
