"""A chain freed of what dry runs left in it: that, and nothing else."""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from games.audit import services as audit
from games.audit.services.dry_runs.traces import Trace, traces_of
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import Conflict
from games.core.event_log import note_of_club
from games.core.permissions import May, member_for
from games.core.snapshot import one_moment
from games.models import Club, Entry
from ledger import chain, guards, mending
from ledger.audit import Difference
from ledger.models import Book


@dataclass(frozen=True, slots=True)
class Found:
    """The traces in a chain, and all that an audit finds besides."""

    club: Club
    traces: list[Trace]
    others: list[Difference]

    @property
    def doubts(self) -> list[str]:
        return [doubt for trace in self.traces for doubt in trace.doubts]

    @property
    def sequences(self) -> list[int]:
        return [link.sequence for trace in self.traces for link in trace.links]


def look(club: Club) -> Found:
    """What dry runs left; nothing is written."""
    with one_moment():
        return _found(club)


def remove(actor: Actor, club: Club) -> Entry:
    """Take out what dry runs left, by an owner of the club or whoever runs the installation; the entry that says so.

    The links after it are hashed anew, with the same bodies. The entry has what was taken out and the former head, so
    that a head which was noted before can still be worked out. Raises Conflict where anything else differs, before or
    after, or where a trace may be something else than a dry run's; then nothing has changed.
    """
    if not actor.user.is_superuser:
        member_for(actor, May.AUDIT, club=club.pk)
    with one_transaction():
        guards.lift(connection)
        found = _found(club)
        _check(found)
        body = _body(found)
        mending.take_out(Book(pk=club.book), found.sequences)
        guards.install(connection)
        _check_in_order(club)
        return note_of_club(actor, club.pk, Entry.Kind.REPAIR, body, timezone.now())


def _found(club: Club) -> Found:
    traces = traces_of(club)
    expected = {
        (UUID(link.body["id"]), f"as in link {link.sequence}", "none") for trace in traces for link in trace.links
    }
    others = [
        one for one in audit.find(club).differences if (one.id, one.expected, one.found) not in expected
    ]  # fmt: skip
    return Found(club, traces, others)


def _check(found: Found) -> None:
    if not found.traces:
        raise Conflict(_("No dry run has left anything in this chain."))
    if found.doubts:
        raise Conflict(_("This may be something else than what a dry run left: {doubt}."), doubt=found.doubts[0])
    if found.others:
        raise Conflict(_("An audit finds something else, too: {difference}."), difference=str(found.others[0]))


def _check_in_order(club: Club) -> None:
    if differences := audit.find(club).differences:
        raise Conflict(
            _("Without these links an audit would find something: {difference}."), difference=str(differences[0])
        )


def _body(found: Found) -> dict[str, object]:
    head = chain.head(found.club.book)
    links = [link for trace in found.traces for link in trace.links]
    return {
        "what": "dry_run",
        "head": {"sequence": head.sequence, "hash": head.hash},
        "removed": [{"sequence": link.sequence, "body": link.text} for link in links],
    }
