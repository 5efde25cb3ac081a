"""Payments for the transfers of a settlement: recorded, confirmed by who receives them, reversed with a reason."""

from uuid import UUID, uuid4

from django.db.models import Sum
from django.utils import timezone

from games.models import Entry, Member, Night, PartyKind, Payment, PaymentWay, Player, Transfer
from games.services import parties
from games.services.actor import Actor
from games.services.amounts import is_whole
from games.services.errors import BadAmount, BadValue, Conflict, Forbidden, Money, Overpaid
from games.services.held import held_of
from games.services.parties import Party
from games.services.permissions import May, allowed, member_for
from games.services.settlements import nights_of, note_of_settlement
from games.services.text import reason_of
from games.services.transaction import one_transaction
from ledger.models import JournalTransaction
from ledger.services import reverse


def record_payment(
    actor: Actor,
    transfer_id: UUID,
    amount: int,
    way: str = PaymentWay.CASH,
    payment_id: UUID | None = None,
) -> Payment:
    """All or part of a transfer was paid. What its receiver records is confirmed with that.

    The payer, the receiver or a scorekeeper records it. Raises Overpaid for more than is outstanding.
    """
    by = member_for(actor, May.PAY, club__settlements__transfers=transfer_id)
    if way not in PaymentWay.values:
        raise BadValue("A payment is made by {ways}.", ways=", ".join(PaymentWay.values))
    if not is_whole(amount) or amount < 1:
        raise BadAmount("A payment is a whole number of minor units, at least 1.")
    now = timezone.now()
    with one_transaction():
        transfer = _lock(transfer_id)
        payer, receiver = sides(transfer)
        receives = speaks_for(by, receiver)
        if not (receives or speaks_for(by, payer) or allowed(by, May.KEEP_SCORE)):
            raise Forbidden("A payment is recorded by who pays it, who receives it, or a scorekeeper.")
        if payer == receiver:
            raise Conflict("Payer and receiver are one person: nothing is owed.")
        _check_payable(transfer, amount)
        if payment_id and Payment.objects.filter(pk=payment_id).exists():
            raise Conflict("There is a payment with this id.")
        payment = Payment.objects.create(
            id=payment_id or uuid4(),
            transfer=transfer,
            amount=amount,
            way=way,
            made_at=now,
            by=actor.user,
            confirmed_at=now if receives else None,
            confirmed_by=actor.user if receives else None,
        )
        settlement = transfer.settlement
        parties.hand_over(settlement.club, settlement.currency, payer, receiver, amount, payment.pk, now, settlement.pk)
        _note(actor, payment, "recorded", amount=amount, way=way)
    return payment


def _check_payable(transfer: Transfer, amount: int) -> None:
    """Raises Overpaid for more than is outstanding, or than is not held back."""
    if amount > (owed := outstanding(transfer)):
        raise Overpaid("Only {sum} is outstanding.", sum=_sum(transfer, owed), outstanding=owed)
    if amount > owed - (held := held_of(transfer, owed)):
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
        payment = _lock_payment(payment_id)
        receiver = sides(payment.transfer)[1]
        if not (speaks_for(by, receiver) or (_is_guest(receiver) and allowed(by, May.KEEP_SCORE))):
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
        payment = _lock_payment(payment_id)
        own = payment.by_id == actor.user.pk and payment.confirmed_at is None
        if not (own or speaks_for(by, sides(payment.transfer)[1]) or allowed(by, May.KEEP_SCORE)):
            raise Forbidden("A payment is reversed by who receives it, or by a scorekeeper.")
        if payment.reversed_at:
            raise Conflict("This payment was reversed already.")
        payment.reversed_at, payment.reversed_by, payment.reason = now, actor.user, reason
        payment.save(update_fields=["reversed_at", "reversed_by", "reason"])
        book = payment.transfer.settlement.club.book
        posted = JournalTransaction.objects.select_related("book").get(book=book, key=f"payment:{payment.pk}")
        reverse(posted, key=f"reversal:{posted.key}", at=now, reason=reason)
        _note(actor, payment, "reversed", reason=reason)
    return payment


def sides(transfer: Transfer) -> tuple[Party, Party]:
    """Payer and receiver, merged players as the one they are."""
    return parties.sides(transfer, parties.survivors(transfer.settlement.club_id))


def outstanding(transfer: Transfer) -> int:
    paid = transfer.payments.filter(reversed_at=None).aggregate(paid=Sum("amount"))["paid"]
    return transfer.amount - (paid or 0)


def speaks_for(member: Member, party: Party) -> bool:
    """Whether the party's money is this member's to give and to take."""
    if party.kind == PartyKind.PLAYER:
        return hasattr(member, "player") and str(member.player.pk) == party.id
    if party.kind == PartyKind.BOX:
        return Night.objects.filter(pk=party.id, box_holder=member).exists()
    return allowed(member, May.SPEAK_FOR_CLUB)


def _is_guest(party: Party) -> bool:
    return party.kind == PartyKind.PLAYER and Player.objects.filter(pk=party.id, member=None).exists()


def _lock(transfer_id: UUID) -> Transfer:
    """One payment of a transfer at a time: each sees what is still outstanding. The nights come first, as always."""
    settlement = Transfer.objects.values_list("settlement", flat=True).get(pk=transfer_id)
    nights = Night.objects.filter(pk__in=nights_of(settlement)).order_by("pk")
    list(nights.select_for_update(of=("self",), no_key=True).values_list("pk"))
    rows = Transfer.objects.select_related("settlement__club").select_for_update(of=("self",), no_key=True)
    return rows.get(pk=transfer_id)


def _lock_payment(payment_id: UUID) -> Payment:
    transfer = _lock(Payment.objects.values_list("transfer", flat=True).get(pk=payment_id))
    payment = Payment.objects.get(pk=payment_id)
    payment.transfer = transfer
    return payment


def _note(actor: Actor, payment: Payment, what: str, **more: object) -> None:
    settlement = payment.transfer.settlement
    body = {"payment": str(payment.pk), "transfer": str(payment.transfer_id), "what": what, **more}
    note_of_settlement(actor, settlement, Entry.Kind.PAYMENT, body, timezone.now())
