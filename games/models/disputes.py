"""When two people remember something differently: what it is about, what each side says, how it ends."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.base import Kept, Recorded
from games.models.clubs import Club, Player
from games.models.hands import Entry, Hand
from games.models.nights import Night
from games.models.settlements import Payment
from games.models.words import word


class Dispute(Recorded, Kept):
    """A thread about a hand, one action of it (`hand` and `entry`), another entry of a night, or a payment.

    `player` is for whom it was opened; none where that is the cash box or the club. `answered` is an open one that
    waits for its opener. `remedy` is the entry that put right what was upheld. It should have ended by `due_at`.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        ANSWERED = "answered", _("Answered")
        UPHELD = "upheld", _("Upheld")
        REJECTED = "rejected", _("Rejected")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    class About(models.TextChoices):
        HAND = "hand", _("Hand")
        ACTION = "action", _("Action")
        ENTRY = "entry", _("Entry")
        PAYMENT = "payment", _("Payment")

    RUNNING = (State.OPEN, State.ANSWERED)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="disputes")
    night = models.ForeignKey(Night, on_delete=models.PROTECT, null=True, related_name="disputes")
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, null=True, related_name="disputes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="disputes")
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, null=True, related_name="disputes")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="disputes")
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="disputes")
    due_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    remedy = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="remedied")

    class Meta:
        indexes = [models.Index(fields=["club", "-opened_at"], name="dispute_by_club")]
        constraints = [
            models.CheckConstraint(
                condition=Q(payment=None) & (Q(hand__isnull=False) | Q(entry__isnull=False))
                | Q(payment__isnull=False, hand=None, entry=None),
                name="dispute_is_about_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(state="upheld", remedy__isnull=False) | (~Q(state="upheld") & Q(remedy=None)),
                name="dispute_upheld_has_remedy",
            ),
        ]

    def __str__(self) -> str:
        return gettext("dispute about {about}, {state}").format(about=word(self.about), state=word(self.state))

    @property
    def about(self) -> str:
        if self.payment_id:
            return self.About.PAYMENT
        if self.hand_id:
            return self.About.ACTION if self.entry_id else self.About.HAND
        return self.About.ENTRY

    @property
    def is_running(self) -> bool:
        return self.state in self.RUNNING


class DisputeMessage(Recorded):
    """What one side said; the words stand in the entry. `opener` is who opened the dispute, `other` all others."""

    class Side(models.TextChoices):
        OPENER = "opener", _("Opener")
        OTHER = "other", _("Other")

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="messages")
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, primary_key=True, related_name="message")
    side = models.CharField(max_length=6, choices=Side.choices)

    def __str__(self) -> str:
        return f"said by {self.side}"
