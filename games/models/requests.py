"""What a player asks the scorekeeper for."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.base import Kept, Recorded, salt_field
from games.models.clubs import Player, Way
from games.models.hands import Entry
from games.models.nights import Night


class BuyInRequest(Recorded, Kept):
    """A player would like chips. `entry` is the buy-in it was granted with, `reason` why it was refused."""

    class Status(models.TextChoices):
        ASKED = "asked", _("Asked")
        GRANTED = "granted", _("Granted")
        REFUSED = "refused", _("Refused")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="requests")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="requests")
    amount = models.BigIntegerField()
    way = models.CharField(max_length=7, choices=Way.choices)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.ASKED)
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="requests")
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, related_name="request")
    salt = salt_field()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["night", "player"], condition=models.Q(status="asked"), name="one_request_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return gettext("{player} asks for chips").format(player=self.player)
