"""What every kept row has in common."""

import uuid

from django.db import models


class Kept(models.Model):
    """A row with an id that a client may make: ids of two installations never collide."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        abstract = True
