"""The installation: its accounts, devices and invites, and which clubs there are, held against its own chain.

An account with the right flags, or a device with a token, may enter anything in a club. So each club's
audit has what is found here, too.
"""

from collections.abc import Iterator

from games.audit.services.findings import Findings
from games.audit.services.row_inventory import find_unreadable_of_installation
from games.audit.services.stated_rows import Stated, verify_rows
from games.core.row_statements import INSTALLATION, ROW, of_the_installation
from games.core.snapshot import one_moment
from games.models import Club, User
from ledger.audit import Difference, verify_books
from ledger.chain_audit import START, verify_chain
from ledger.models import Book, Link
from ledger.reading import READABLE, checked, ids_of


def audit_installation() -> Findings:
    """What differs, at one moment; nothing is written."""
    with one_moment():
        return find_of_installation()


def find_of_installation() -> Findings:
    """What differs; always all of it, from the first link.

    Each part is checked whatever another one found; once any has failed, the rows are read one by one to name those
    that are damaged.
    """
    found = Findings(START, {})
    found.differences += checked("chain of installation", INSTALLATION, lambda: _chain(found))
    found.differences += checked("books of installation", INSTALLATION, _strange_books)
    if any(one.expected == READABLE for one in found.differences):
        found.differences += find_unreadable_of_installation()
    return found


def _chain(found: Findings) -> Iterator[Difference]:
    """The chain followed, and the rows of which it speaks."""
    kinds = of_the_installation()
    stated = Stated(kinds, INSTALLATION)
    book = Book.objects.filter(pk=INSTALLATION).first()
    if book is not None:
        walk = verify_chain(book, heard={ROW: stated})
        found.head, found.counts = walk.head, dict(walk.counts)
        yield from verify_books(book)
        yield from walk.differences
    elif User.objects.exists() or Link.objects.filter(book=INSTALLATION).exists():
        yield Difference("book of installation", INSTALLATION, "one", "none")
    yield from verify_rows(kinds, None, stated)


def _strange_books() -> Iterator[Difference]:
    """Each book is a club's, or the installation's."""
    books = Book.objects.exclude(pk=INSTALLATION).exclude(pk__in=Club.objects.values("book")).order_by("pk")
    for pk in ids_of(books):
        yield Difference("book", pk, "that of a club", "no such club")
