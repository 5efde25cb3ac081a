"""What every kept row has in common."""

import secrets
import uuid
from typing import Any

from django.db import models, transaction


class Kept(models.Model):
    """A row with an id that a client may make: ids of two installations never collide."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        abstract = True


class Recorded(models.Model):
    """A row that is stated in a chain each time it is saved (`games.core.row_signals`): both, or neither."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **named: Any) -> None:
        with transaction.atomic(savepoint=False):
            super().save(*args, **named)


def new_salt() -> str:
    return secrets.token_hex(16)


def salt_field() -> "models.CharField[str, str]":
    """With a text it makes what the chain says of that text; it goes when the text is removed."""
    return models.CharField(max_length=32, default=new_salt, db_default="", editable=False)
