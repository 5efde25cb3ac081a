"""Answers kept for writes that are sent again."""

from django.conf import settings
from django.db import models


class Answer(models.Model):
    """The answer once given to a user's key; `fingerprint` tells whether the same thing is asked again.

    `body` is what was sent, as it was sent.
    """

    # found by `answer_once_a_key`
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="answers", db_index=False)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.TextField()
    headers = models.JSONField(default=dict)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="answer_once_a_key")]

    def __str__(self) -> str:
        return self.key
