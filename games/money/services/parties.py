"""Who can owe or be owed: players, the cash boxes of nights, and the club. Balances across nights, and their moves.

A settlement is made from what nights have moved. Payments are posted under the settlement, not under a night: what
a night has moved stays the same however much of it is paid.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

import ledger.services
from games.core.errors import Conflict
from games.models import Club, Member, Night, PartyKind, Player, Share, Transfer
from games.money.services.money_moves import BALANCE, BOX, CHIPS, CLUB
from games.money.services.night_accounts import write
from ledger.models import Account, Balance, Book, JournalTransaction, Posting


class Party(NamedTuple):
    """The id is that of a player, of the night whose box it is, or of the club."""

    kind: str
    id: str


Nets = dict[Party, int]

# Of a transfer what is paid of it, as an annotation
SO_FAR = Coalesce(Sum("payments__amount", filter=Q(payments__reversed_at=None)), 0)
_KINDS = {BALANCE: PartyKind.PLAYER, BOX: PartyKind.BOX, CLUB: PartyKind.CLUB}


def survivors(*club_ids: UUID) -> dict[str, str]:
    """Of players who were merged: the one that each now is."""
    merged = Player.objects.filter(club__in=club_ids, merged_into__isnull=False).values_list("pk", "merged_into")
    return {str(player): str(survivor) for player, survivor in merged}


def check_not_merged(player: Player) -> None:
    """No new money under a name of the past. Raises Conflict, with whom to name instead."""
    if survivor := player.merged_into:
        raise Conflict(
            "{name} turned out to be {survivor}: name that one.",
            name=player.name,
            survivor=survivor.name,
            player=str(survivor.pk),
        )


def were_there(night: Night, players: Collection[str]) -> bool:
    """Whether all have a seat of the night, under their own name or one that was merged into them.

    Raises Conflict where a merged player is named.
    """
    ids = [UUID(player) for player in players]
    for player in Player.objects.filter(pk__in=ids, club=night.club_id).select_related("merged_into"):
        check_not_merged(player)
    seated = night.seats.filter(Q(player__in=ids) | Q(player__merged_into__in=ids))
    rows = seated.values_list("player", "player__merged_into")
    return {str(survivor or player) for player, survivor in rows} >= set(players)


def moved(club: Club, night_ids: Iterable[UUID]) -> dict[UUID, Nets]:
    """What each night has moved on its parties, payments left out; merged players as the one they are."""
    rows = Posting.objects.filter(
        transaction__book=club.book, transaction__scope__in=list(night_ids), account__kind__in=_KINDS
    )
    grouped = rows.values_list("transaction__scope", "account__kind", "account__owner").annotate(net=Sum("amount"))
    same = survivors(club.pk)
    nets: dict[UUID, Nets] = defaultdict(lambda: defaultdict(int))
    for night, kind, owner, net in grouped.order_by():
        assert night is not None
        nets[night][_party(club, kind, owner, night, same)] += net
    return dict(nets)


def course(club: Club, night_id: UUID) -> Iterator[Nets]:
    """What one night had moved by then, after each of its transactions in their order; nothing that is zero."""
    rows = Posting.objects.filter(
        transaction__book=club.book, transaction__scope=night_id, account__kind__in=_KINDS
    ).order_by("pk")
    columns = ("transaction", "account__kind", "account__owner", "amount")
    nets: Nets = defaultdict(int)
    same = survivors(club.pk)
    for _, lines in groupby(rows.values_list(*columns), key=lambda line: line[0]):
        for _transaction, kind, owner, amount in lines:
            nets[_party(club, kind, owner, night_id, same)] += amount
        yield {party: net for party, net in nets.items() if net}


def unsettled(club: Club, night_ids: Iterable[UUID]) -> dict[UUID, Nets]:
    """What is left of that once every settlement that stands has taken up its share; nothing that is zero."""
    night_ids = list(night_ids)
    nets = defaultdict(lambda: defaultdict(int), moved(club, night_ids))
    shares = Share.objects.filter(night__in=night_ids, settlement__replaced_by=None)
    for night, party, amount in taken_up(club, shares):
        nets[night][party] -= amount
    left = {night: {party: net for party, net in of.items() if net} for night, of in nets.items()}
    return {night: of for night, of in left.items() if of}


def taken_up(club: Club, shares: QuerySet[Share]) -> Iterator[tuple[UUID, Party, int]]:
    """Night, party and amount of each of these shares; merged players as the one they are."""
    same = survivors(club.pk)
    for night, kind, party, amount in shares.values_list("night", "kind", "party", "amount"):
        yield night, Party(kind, same.get(str(party), str(party))), amount


def total(of_nights: Mapping[UUID, Nets]) -> Nets:
    """Over all nights; nothing that is zero."""
    nets: Nets = defaultdict(int)
    for night in of_nights.values():
        for party, net in night.items():
            nets[party] += net
    return {party: net for party, net in nets.items() if net}


def sides(transfer: Transfer, same: Mapping[str, str] | None = None) -> tuple[Party, Party]:
    """Payer and receiver, merged players as the one they are; `same` are the `survivors`, unless they are looked up."""
    same = survivors(transfer.settlement.club_id) if same is None else same
    payer, receiver = str(transfer.payer), str(transfer.receiver)
    return (
        Party(transfer.payer_kind, same.get(payer, payer)),
        Party(transfer.receiver_kind, same.get(receiver, receiver)),
    )


def is_owed(transfer: Transfer, payer: Party, receiver: Party) -> bool:
    """Not what somebody owes to themselves, since two players became one; nor what was settled anew."""
    return payer != receiver and transfer.settlement.replaced_by_id is None


def balances(club: Club) -> dict[str, Nets]:
    """By currency, what every party stands at now: positive is owed to it."""
    rows = Balance.objects.filter(account__book=club.book, account__kind__in=_KINDS)
    same = survivors(club.pk)
    found: dict[str, Nets] = defaultdict(lambda: defaultdict(int))
    columns = ("account__currency", "account__kind", "account__owner", "account__scope", "amount")
    for currency, kind, owner, scope, amount in rows.values_list(*columns):
        found[currency][_party(club, kind, owner, scope, same)] += amount
    return found


def unsettled_of(club: Club, members: Collection[Member]) -> dict[UUID, dict[str, int]]:
    """By member and currency, what their player stands at with the chips before them, and the boxes that they hold.

    Negative is owed by the member; nothing that is zero.
    """
    players = Player.objects.filter(Q(member__in=members) | Q(merged_into__member__in=members))
    boxes = Night.objects.filter(club=club, box_holder__in=members)
    theirs = Q(account__kind__in=[BALANCE, CHIPS], account__owner__in=players.values("pk"))
    rows = Balance.objects.filter(theirs | Q(account__kind=BOX, account__scope__in=boxes.values("pk")))
    rows = rows.filter(account__book=club.book).exclude(amount=0).order_by("account__currency")
    columns = ("account__owner", "account__scope", "account__kind", "account__currency", "amount")
    lines = [
        (scope if kind == BOX else owner, currency, amount)
        for owner, scope, kind, currency, amount in rows.values_list(*columns)
    ]
    ids = {of for of, _currency, _amount in lines}
    own = players.filter(pk__in=ids).values_list("pk", Coalesce("member", "merged_into__member"))
    holders = dict([*own, *boxes.filter(pk__in=ids).values_list("pk", "box_holder")])
    found: dict[UUID, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for of, currency, amount in lines:
        found[holders[of]][currency] += amount
    return {pk: {currency: net for currency, net in nets.items() if net} for pk, nets in found.items()}


def hand_over(
    club: Club, currency: str, payer: Party, receiver: Party, amount: int, key: object, at: datetime, scope: UUID
) -> None:
    """Post a payment: the payer's balance goes up by what they gave, the receiver's down."""
    book = Book(pk=club.book)
    lines = [(_account(book, currency, payer), amount), (_account(book, currency, receiver), -amount)]
    write(book, "payment", lines, f"payment:{key}", at, scope=scope)


def hand_back(club: Club, key: object, at: datetime, reason: str) -> None:
    """Reverse a payment that was posted under this key."""
    posted = JournalTransaction.objects.select_related("book").get(book=club.book, key=f"payment:{key}")
    ledger.services.reverse(posted, key=f"reversal:{posted.key}", at=at, reason=reason)


def sum_up(club: Club, player: Player, survivor: Player, at: datetime, reason: str) -> None:
    """Move what a merged player's balances stand at to the one they are."""
    book = Book(pk=club.book)
    rows = Balance.objects.filter(Q(account__kind=BALANCE, account__owner=player.pk), ~Q(amount=0), account__book=book)
    for account, currency, amount in rows.values_list("account", "account__currency", "amount"):
        lines = [
            (Account(pk=account, book=book, currency=currency), -amount),
            (_account(book, currency, Party(PartyKind.PLAYER, str(survivor.pk))), amount),
        ]
        write(book, "adjustment", lines, f"merge:{player.pk}:{currency}", at, reason)


def _party(club: Club, kind: str, owner: UUID | None, night: UUID | None, same: Mapping[str, str]) -> Party:
    if kind == BALANCE:
        return Party(PartyKind.PLAYER, same.get(str(owner), str(owner)))
    return Party(_KINDS[kind], str(night if kind == BOX else club.pk))


def _account(book: Book, currency: str, party: Party) -> Account:
    if party.kind == PartyKind.BOX:
        return ledger.services.open_account(book, BOX, currency, scope=UUID(party.id))
    if party.kind == PartyKind.CLUB:
        return ledger.services.open_account(book, CLUB, currency)
    return ledger.services.open_account(book, BALANCE, currency, owner=UUID(party.id))
