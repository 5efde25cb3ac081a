"""What somebody is told of, in the app and, where they have an address, by mail."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.audits import Audit
from games.models.base import Kept
from games.models.clubs import Club
from games.models.disputes import Dispute
from games.models.hands import Hand


class Notification(Kept):
    """One person is told one thing, once. `what` is what happened to the dispute, hand or audit that is named."""

    class Kind(models.TextChoices):
        DISPUTE = "dispute", _("Dispute")
        RULING = "ruling", _("Ruling")
        CORRECTION = "correction", _("Correction")
        AUDIT = "audit", _("Audit")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="notifications")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    what = models.CharField(max_length=20)
    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, null=True, related_name="notifications")
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, null=True, related_name="notifications")
    audit = models.ForeignKey(Audit, on_delete=models.PROTECT, null=True, related_name="notifications")
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["user", "-at"], name="notification_by_user")]

    def __str__(self) -> str:
        return f"{self.kind} {self.what}"
