"""Links by which people come into a club."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext

from games.models.base import Kept, Recorded
from games.models.clubs import Club, Player, Role
from games.models.words import word


class Invite(Recorded, Kept):
    """A secret link: whoever has it may join with `role`, and where it has a player, is that player from then on.

    The secret itself is not kept: `token_hash` is its SHA-256.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="invites")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="invites")
    role = models.CharField(max_length=11, choices=Role.choices, default=Role.PLAYER)
    token_hash = models.CharField(max_length=64, unique=True)
    most_uses = models.PositiveSmallIntegerField(default=1)
    uses = models.PositiveSmallIntegerField(default=0)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="invites")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(uses__lte=models.F("most_uses")), name="invite_used_in_bounds")
        ]

    def __str__(self) -> str:
        return gettext("{role} in {club}").format(role=word(self.role), club=self.club)
