"""Who owes whom after the cards are put away, and what of it was paid."""

from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.base import Kept, Recorded, salt_field
from games.models.clubs import Club
from games.models.nights import Night


class PartyKind(models.TextChoices):
    """Who can owe or be owed: a player, the cash box of a night, or the club for what it keeps and bears."""

    PLAYER = "player", _("Player")
    BOX = "box", _("Box")
    CLUB = "club", _("Club")


class PaymentWay(models.TextChoices):
    """How a transfer was paid. An offset cancels two opposite transfers; only the server records it."""

    CASH = "cash", _("Cash")
    BANK = "bank", _("Bank")
    OTHER = "other", _("Other")
    OFFSET = "offset", _("Offset")

    @classmethod
    def recorded(cls) -> list[str]:
        """The ways in which people pay."""
        return [way for way in cls.values if way != cls.OFFSET]


class Settlement(Recorded, Kept):
    """What was unsettled of one night, or of all closed nights of the club (`night` null), in one currency.

    One on which nothing was ever paid is replaced by the next of its nights: that one takes up again what this one
    had taken up, and nothing of this one is owed any more. It stays as it was, to be read.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="settlements")
    night = models.ForeignKey(Night, on_delete=models.PROTECT, null=True, related_name="settlements")
    currency = models.CharField(max_length=3)
    made_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="settlements")
    replaced_by = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="replaces")

    class Meta:
        indexes = [models.Index(fields=["club", "-made_at"], name="settlement_by_club")]
        constraints = [
            models.CheckConstraint(condition=~Q(replaced_by=F("id")), name="settlement_replaced_by_another"),
        ]

    def __str__(self) -> str:
        return gettext("settlement of {what}").format(what=self.night or self.club)

    def night_ids(self) -> list[UUID]:
        """The nights of which it has taken something up, in the order in which they are locked. One query."""
        return sorted(self.shares.order_by().values_list("night", flat=True).distinct())


class Share(Recorded):
    """What a settlement took up of one night for one party: it is settled there, and no later settlement has it, but
    one that replaces this.

    `party` is the id of a player, of the night whose box it is, or of the club.
    """

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="shares")
    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="shares")
    kind = models.CharField(max_length=6, choices=PartyKind.choices)
    party = models.UUIDField()
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["settlement", "night", "kind", "party"], name="share_once_a_settlement"),
        ]

    def __str__(self) -> str:
        return f"{self.amount:+d}"


class Transfer(Recorded, Kept):
    """One party pays another this much; parties as in `Share`. `number` orders the transfers of a settlement."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="transfers")
    number = models.PositiveSmallIntegerField()
    payer_kind = models.CharField(max_length=6, choices=PartyKind.choices)
    payer = models.UUIDField()
    receiver_kind = models.CharField(max_length=6, choices=PartyKind.choices)
    receiver = models.UUIDField()
    amount = models.BigIntegerField()

    class Meta:
        ordering = ["settlement", "number"]
        constraints = [
            models.UniqueConstraint(fields=["settlement", "number"], name="transfer_number_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="transfer_moves_something"),
            models.CheckConstraint(
                condition=~Q(payer=F("receiver"), payer_kind=F("receiver_kind")), name="transfer_between_two"
            ),
        ]

    def __str__(self) -> str:
        return gettext("transfer {number}").format(number=self.number)


class Payment(Recorded, Kept):
    """Money handed over for a transfer; it counts from when it is recorded until it is reversed."""

    transfer = models.ForeignKey(Transfer, on_delete=models.PROTECT, related_name="payments")
    amount = models.BigIntegerField()
    way = models.CharField(max_length=6, choices=PaymentWay.choices)
    made_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="payments")
    confirmed_at = models.DateTimeField(null=True)
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    reversed_at = models.DateTimeField(null=True)
    reversed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True)
    salt = salt_field()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="payment_moves_something")]

    def __str__(self) -> str:
        return gettext("payment {id}").format(id=str(self.pk)[:8])
