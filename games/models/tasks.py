"""The outbox: work that was asked for, to be done after the transaction that asked for it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.base import Kept
from games.models.clubs import Club
from games.models.words import word


class Task(Kept):
    """One piece of work; `args` is all that it needs to know. Whoever does it holds it until `held_until`.

    `progress` is in per cent. `error` and `error_code` say why it failed: a sentence in English, whatever the
    installation speaks, and a code for programs.
    """

    class Kind(models.TextChoices):
        NIGHT_REPORT = "night_report", _("Night Report")
        STATEMENT = "statement", _("Statement")
        AUDIT = "audit", _("Audit")

    class State(models.TextChoices):
        QUEUED = "queued", _("Queued")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    WAITING = (State.QUEUED, State.RUNNING)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tasks")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    args = models.JSONField()
    state = models.CharField(max_length=7, choices=State.choices, default=State.QUEUED)
    progress = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    held_until = models.DateTimeField(null=True)
    error_code = models.CharField(max_length=40, blank=True)
    error = models.CharField(max_length=500, blank=True)
    requested_at = models.DateTimeField()
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tasks")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["state", "requested_at"], name="task_by_state")]

    def __str__(self) -> str:
        return f"{word(self.kind)} {word(self.state)}"


class TaskFile(models.Model):
    """What a task has made. It lies in the database, where every web process finds it, whoever made it."""

    task = models.OneToOneField(Task, on_delete=models.CASCADE, primary_key=True, related_name="file")
    name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=100)
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.name
