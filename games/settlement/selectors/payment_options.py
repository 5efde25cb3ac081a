"""Which payments a member may record, confirm and reverse, so that a page offers no more than the service does; and
which wait for them; and what they have still to pay.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.core.permissions import May, allowed
from games.models import Club, Member, Night, PartyKind, Payment, PaymentWay, Player
from games.money.selectors.party_names import party_names, party_words
from games.money.services import parties
from games.money.services.parties import Party
from games.settlement.selectors.outstanding import Claim, claims_among, outstanding_transfers
from games.settlement.services.dispute_holds import held_among
from games.settlement.services.payments import Stance

Document = dict[str, Any]


class Offers(NamedTuple):
    """Ids: of transfers that may be paid, of payments that may be confirmed, reversed and disputed."""

    record: set[str]
    confirm: set[str]
    reverse: set[str]
    dispute: set[str]


def offers_to(member: Member, transfers: Iterable[Document]) -> Offers:
    """For the transfers of settlements as documents."""
    transfers = list(transfers)
    own, guests = _own(member, transfers), _guests(transfers)
    keeps_score, name = allowed(member, May.KEEP_SCORE), member.user.name
    offers = Offers(set(), set(), set(), set())
    for transfer in transfers:
        payer, receiver = _party(transfer["payer"]), _party(transfer["receiver"])
        stance = Stance(payer in own, receiver in own, keeps_score, receiver.id in guests)
        if transfer["outstanding"] > transfer["held"] and stance.may_record:
            offers.record.add(transfer["id"])
        for payment in transfer["payments"]:
            if payment["way"] == PaymentWay.OFFSET:
                continue
            if stance.may_record:
                offers.dispute.add(payment["id"])
            if payment["reversed_at"]:
                continue
            is_confirmed = payment["confirmed_at"] is not None
            if stance.may_confirm and not is_confirmed:
                offers.confirm.add(payment["id"])
            if stance.may_reverse(recorded_it=payment["by"] == name, is_confirmed=is_confirmed):
                offers.reverse.add(payment["id"])
    return offers


def waiting_for(members: Iterable[Member]) -> QuerySet[Payment]:
    """Payments that wait for one of these members, all of one account, to say that they have arrived, newest first.

    Each with `payer_name`: the player's, who holds the box, or the club's. What was paid to guests is left out: it
    waits for no one person.
    """
    members = list(members)
    players = _players(members)
    speaks = [member.club_id for member in members if allowed(member, May.SPEAK_FOR_CLUB)]
    return (
        Payment.objects.filter(confirmed_at=None, reversed_at=None)
        .filter(
            Q(transfer__receiver_kind=PartyKind.PLAYER, transfer__receiver__in=players.values("pk"))
            | Q(transfer__receiver_kind=PartyKind.BOX, transfer__receiver__in=_boxes(members).values("pk"))
            | Q(transfer__receiver_kind=PartyKind.CLUB, transfer__receiver__in=speaks)
        )
        .annotate(payer_name=_name_of("transfer__payer", "transfer__settlement__club__name"))
        .select_related("transfer__settlement__club", "by")
        .order_by("-made_at", "-id")
    )


class Owed(NamedTuple):
    """A claim on a member, its club, what the receiver is called, and what of it is held back for disputes."""

    claim: Claim
    club: Club
    receiver: str
    held: int


def claims_on(members: Iterable[Member]) -> list[Claim]:
    """What is between these members, all of one account, or a box they hold, and others, oldest first."""
    members = list(members)
    players, boxes = _players(members).values("pk"), _boxes(members).values("pk")
    own = (
        Q(payer_kind=PartyKind.PLAYER, payer__in=players)
        | Q(payer_kind=PartyKind.BOX, payer__in=boxes)
        | Q(receiver_kind=PartyKind.PLAYER, receiver__in=players)
        | Q(receiver_kind=PartyKind.BOX, receiver__in=boxes)
    )
    same = parties.survivors(*{member.club_id for member in members})
    return claims_among(outstanding_transfers().filter(own), same)


def owed_by(members: Iterable[Member], claims: Iterable[Claim], most: int) -> list[Owed]:
    """Of these `claims_on` the members the oldest that they have to pay themselves, or out of a box they hold."""
    members = list(members)
    clubs = {member.club_id: member.club for member in members}
    own = {Party(PartyKind.PLAYER, member.own_id) for member in members if member.own_id}
    own |= {Party(PartyKind.BOX, str(night)) for night in _boxes(members).values_list("pk", flat=True)}
    owed = [claim for claim in claims if claim.amount and claim.payer in own][:most]
    if not owed:
        return []
    names = party_names(members[0].club, {claim.receiver for claim in owed}, *clubs.values())
    held = held_among(part.transfer for claim in owed for part in claim.parts)
    return [
        Owed(
            claim,
            clubs[claim.club],
            party_words(claim.receiver.kind, names[claim.receiver]),
            claim.held(held),
        )
        for claim in owed
    ]


def _players(members: Iterable[Member]) -> QuerySet[Player]:
    """These members' players, and who turned out to be them."""
    own = [member.own_id for member in members if member.own_id]
    return Player.objects.filter(Q(pk__in=own) | Q(merged_into__in=own))


def _name_of(party: str, club: str) -> Coalesce:
    """What a party is called, by the paths to its id and to the name of the club."""
    holder = Night.objects.filter(pk=OuterRef(party)).values("box_holder__user__name")
    name = Player.objects.filter(pk=OuterRef(party)).values(called=Coalesce("merged_into__name", "name"))
    return Coalesce(Subquery(name), Subquery(holder), club)


def _boxes(members: Iterable[Member]) -> QuerySet[Night]:
    return Night.objects.filter(box_holder__in=list(members))


def _own(member: Member, transfers: list[Document]) -> set[Party]:
    """The parties of these transfers whose money is this member's to give and to take."""
    sides = {_party(transfer[side]) for transfer in transfers for side in ("payer", "receiver")}
    boxes = _boxes([member]).filter(pk__in=[one.id for one in sides if one.kind == PartyKind.BOX])
    own = {Party(PartyKind.BOX, str(night)) for night in boxes.values_list("pk", flat=True)}
    if member.own_id:
        own.add(Party(PartyKind.PLAYER, member.own_id))
    if allowed(member, May.SPEAK_FOR_CLUB):
        own.add(Party(PartyKind.CLUB, str(member.club_id)))
    return own


def _guests(transfers: list[Document]) -> set[str]:
    receivers = [one["receiver"]["id"] for one in transfers if one["receiver"]["kind"] == PartyKind.PLAYER]
    return {str(pk) for pk in Player.objects.filter(pk__in=receivers, member=None).values_list("pk", flat=True)}


def _party(described: Document) -> Party:
    return Party(described["kind"], described["id"])
