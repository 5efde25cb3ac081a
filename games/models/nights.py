"""One evening: its money, its seats."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.base import Kept, Recorded, salt_field
from games.models.clubs import Club, Member, Player


class Night(Recorded, Kept):
    """One evening of a club, in one currency; `chip` is the smallest chip, in minor units.

    `last_rules` remembers, by game, the house rules of its last hand; before the first, those of the club's last night
    with the same chip. `box_holder` keeps the cash box.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        CLOSED = "closed", _("Closed")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="nights")
    name = models.CharField(max_length=80)
    currency = models.CharField(max_length=3)
    chip = models.BigIntegerField()
    time_zone = models.CharField(max_length=64)
    status = models.CharField(max_length=6, choices=Status.choices, default=Status.OPEN)
    box_holder = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="boxes")
    last_rules = models.JSONField(default=dict)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    salt = salt_field()

    class Meta:
        indexes = [models.Index(fields=["club", "-opened_at"], name="night_by_club")]

    def __str__(self) -> str:
        return self.name


class Seat(Recorded, Kept):
    """A player's place at the table of a night; `position` runs clockwise.

    Who is out keeps the place; who has left keeps only the record, and the position is free again.
    """

    class Status(models.TextChoices):
        IN = "in", _("In")
        OUT = "out", _("Out")
        LEFT = "left", _("Left")

    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField(null=True)
    status = models.CharField(max_length=4, choices=Status.choices, default=Status.IN)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["night", "player"], name="seat_once_a_night"),
            models.UniqueConstraint(fields=["night", "position"], name="position_once_a_night"),
            models.CheckConstraint(
                condition=models.Q(status="left", position=None)
                | models.Q(status__in=["in", "out"], position__isnull=False),
                name="seat_has_position_until_left",
            ),
        ]

    def __str__(self) -> str:
        return gettext("{player} at {position}").format(player=self.player, position=self.position)
