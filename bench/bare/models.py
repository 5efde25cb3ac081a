"""What the bare endpoint locks, and what it adds."""

from django.conf import settings
from django.db import models


class Sheet(models.Model):
    name = models.CharField(max_length=20)

    def __str__(self) -> str:
        return self.name


class Line(models.Model):
    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    body = models.JSONField()

    def __str__(self) -> str:
        return f"line of {self.sheet}"
