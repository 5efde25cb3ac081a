"""Payments for the transfers of a settlement: recorded, confirmed by who receives them, reversed with a reason."""

from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, Sum
from django.utils import timezone

from games.core.actor import Actor
from games.core.amounts import is_whole
from games.core.atomic import one_transaction
from games.core.errors import BadAmount, BadValue, Conflict, Forbidden, Money, Overpaid, Replaced
from games.core.ids import free_id
from games.core.permissions import May, allowed, member_for
from games.core.row_locks import lock_nights
from games.core.validators import reason_of
from games.models import Entry, Member, Night, PartyKind, Payment, PaymentWay, Player, Transfer
from games.money.services import parties
from games.money.services.parties import Party
from games.settlement.services import offsets
from games.settlement.services.dispute_holds import held_of
from games.settlement.services.settlement_log import note_of_settlement


class Stance(NamedTuple):
    """How a member stands to a transfer: whether they speak for who pays, or who receives it, and keep score.

    `to_guest` is whether it is paid to a player without an account.
    """

    pays: bool
    receives: bool
    keeps_score: bool
    to_guest: bool = False

    @property
    def may_record(self) -> bool:
        """Who may record a payment may dispute it, too."""
        return self.pays or self.receives or self.keeps_score

    @property
    def may_confirm(self) -> bool:
        return self.receives or (self.to_guest and self.keeps_score)

    def may_reverse(self, *, recorded_it: bool, is_confirmed: bool) -> bool:
        return self.receives or self.keeps_score or (recorded_it and not is_confirmed)


def record_payment(
    actor: Actor,
    transfer_id: UUID,
    amount: int,
    way: str = PaymentWay.CASH,
    payment_id: UUID | None = None,
) -> Payment:
    """All or part of a transfer was paid. What its receiver records is confirmed with that.

    The payer, the receiver or a scorekeeper records it. Raises Overpaid for more than is outstanding, Replaced where
    its settlement was.
    """
    by = member_for(actor, May.PAY, club__settlements__transfers=transfer_id)
    if way not in PaymentWay.recorded():
        raise BadValue("A payment is made by {ways}.", ways=", ".join(PaymentWay.recorded()))
    if not is_whole(amount) or amount < 1:
        raise BadAmount("A payment is a whole number of minor units, at least 1.")
    now = timezone.now()
    with one_transaction():
        transfer, nights = _lock(transfer_id)
        payer, receiver = parties.sides(transfer)
        stance = _stance(by, payer, receiver)
        if not stance.may_record:
            raise Forbidden("A payment is recorded by who pays it, who receives it, or a scorekeeper.")
        if payer == receiver:
            raise Conflict("Payer and receiver are one person: nothing is owed.")
        _check_payable(transfer, amount)
        payment = Payment.objects.create(
            id=free_id(Payment, payment_id, by.club_id),
            transfer=transfer,
            amount=amount,
            way=way,
            made_at=now,
            by=actor.user,
            confirmed_at=now if stance.receives else None,
            confirmed_by=actor.user if stance.receives else None,
        )
        settlement = transfer.settlement
        parties.hand_over(settlement.club, settlement.currency, payer, receiver, amount, payment.pk, now, settlement.pk)
        _note(actor, payment, "recorded", amount=amount, way=way)
        _offset(actor, transfer, nights)
    return payment


def _check_payable(transfer: Transfer, amount: int) -> None:
    """Raises Replaced where the settlement was; Overpaid for more than is outstanding, or than is not held back."""
    if by := transfer.settlement.replaced_by_id:
        raise Replaced("This was settled anew since: pay what the new settlement says.", by=str(by))
    if amount > (owed := outstanding(transfer)):
        raise Overpaid("Only {sum} is outstanding.", sum=_sum(transfer, owed), outstanding=owed)
    if amount > owed - (held := held_of(transfer.settlement).get(transfer.pk, 0)):
        raise Overpaid(
            "{sum} of this is held back until a dispute has ended.", sum=_sum(transfer, held), outstanding=owed - held
        )


def _sum(transfer: Transfer, amount: int) -> Money:
    return Money(amount, transfer.settlement.currency, transfer.settlement.club)


