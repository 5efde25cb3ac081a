"""Who pays whom, kept, and what of it is paid. Payments are entered on several pages, and lead back to the same."""

from collections.abc import Iterable
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.core.actor import Actor
from games.core.formatting import day, locale_at, writer_of
from games.core.pages.form_fields import Amount
from games.core.pages.form_view import page_of, write
from games.core.pages.page_view import page, rights_of
from games.core.permissions import May, member_for
from games.models import Member, PartyKind, Payment, PaymentWay, Settlement
from games.money.selectors.party_names import party_words
from games.reports.documents.transfer_context import transfers_of
from games.settlement.selectors.dispute_notices import disputed
from games.settlement.selectors.outstanding import Claim
from games.settlement.selectors.payment_options import Owed, offers_to, owed_by, waiting_for
from games.settlement.selectors.settlements import settlement_document, transfer_of
from games.settlement.services import payments, settlements
from games.settlement.services.open_disputes import disputes_on

WAITING_AT_ONCE = 5


@require_safe
@page
def settlement(request: HttpRequest, actor: Actor, settlement_id: UUID) -> HttpResponse:
    """One that was made, of a night or of several."""
    member = member_for(actor, May.SEE, club__settlements=settlement_id)
    document, club = settlement_document(actor, settlement_id), member.club
    shown = {
        "club": club,
        "may": rights_of(member),
        "settlement": document,
        "before": Settlement.objects.filter(replaced_by=settlement_id).order_by("made_at", "id"),
        "day": day(document["made_at"].astimezone(ZoneInfo(club.time_zone)), locale_at(club)),
        "transfers": transfers_of(document, writer_of(club, document["currency"])),
        "offers": offers_to(member, document["transfers"]),
        "disputes": disputed(disputes_on(map(UUID, document["nights"]))),
    }
    return render(request, "settlement/settlement.html", shown)


@write
def settle_night(_request: HttpRequest, actor: Actor, night_id: UUID) -> str:
    settlements.settle_night(actor, night_id)
    return reverse("settlement-page", args=[night_id])


@write
def record(request: HttpRequest, actor: Actor, transfer_id: UUID) -> str:
    """All that is outstanding, or what was typed."""
    given, of = request.POST, transfer_of(actor, transfer_id).settlement
    typed = Amount(writer_of(of.club, of.currency)).read(given.get("amount", ""))
    payments.record_payment(actor, transfer_id, typed, given.get("way", PaymentWay.CASH))
    return page_of(request) or _page_of(of)


@write
def confirm(request: HttpRequest, actor: Actor, payment_id: UUID) -> str:
    return _of_payment(request, payments.confirm_payment(actor, payment_id))


@write
def reverse_payment(request: HttpRequest, actor: Actor, payment_id: UUID) -> str:
    return _of_payment(request, payments.reverse_payment(actor, payment_id, request.POST.get("reason", "")))


def waiting_of(members: Iterable[Member]) -> list[dict[str, str]]:
    """A line of the front page for each of the newest payments that wait for these members, and where it leads."""
    return [_waiting(payment) for payment in waiting_for(members)[:WAITING_AT_ONCE]]


def owed_of(members: Iterable[Member], claims: Iterable[Claim]) -> list[dict[str, str]]:
    """A line of the front page for each of the oldest things that these members have to pay, and where it leads."""
    return [_owed(one) for one in owed_by(members, claims, WAITING_AT_ONCE)]


def _owed(one: Owed) -> dict[str, str]:
    """All that is to be paid, and what of it is held back."""
    claim, write = one.claim, writer_of(one.club, one.claim.currency)
    is_box = claim.payer.kind == PartyKind.BOX
    words = _("Out of the cash box: {amount} to {receiver}") if is_box else _("To pay: {amount} to {receiver}")
    of = next(part.transfer.settlement for part in claim.parts if part.share)
    return {
        "asks": words.format(receiver=one.receiver, amount=write.money(claim.amount)),
        "held": write.money(one.held) if one.held else "",
        "club": one.club.name,
        "to": _page_of(of),
    }


def _waiting(payment: Payment) -> dict[str, str]:
    of = payment.transfer.settlement
    amount = writer_of(of.club, of.currency).money(payment.amount)
    payer = party_words(payment.transfer.payer_kind, payment.payer_name)  # type: ignore[attr-defined]
    return {
        "asks": _("{payer} paid you {amount}: has it arrived?").format(payer=payer, amount=amount),
        "by": payment.by.name,
        "club": of.club.name,
        "to": _page_of(of),
    }


def _of_payment(request: HttpRequest, payment: Payment) -> str:
    return page_of(request) or _page_of(payment.transfer.settlement)


def _page_of(settlement: Settlement) -> str:
    """That of the night, where it is one night's."""
    if settlement.night_id:
        return reverse("settlement-page", args=[settlement.night_id])
    return reverse("stored-settlement", args=[settlement.pk])
