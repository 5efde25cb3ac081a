"""A player over all their nights: hands they were in, and what is still to be paid to them and by them."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db.models import F, Prefetch, Q, QuerySet

from games.models import Club, Entry, Hand, Night, PartyKind, Payment, Player, Transfer
from games.selectors.parties import party_names
from games.selectors.settlements import transfer_document
from games.services import parties
from games.services.actor import Actor
from games.services.held import held_among
from games.services.parties import Party
from games.services.permissions import May, member_for
from games.services.table import dealt_in
from games.services.text import decimals

Document = dict[str, Any]
_COLUMNS = ("id", "night", "number", "game", "status", "set_up", "result", "corrections", "rulings", "started_at")


def owners_of(player: Player) -> set[str]:
    """The ids that stand for a player in hands and books: their own, and of those who turned out to be them."""
    return {str(player.pk), *(str(pk) for pk in player.merged.values_list("pk", flat=True))}


def nights_with(actor: Actor, player: Player) -> QuerySet[Night]:
    """The nights at which a player of the actor's clubs had a seat, newest first."""
    member_for(actor, May.SEE, club__players=player.pk)
    seated = Q(seats__player=player) | Q(seats__player__merged_into=player)
    return Night.objects.filter(seated, club=player.club_id).distinct().order_by("-opened_at", "-id")


def nights_of_player(player: Player, nights: Iterable[Night]) -> list[Document]:
    """Of these nights (`nights_with`), in their order: night, net (null while it is open), hands.

    A hand has id, number, game, status, corrections, rulings, started_at, and net (by the ruling, where there is one)
    or move (in holes, by the ruling too), null where it has none.
    """
    nights, owners = list(nights), owners_of(player)
    moved = parties.moved(player.club, [night.pk for night in nights])
    survivor = Party(PartyKind.PLAYER, str(player.merged_into_id or player.pk))
    hands: dict[UUID, list[Document]] = {night.pk: [] for night in nights}
    ruled = dict(_rulings(nights))
    for hand in Hand.objects.filter(night__in=nights).order_by("-number").only(*_COLUMNS):
        if mine := owners & dealt_in(hand):
            hands[hand.night_id].append(_hand(hand, mine.pop(), ruled.get(hand.pk)))
    return [
        {
            "night": night,
            "net": moved.get(night.pk, {}).get(survivor, 0) if night.status == Night.Status.CLOSED else None,
            "hands": hands[night.pk],
        }
        for night in nights
    ]


def to_be_paid(actor: Actor, player_id: UUID) -> list[Document]:
    """Transfers of a player, or of a cash box they hold, that are not paid in full and confirmed, oldest first; none of
    a settlement that was replaced.

    As in `settlement_document`, what is held back included, with settlement, night (or null), currency, decimals, and
    `pays`: whether it is the player who pays.
    """
    club = member_for(actor, May.SEE, club__players=player_id).club
    player = Player.objects.get(pk=player_id)
    own = {Party(PartyKind.PLAYER, str(player.merged_into_id or player.pk))}
    if player.member_id:
        boxes = Night.objects.filter(club=club, box_holder=player.member_id).values_list("pk", flat=True)
        own |= {Party(PartyKind.BOX, str(night)) for night in boxes}
    same = parties.survivors(club.pk)
    ids = {one.id for one in own}
    ids |= {id for id, survivor in same.items() if survivor in ids}
    found = [(transfer, parties.sides(transfer, same)) for transfer in _open_transfers(club, ids)]
    mine = [(transfer, sides) for transfer, sides in found if own & set(sides) and sides[0] != sides[1]]
    names = party_names(club, {party for _, sides in mine for party in sides})
    held = held_among(transfer for transfer, _ in mine)
    return [_due(transfer, sides, names, own, held.get(transfer.pk, 0)) for transfer, sides in mine]


def _open_transfers(club: Club, ids: Collection[str]) -> QuerySet[Transfer]:
    """Those that one of these parties pays or receives: the payments of all others are not added up."""
    waiting = Payment.objects.filter(transfer__settlement__club=club, confirmed_at=None, reversed_at=None)
    rows = Transfer.objects.filter(settlement__club=club, settlement__replaced_by=None)
    rows = rows.filter(Q(payer__in=ids) | Q(receiver__in=ids)).annotate(so_far=parties.SO_FAR)
    rows = rows.filter(Q(amount__gt=F("so_far")) | Q(pk__in=waiting.values("transfer")))
    payments = Prefetch("payments", Payment.objects.select_related("by").order_by("made_at", "id"))
    rows = rows.select_related("settlement__night", "settlement__club").prefetch_related(payments)
    return rows.order_by("settlement__made_at", "settlement", "number")


def _due(
    transfer: Transfer, sides: tuple[Party, Party], names: dict[Party, str], own: set[Party], held: int
) -> Document:
    of, document = transfer.settlement, transfer_document(transfer, *sides, names)
    return {
        **document,
        "held": held,
        "settlement": str(of.pk),
        "night": {"id": str(of.night.pk), "name": of.night.name} if of.night else None,
        "currency": of.currency,
        "decimals": decimals(of.currency),
        "pays": sides[0] in own,
    }


def _rulings(nights: Iterable[Night]) -> Iterator[tuple[UUID | None, Document]]:
    """What rulings gave, by hand, the last one last."""
    rulings = Entry.objects.filter(night__in=list(nights), kind=Entry.Kind.RULING).order_by("number")
    return ((hand, body) for hand, body in rulings.values_list("hand", "body"))


def _hand(hand: Hand, player: str, ruled: Document | None) -> Document:
    result = hand.result if hand.status == Hand.Status.COMPLETE and hand.result else {}
    net = result.get("net", {}) if ruled is None else ruled.get("net", {})
    moves = result.get("moves", {}) if ruled is None else ruled.get("peg_moves", {})
    return {
        "id": str(hand.pk),
        "number": hand.number,
        "game": hand.game,
        "status": hand.status,
        "corrections": hand.corrections,
        "rulings": hand.rulings,
        "started_at": hand.started_at,
        "net": net.get(player),
        "move": moves.get(player),
    }
