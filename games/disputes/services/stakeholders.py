"""Whom something concerns, so that they may dispute it and are told what becomes of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from games.core.errors import Conflict, Forbidden, NotFound
from games.core.permissions import May, allowed
from games.core.table_state import check_not_undone, dealt_in
from games.models import Dispute, Entry, Hand, Member, PartyKind, Payment, PaymentWay, Player
from games.money.services import parties
from games.settlement.services import payments

# From a member to what belongs to their club.
OWNERS = {
    "hand_id": "club__nights__hands",
    "entry_id": "club__entries",
    "payment_id": "club__settlements__transfers__payments",
}

Kind = Entry.Kind
DISPUTABLE = frozenset(
    {
        Kind.ACTION, Kind.RESULT, Kind.CORRECTION, Kind.BUY_IN, Kind.TOP_UP, Kind.CASH_OUT, Kind.RECOUNT, Kind.POT,
        Kind.DIFFERENCE, Kind.ANTES, Kind.EXPENSE, Kind.TAKE_BACK, Kind.FORFEIT, Kind.MATCH_END,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Matter:
    """What a dispute is about; a hand with an entry is one action of it."""

    hand: Hand | None = None
    entry: Entry | None = None
    payment: Payment | None = None

    @property
    def night_id(self) -> UUID | None:
        """Of a payment for a settlement of the whole club there is none."""
        if self.payment:
            return self.payment.transfer.settlement.night_id
        owner = self.hand or self.entry
        return owner.night_id if owner else None


def matter_of(hand_id: UUID | None = None, entry_id: UUID | None = None, payment_id: UUID | None = None) -> Matter:
    """Raises Conflict for an entry that nobody can be wronged by."""
    if payment_id:
        rows = Payment.objects.select_related("transfer__settlement__club")
        payment = rows.get(pk=payment_id)
        if payment.way == PaymentWay.OFFSET:
            raise Conflict("An offset moved no money: dispute the hand or the entry that is wrong.")
        return Matter(payment=payment)
    if hand_id:
        hand = Hand.with_undone.select_related("night").get(pk=hand_id)
        check_not_undone(hand)
        return Matter(hand=hand)
    assert entry_id is not None, "a dispute is about one thing"
    entry = Entry.objects.select_related("hand__night", "night").get(pk=entry_id)
    if entry.kind not in DISPUTABLE:
        raise Conflict("Disputes are about hands and money, not about an entry of this kind.")
    if entry.hand:
        check_not_undone(entry.hand)
    return Matter(hand=entry.hand, entry=entry)


def matter_of_dispute(dispute: Dispute) -> Matter:
    return Matter(dispute.hand, dispute.entry, dispute.payment)


def is_concerned(member: Member, matter: Matter) -> bool:
    """Who was dealt in; of a night's money who had a seat; of a payment who pays and who receives it."""
    if matter.payment:
        return any(payments.speaks_for(member, party) for party in parties.sides(matter.payment.transfer))
    return member.own_id in players(matter)


def players(matter: Matter) -> set[str]:
    """The ids of the players concerned, merged ones as the one they are."""
    if matter.payment:
        return {party.id for party in parties.sides(matter.payment.transfer) if party.kind == PartyKind.PLAYER}
    if matter.hand:
        found, club_id = set(dealt_in(matter.hand)), matter.hand.night.club_id
    else:
        assert matter.entry and matter.entry.night
        found = {str(pk) for pk in matter.entry.night.seats.values_list("player", flat=True)}
        club_id = matter.entry.club_id
    return as_they_are(club_id, found)


def as_they_are(club_id: UUID, players: Iterable[str]) -> set[str]:
    """These players of a club, merged ones as the one they are."""
    same = parties.survivors(club_id)
    return {same.get(player, player) for player in players}


def opener(by: Member, matter: Matter, player_id: UUID | None) -> Player | None:
    """For whom the dispute is: the member's own player, or the one named, for whom only a scorekeeper may speak.

    None where it is the cash box or the club that a payment concerns. Raises Forbidden, NotFound.
    """
    own = by.own_player
    if player_id is None or (own and own.pk == player_id):
        if not is_concerned(by, matter):
            raise Forbidden("A dispute is opened by a player whom it concerns.")
        return own if own and str(own.pk) in players(matter) else None
    if not allowed(by, May.KEEP_SCORE):
        raise Forbidden("A player disputes only for themselves.")
    player = Player.objects.filter(pk=player_id, club=by.club_id).first()
    if player is None or str(player.pk) not in players(matter):
        raise NotFound("This concerns no such player.")
    return player
