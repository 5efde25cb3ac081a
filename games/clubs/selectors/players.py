"""A player over all their nights: hands they were in, and what is still to be paid to them and by them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

from django.db.models import F, Prefetch, Q, QuerySet

from games.core.actor import Actor
from games.core.permissions import May, member_for
from games.core.table_state import dealt_in
from games.core.validators import decimals
from games.models import Entry, Hand, Night, PartyKind, Payment, Player, Transfer
from games.money.selectors.night_results import Tally, tallies_of_nights
from games.money.selectors.party_names import described, party_names
from games.money.services import parties
from games.money.services.parties import Party
from games.settlement.selectors.outstanding import Claim, Part, claims_among, standing_transfers
from games.settlement.selectors.settlements import transfer_document
from games.settlement.services.dispute_holds import held_among

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
    """Of these nights (`nights_with`), in their order: night, result, hands, and what else there was, in words.

    A hand has id, number, game, status, corrections, rulings, started_at, and net: what it moved at the table, stakes
    and a match pot included; or move (in holes, by the ruling where there is one). They are null where it has none.
    `others` are what else makes up the result: with the hands' nets it adds up to it. `beside` (expenses and
    adjustments) and `outlays` (what the player paid for others) are no part of it.
    """
    nights, owners = list(nights), owners_of(player)
    survivor = str(player.merged_into_id or player.pk)
    found = tallies_of_nights(player.club, [night.pk for night in nights], {UUID(owner) for owner in owners})
    hands: dict[UUID, list[Document]] = {night.pk: [] for night in nights}
    ruled = dict(_rulings(nights))
    for hand in Hand.objects.filter(night__in=nights).order_by("-number").only(*_COLUMNS):
        if mine := owners & dealt_in(hand):
            moved = found[hand.night_id].hands.get(str(hand.pk), {})
            hands[hand.night_id].append(_hand(hand, mine.pop(), moved.get(survivor), ruled.get(hand.pk)))
    documents = []
    for night in nights:
        tally = found[night.pk].players.get(survivor, Tally())
        documents.append({"night": night, "hands": hands[night.pk], "result": tally.result, **tally.lists()})
    return documents


def to_be_paid(actor: Actor, player_id: UUID) -> list[Document]:
    """What is between a player, or a cash box they hold, and somebody else: what is not paid in full and confirmed.

    One document for each other party and currency, the oldest first: own and other (kind, id, name), currency,
    decimals, `pays` (whether it is the own party that pays), amount (opposite transfers netted), held (what of it is
    held back), and the transfers it comes from, none of a settlement that was replaced. A transfer is as in
    `settlement_document`, with settlement, night (or null), and `share`: what of it makes up the amount.
    """
    club = member_for(actor, May.SEE, club__players=player_id).club
    player = Player.objects.get(pk=player_id)
    survivor = Party(PartyKind.PLAYER, str(player.merged_into_id or player.pk))
    boxes = {Party(PartyKind.BOX, str(night)) for night in _boxes(player).values_list("pk", flat=True)}
    same = parties.survivors(club.pk)
    claims = claims_among(_open_transfers(player), same)
    # what a box owes to its holder is the player's own to receive
    mine = [(claim, survivor) for claim in claims if survivor in (claim.payer, claim.receiver)]
    mine += [(claim, box) for claim in claims for box in boxes & {claim.payer, claim.receiver}]
    names = party_names(club, {party for claim, _ in mine for party in (claim.payer, claim.receiver)})
    held = held_among(part.transfer for claim, _ in mine for part in claim.parts)
    return [_claim(claim, own, names, held) for claim, own in mine]


def _boxes(player: Player) -> QuerySet[Night]:
    """The nights whose cash box a player holds."""
    return Night.objects.filter(club=player.club_id, box_holder=player.member_id)


def _open_transfers(player: Player) -> QuerySet[Transfer]:
    """Those that a player or a box they hold pays or receives: the payments of all others are not added up."""
    club, person = player.club_id, player.merged_into_id or player.pk
    names = Player.objects.filter(Q(pk=person) | Q(merged_into=person)).values("pk")
    boxes = _boxes(player).values("pk")
    own = (
        Q(payer_kind=PartyKind.PLAYER, payer__in=names)
        | Q(payer_kind=PartyKind.BOX, payer__in=boxes)
        | Q(receiver_kind=PartyKind.PLAYER, receiver__in=names)
        | Q(receiver_kind=PartyKind.BOX, receiver__in=boxes)
    )
    waiting = Payment.objects.filter(transfer__settlement__club=club, confirmed_at=None, reversed_at=None)
    rows = standing_transfers().filter(settlement__club=club).filter(own)
    rows = rows.filter(Q(amount__gt=F("so_far")) | Q(pk__in=waiting.values("transfer")))
    payments = Prefetch("payments", Payment.objects.select_related("by").order_by("made_at", "id"))
    return rows.select_related("settlement__night", "settlement__club").prefetch_related(payments)


def _claim(claim: Claim, own: Party, names: Mapping[Party, str], held: Mapping[UUID, int]) -> Document:
    return {
        "own": described(own, names),
        "other": described(claim.receiver if own == claim.payer else claim.payer, names),
        "currency": claim.currency,
        "decimals": decimals(claim.currency),
        "pays": own == claim.payer,
        "amount": claim.amount,
        "held": claim.held(held),
        "transfers": [_part(part, names, held.get(part.transfer.pk, 0)) for part in claim.parts],
    }


def _part(part: Part, names: Mapping[Party, str], held: int) -> Document:
    night = part.transfer.settlement.night
    return {
        **transfer_document(part.transfer, part.payer, part.receiver, names),
        "held": held,
        "share": part.share,
        "settlement": str(part.transfer.settlement_id),
        "night": {"id": str(night.pk), "name": night.name} if night else None,
    }


def _rulings(nights: Iterable[Night]) -> Iterator[tuple[UUID | None, Document]]:
    """What rulings gave, by hand, the last one last."""
    rulings = Entry.objects.filter(night__in=list(nights), kind=Entry.Kind.RULING).order_by("number")
    return ((hand, body) for hand, body in rulings.values_list("hand", "body"))


def _hand(hand: Hand, player: str, moved: int | None, ruled: Document | None) -> Document:
    result = hand.result if hand.status == Hand.Status.COMPLETE and hand.result else {}
    moves = result.get("moves", {}) if ruled is None else ruled.get("peg_moves", {})
    in_money = moved is not None or player in result.get("net", {})
    return {
        "id": str(hand.pk),
        "number": hand.number,
        "game": hand.game,
        "status": hand.status,
        "corrections": hand.corrections,
        "rulings": hand.rulings,
        "started_at": hand.started_at,
        "net": (moved or 0) if in_money else None,
        "move": moves.get(player),
    }
