"""What proves that nothing was changed."""

from django.db import models

from ledger.models.accounts import Book

HASH_LENGTH = 64
FIRST_PREVIOUS = "0" * HASH_LENGTH


class Link(models.Model):
    """One entry of a book's chain: `hash` is SHA-256 of `previous` and `body`, in hexadecimal digits.

    `body` is kept as the very text that was hashed. The numbers of a book begin at 1 and leave no gap.
    """

    id = models.BigAutoField(primary_key=True)
    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="links", db_index=False)
    sequence = models.PositiveBigIntegerField()
    body = models.TextField()
    previous = models.CharField(max_length=HASH_LENGTH)
    hash = models.CharField(max_length=HASH_LENGTH)

    class Meta:
        constraints = [models.UniqueConstraint(name="ledger_link_once", fields=["book", "sequence"])]

    def __str__(self) -> str:
        return f"{self.sequence} {self.hash}"
