"""What an audit of a club came to, and the heads of the chain that it must find."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.base import Kept
from games.models.clubs import Club


class Audit(Kept):
    """One look at everything that a club has. `whole` began at the first link, else at that of the last good one.

    `sequence` and `hash` are the link up to which the chain was followed, `counts` how many links there are up to it,
    by type. `found` counts what differs; `differences` are the first of them, in words.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="audits")
    whole = models.BooleanField()
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    sequence = models.PositiveBigIntegerField()
    hash = models.CharField(max_length=64)
    counts = models.JSONField()
    found = models.PositiveIntegerField()
    differences = models.JSONField()

    class Meta:
        indexes = [models.Index(fields=["club", "-started_at"], name="audit_by_club")]

    def __str__(self) -> str:
        return gettext("audit of {club}: {found} found").format(club=self.club, found=self.found)


class RecordedHead(Kept):
    """The last link of a club's chain when something left the installation that has it: a report, an archive.

    Whoever holds the file can hold it against the chain, and so does each audit.
    """

    class Source(models.TextChoices):
        REPORT = "report", _("Report")
        ARCHIVE = "archive", _("Archive")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="recorded_heads", db_index=False)
    sequence = models.PositiveBigIntegerField()
    hash = models.CharField(max_length=64)
    source = models.CharField(max_length=7, choices=Source.choices)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "sequence", "hash"], name="head_recorded_once")]

    def __str__(self) -> str:
        return f"{self.sequence} {self.hash}"
