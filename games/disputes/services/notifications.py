"""Telling people: a row for each in the app, and a mail where they have an address."""

import logging
import threading
from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import NotFound
from games.core.server_language import in_its_language
from games.disputes.services import stakeholders
from games.models import Audit, Club, Dispute, Hand, Member, Notification, Role, User

log = logging.getLogger(__name__)

Kind = Notification.Kind
SENTENCES = {
    (Kind.DISPUTE, "opened"): _("A dispute was opened."),
    (Kind.DISPUTE, "said"): _("Somebody spoke in a dispute."),
    (Kind.DISPUTE, "upheld"): _("A dispute was upheld: what it was about has been put right."),
    (Kind.DISPUTE, "rejected"): _("A dispute was rejected."),
    (Kind.DISPUTE, "withdrawn"): _("A dispute was withdrawn."),
    (Kind.RULING, "ruled"): _("There was a ruling on a hand."),
    (Kind.CORRECTION, "corrected"): _("A hand was corrected."),
    (
        Kind.AUDIT,
        "failed",
    ): _("The audit has found differences: keep a copy of the database before anything else is done."),
}
_DONE = {Kind.RULING: "ruled", Kind.CORRECTION: "corrected"}
MAIL = _("{club}: {sentence}\n\nYou will find it in Tableside.\n")
SUBJECT = _("{club} at Tableside")


def of_dispute(actor: Actor, dispute: Dispute, what: str, now: datetime) -> None:
    """Everyone concerned but who did it: both sides, who entered it, and who may end it."""
    named = {dispute.opened_by_id} | ({dispute.entry.by_id} if dispute.entry else set())
    players = stakeholders.players(stakeholders.matter_of_dispute(dispute))
    wanted = Q(player__in=players) | Q(user__in=named) | _who_decide()
    tell(_users(dispute.club_id, wanted, actor), dispute.club, Kind.DISPUTE, what, now, dispute=dispute)


def of_hand(actor: Actor, hand: Hand, kind: Kind, players: Iterable[str], now: datetime) -> None:
    """A hand was corrected or ruled on: everyone whom that concerns, and who decide in the club, but who did it."""
    club = hand.night.club
    wanted = Q(player__in=stakeholders.as_they_are(club.pk, players)) | _who_decide()
    tell(_users(club.pk, wanted, actor), club, kind, _DONE[kind], now, hand=hand)


def of_failed_audit(audit: Audit, now: datetime) -> None:
    """The owners."""
    users = _users(audit.club_id, Q(role=Role.OWNER))
    tell(users, audit.club, Kind.AUDIT, "failed", now, audit=audit)


def tell(
    users: Collection[User],
    club: Club,
    kind: str,
    what: str,
    now: datetime,
    *,
    dispute: Dispute | None = None,
    hand: Hand | None = None,
    audit: Audit | None = None,
) -> None:
    """In the caller's transaction; mails go out when that is committed."""
    Notification.objects.bulk_create(
        Notification(club=club, user=user, kind=kind, what=what, dispute=dispute, hand=hand, audit=audit, at=now)
        for user in users
    )
    addresses = [user.email for user in users if user.email]
    if addresses:
        with in_its_language():
            subject = str(SUBJECT).format(club=club.name)
            text = str(MAIL).format(club=club.name, sentence=SENTENCES[Kind(kind), what])
        transaction.on_commit(lambda: _send(addresses, subject, text))


def see(actor: Actor, notification_id: UUID) -> Notification:
    """One's own was seen. A second time changes nothing."""
    with one_transaction():
        found = Notification.objects.select_for_update(no_key=True).filter(pk=notification_id, user=actor.user).first()
        if found is None:
            raise NotFound("You have no such notification.")
        if found.seen_at is None:
            found.seen_at = timezone.now()
            found.save(update_fields=["seen_at"])
    return found


def see_all(actor: Actor, shown: Iterable[UUID]) -> None:
    """Those of one's own that a list has shown were seen."""
    _seen(Notification.objects.filter(user=actor.user, seen_at=None, pk__in=list(shown)))


def see_about(actor: Actor, about: Dispute | Hand) -> None:
    """Who looks at a dispute or a hand has seen what they were told of it."""
    which = Q(dispute=about) if isinstance(about, Dispute) else Q(hand=about)
    _seen(Notification.objects.filter(which, user=actor.user, seen_at=None))


def _seen(unseen: QuerySet[Notification]) -> None:
    """Asked first: a page that is only looked at waits for no writer."""
    if unseen.exists():
        with one_transaction():
            unseen.update(seen_at=timezone.now())


def sentence_of(notification: Notification) -> str:
    return str(SENTENCES[Kind(notification.kind), notification.what])


def _who_decide() -> Q:
    return Q(role__in=[Role.ADMIN, Role.OWNER]) | Q(is_arbiter=True)


def _users(club_id: UUID, wanted: Q, but: Actor | None = None) -> list[User]:
    members = Member.objects.filter(wanted, club=club_id, left_at=None).select_related("user").order_by("joined_at")
    return [one.user for one in members if but is None or one.user_id != but.user.pk]


def _send(addresses: list[str], subject: str, text: str) -> None:
    """Nobody waits for the mail, and one that fails stops nothing: the app has it."""
    if settings.MAIL_ASIDE:
        threading.Thread(target=_mail, args=(addresses, subject, text), name="mail", daemon=True).start()
    else:
        _mail(addresses, subject, text)


def _mail(addresses: list[str], subject: str, text: str) -> None:
    for address in addresses:
        try:
            send_mail(subject, text, None, [address])
        except Exception:
            log.exception("A notification could not be mailed")