def confirm_payment(actor: Actor, payment_id: UUID) -> Payment:
    """The receiver has it: the player, who holds the box, an admin for the club; for a guest, a scorekeeper.

    A second time changes nothing. Raises Conflict for a payment that was reversed.
    """
    by = member_for(actor, May.PAY, club__settlements__transfers__payments=payment_id)
    with one_transaction():
        payment, _ = _lock_payment(payment_id)
        payer, receiver = parties.sides(payment.transfer)
        if not _stance(by, payer, receiver, to_guest=_is_guest(receiver)).may_confirm:
            raise Forbidden("A payment is confirmed by who receives it.")
        if payment.reversed_at:
            raise Conflict("This payment was reversed.")
        if payment.confirmed_at is None:
            payment.confirmed_at, payment.confirmed_by = timezone.now(), actor.user
            payment.save(update_fields=["confirmed_at", "confirmed_by"])
            _note(actor, payment, "confirmed")
    return payment


def reverse_payment(actor: Actor, payment_id: UUID, reason: str) -> Payment:
    """The payment was none: what it paid is outstanding again.

    A scorekeeper or the receiver reverses it; until it is confirmed, whoever recorded it too.
    """
    by = member_for(actor, May.PAY, club__settlements__transfers__payments=payment_id)
    reason = reason_of(reason)
    now = timezone.now()
    with one_transaction():
        payment, nights = _lock_payment(payment_id)
        stance = _stance(by, *parties.sides(payment.transfer))
        recorded_it, is_confirmed = payment.by_id == actor.user.pk, payment.confirmed_at is not None
        if not stance.may_reverse(recorded_it=recorded_it, is_confirmed=is_confirmed):
            raise Forbidden("A payment is reversed by who receives it, or by a scorekeeper.")
        if payment.reversed_at:
            raise Conflict("This payment was reversed already.")
        if payment.way == PaymentWay.OFFSET:
            raise Conflict("An offset moved no money: there is nothing to reverse.")
        payment.reversed_at, payment.reversed_by, payment.reason = now, actor.user, reason
        payment.save(update_fields=["reversed_at", "reversed_by", "reason"])
        parties.hand_back(payment.transfer.settlement.club, payment.pk, now, reason)
        _note(actor, payment, "reversed", reason=reason)
        _offset(actor, payment.transfer, nights)
    return payment


def outstanding(transfer: Transfer) -> int:
    paid = transfer.payments.filter(reversed_at=None).aggregate(paid=Sum("amount"))["paid"]
    return transfer.amount - (paid or 0)


def speaks_for(member: Member, party: Party) -> bool:
    """Whether the party's money is this member's to give and to take."""
    if party.kind == PartyKind.PLAYER:
        return member.own_id == party.id
    if party.kind == PartyKind.BOX:
        return Night.objects.filter(pk=party.id, box_holder=member).exists()
    return allowed(member, May.SPEAK_FOR_CLUB)


def _stance(by: Member, payer: Party, receiver: Party, *, to_guest: bool = False) -> Stance:
    return Stance(speaks_for(by, payer), speaks_for(by, receiver), allowed(by, May.KEEP_SCORE), to_guest)


def _is_guest(party: Party) -> bool:
    return party.kind == PartyKind.PLAYER and Player.objects.filter(pk=party.id, member=None).exists()


def _lock(transfer_id: UUID) -> tuple[Transfer, list[Night]]:
    """The transfer, and the locked nights of its settlement and of what may be offset between its two parties.

    One payment of a transfer at a time: each sees what is still outstanding. The nights come first, as always.
    """
    transfer = Transfer.objects.select_related("settlement__club").get(pk=transfer_id)
    settlement = transfer.settlement
    between = parties.sides(transfer)
    related = offsets.nights_to_lock(settlement.club, settlement.currency, between)
    nights = lock_nights(Night.objects.filter(Q(pk__in=settlement.night_ids()) | related))
    rows = Transfer.objects.select_related("settlement__club").select_for_update(of=("self",), no_key=True)
    return rows.get(pk=transfer_id), nights


def _lock_payment(payment_id: UUID) -> tuple[Payment, list[Night]]:
    transfer, nights = _lock(Payment.objects.values_list("transfer", flat=True).get(pk=payment_id))
    payment = Payment.objects.get(pk=payment_id)
    payment.transfer = transfer
    return payment, nights


def _offset(actor: Actor, transfer: Transfer, nights: list[Night]) -> None:
    """What its two parties owe each other now is cancelled out."""
    settlement = transfer.settlement
    between = parties.sides(transfer)
    offsets.offset_opposites(actor, settlement.club, nights, timezone.now(), settlement.currency, between)


def _note(actor: Actor, payment: Payment, what: str, **more: object) -> None:
    settlement = payment.transfer.settlement
    body = {"payment": str(payment.pk), "transfer": str(payment.transfer_id), "what": what, **more}
    note_of_settlement(actor, settlement, Entry.Kind.PAYMENT, body, timezone.now())
