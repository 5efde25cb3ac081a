"""Who has left can be forgotten: names and texts go, sums and the chain stay as they were (decisions/0010)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.audit_payload import FORGOTTEN, TEXTS
from games.core.errors import Conflict
from games.core.event_log import note_of_club
from games.core.permissions import May, may_not_change, member_for, outranks
from games.core.row_locks import lock_club
from games.core.row_signals import stated_anew
from games.core.unicode_names import key_of
from games.models import Answer, BuyInRequest, Club, Device, Entry, Member, Payment, Player, User
from games.models.base import new_salt
from ledger.models import Book
from ledger.services import forget_memos

BATCH = 500
FORMER_PLAYER, FORMER_MEMBER = _("Former player"), _("Former member")


def pseudonymise_member(actor: Actor, member_id: UUID) -> Member:
    """A member who has left gets another name in all that is kept, and what they wrote, or was written of them, goes.

    So does their account, unless they are in another club. Nothing of this can be taken back. Raises Conflict for who
    is a member still, or was pseudonymised already, Forbidden for one above one's own role.
    """
    by = member_for(actor, May.MANAGE_MEMBERS, club__members=member_id)
    with one_transaction():
        club, now = lock_club(by.club_id), timezone.now()
        member = Member.objects.select_related("user").get(pk=member_id)
        if member.left_at is None:
            raise Conflict("This is a member still: have them leave first.")
        if not outranks(by, member.role):
            raise may_not_change(by, member)
        if is_forgotten(member):
            raise Conflict("This member was pseudonymised already.")
        players = _players(club, _log(member))
        for player in players:
            player.name, player.salt = _free_name(club), new_salt()
            player.save(update_fields=["name", "salt"])
        _remove_texts(club, member.user, players)
        if not member.user.memberships.filter(left_at=None).exists():
            _close_account(member.user)
        body = {"member": str(member.pk), "what": FORGOTTEN, "players": [str(player.pk) for player in players]}
        note_of_club(actor, club.pk, Entry.Kind.MEMBER, body, now)
    return member


def is_forgotten(member: Member) -> bool:
    return _log(member).filter(body__what=FORGOTTEN).exists()


def _log(member: Member) -> QuerySet[Entry]:
    return Entry.objects.filter(club=member.club_id, kind=Entry.Kind.MEMBER, body__member=str(member.pk))


def blanked(body: Mapping[str, Any]) -> dict[str, Any]:
    """A body with nothing in place of its texts, in actions that it restates too."""
    found: dict[str, Any] = {}
    for key, value in body.items():
        if key in TEXTS and isinstance(value, str):
            value = ""
        elif key == "actions" and value is not None:
            value = [blanked(action) for action in value]
        found[key] = value
    return found


def _players(club: Club, log: Any) -> list[Player]:
    """Who they sat at the table as, under whatever names."""
    ids = {body["player"] for body in log.values_list("body", flat=True) if body.get("player")}
    return list(
        Player.objects.filter(Q(pk__in=ids) | Q(merged_into__in=ids), club=club, member=None).order_by("made_at")
    )


def _free_name(club: Club) -> str:
    taken = {key_of(name) for name in Player.objects.filter(club=club).values_list("name", flat=True)}
    number = 1
    while key_of(f"{FORMER_PLAYER} {number}") in taken:
        number += 1
    return f"{FORMER_PLAYER} {number}"


def _remove_texts(club: Club, user: User, players: list[Player]) -> None:
    """From entries by them and about them, and from what was posted with the same words."""
    words: set[str] = set()
    theirs = Entry.objects.filter(Q(by=user) | Q(player__in=players), club=club).exclude(salt="")
    ids = list(theirs.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        changed = []
        for entry in Entry.objects.filter(pk__in=ids[start : start + BATCH]):
            body = blanked(entry.body)
            if body != entry.body:
                words |= {entry.body[key] for key in TEXTS & entry.body.keys() if entry.body[key]}
                entry.body, entry.salt = body, ""
                changed.append(entry)
        Entry.objects.bulk_update(changed, ["body", "salt"])
    memos = {f"{before}{word}"[:200] for word in words for before in ("", "correction: ", "ruling: ")} | words
    forget_memos(Book(pk=club.book), memos)
    _remove_reasons(Payment.objects.filter(transfer__settlement__club=club, reversed_by=user))
    _remove_reasons(BuyInRequest.objects.filter(night__club=club, decided_by=user))


def _remove_reasons(rows: "QuerySet[Payment] | QuerySet[BuyInRequest]") -> None:
    pks = list(rows.exclude(reason="").values_list("pk", flat=True))
    rows.model._default_manager.filter(pk__in=pks).update(reason="", salt=new_salt())
    stated_anew(rows.model, pks)


def _close_account(user: User) -> None:
    """Nobody signs in with it any more; answers that were kept for its retries may have names in them."""
    user.name, user.email, user.is_active = f"{FORMER_MEMBER} {uuid4().hex[:8]}", "", False
    user.salt = new_salt()
    user.set_unusable_password()
    user.save(update_fields=["name", "email", "is_active", "password", "salt"])
    devices = list(Device.objects.filter(user=user).values_list("pk", flat=True))
    Device.objects.filter(pk__in=devices).update(name="a device", revoked_at=timezone.now(), salt=new_salt())
    stated_anew(Device, devices)
    Answer.objects.filter(user=user).delete()
