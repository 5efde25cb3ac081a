"""A circle of people who play together, and who of them sits at the table."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.base import Kept, Recorded, salt_field
from games.models.words import word


class Way(models.TextChoices):
    """How money comes in and goes out: through the night's cash box, or on the player's balance."""

    CASH = "cash", _("Cash")
    ACCOUNT = "account", _("Account")


class Bearers(models.TextChoices):
    """Who bears an expense of which nobody said so: everyone of the night, who left included; who sits; the club."""

    NIGHT = "night", _("Night")
    SEATED = "seated", _("Seated")
    CLUB = "club", _("Club")


class Role(models.TextChoices):
    OWNER = "owner", _("Owner")
    ADMIN = "admin", _("Admin")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    PLAYER = "player", _("Player")


class Club(Recorded, Kept):
    """A circle of people who play together; `book` is its ledger, one a club.

    `differences_by` is the lowest role that decides what counts and book differ by. `locale` is how amounts are
    written, such as `de_DE`; where it is empty, as the time zone's country writes them. A dispute should have ended
    after `dispute_days`; with `holds_back_disputed` a settlement holds back what is disputed. The arbiter rules on a
    hand they were dealt in to only where `arbiter_may_play`. With `hands_by_link` a finished hand may be shown to
    whoever has its link. `expenses_by` bear what an evening costs where nobody said who does.
    """

    name = models.CharField(max_length=80)
    book = models.UUIDField(unique=True, editable=False)
    currency = models.CharField(max_length=3)
    time_zone = models.CharField(max_length=64)
    locale = models.CharField(max_length=20, blank=True)
    default_way = models.CharField(max_length=7, choices=Way.choices, default=Way.ACCOUNT)
    differences_by = models.CharField(max_length=11, choices=Role.choices, default=Role.SCOREKEEPER)
    dispute_days = models.PositiveSmallIntegerField(default=14)
    arbiter_may_play = models.BooleanField(default=False)
    holds_back_disputed = models.BooleanField(default=False)
    hands_by_link = models.BooleanField(default=False)
    expenses_by = models.CharField(max_length=6, choices=Bearers.choices, default=Bearers.NIGHT)
    made_at = models.DateTimeField()
    salt = salt_field()

    def __str__(self) -> str:
        return self.name


class Member(Recorded, Kept):
    """A user in a club. Each role may do what those below it may; the arbiter's flag stands apart.

    Who has left keeps only the record, for what stands in their name: they are no member until they join again.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=11, choices=Role.choices)
    is_arbiter = models.BooleanField(default=False)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="member_once_a_club"),
            models.UniqueConstraint(fields=["club"], condition=models.Q(is_arbiter=True), name="one_arbiter_a_club"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({word(self.role)})"

    @property
    def own_player(self) -> "Player | None":
        """Who they are at the table; None for who has none, and has never sat down."""
        own: Player | None = getattr(self, "player", None)
        return own

    @property
    def own_id(self) -> str | None:
        """The id of that player, by which hands know them."""
        return str(self.own_player.pk) if self.own_player else None


class Player(Recorded, Kept):
    """Who sits at the table; without a member, a guest.

    `merged_into` is the player that this one turned out to be: then it is only a name in the past.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=80)
    member = models.OneToOneField(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="player")
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged")
    made_at = models.DateTimeField()
    salt = salt_field()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="player_name_once_a_club")]

    def __str__(self) -> str:
        return self.name
