"""The installation: its accounts, devices and invites, and which clubs there are, held against its own chain.

Whoever has an account with the right flags, or a device with a token, may enter anything in a club. So each club's
audit has what is found here, too.
"""

from collections.abc import Iterator
from uuid import UUID

from games.models import Club, User
from games.services.audit.findings import Findings
from games.services.audit.stated import Stated, verify_rows
from games.services.moment import one_moment
from games.services.recorded import INSTALLATION, ROW, of_the_installation
from ledger.audit import Difference, verify_books
from ledger.chain_audit import START, verify_chain
from ledger.models import Book, Link


def audit_installation() -> Findings:
    """What differs, at one moment; nothing is written."""
    with one_moment():
        return find_of_installation()


def find_of_installation() -> Findings:
    """What differs; always all of it, from the first link."""
    kinds = of_the_installation()
    stated = Stated(kinds, INSTALLATION)
    findings = Findings(START, {})
    if (book := Book.objects.filter(pk=INSTALLATION).first()) is not None:
        walk = verify_chain(book, heard={ROW: stated})
        findings = Findings(walk.head, dict(walk.counts), [*verify_books(book), *walk.differences])
    elif User.objects.exists() or Link.objects.filter(book=INSTALLATION).exists():
        findings.differences.append(Difference("book of installation", INSTALLATION, "one", "none"))
    findings.differences += verify_rows(kinds, None, stated)
    findings.differences += _strange_books()
    return findings


def _strange_books() -> Iterator[Difference]:
    """Each book is a club's, or the installation's."""
    books = Book.objects.exclude(pk=INSTALLATION).exclude(pk__in=Club.objects.values("book")).order_by("pk")
    for pk in books.values_list("pk", flat=True):
        yield Difference("book", UUID(str(pk)), "that of a club", "no such club")
