"""What may happen to the database of a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def only_reading() -> Iterator[None]:
    """What an administrator, or a file system gone wrong, may do to a database."""
    on, off = ("PRAGMA query_only = ON", "PRAGMA query_only = OFF")
    if connection.vendor == "postgresql":
        on, off = ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off")
    with connection.cursor() as cursor:
        cursor.execute(on)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(off)
