"""The front page, and a club: tonight, its nights, its people, everybody's balance."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.services import passwords
from games.clubs.selectors import clubs as select
from games.clubs.selectors import home
from games.clubs.selectors.invites import invite_for, open_invites
from games.clubs.services import invites
from games.clubs.services.clubs import DECIDING_ROLES
from games.core.actor import Actor
from games.core.errors import Conflict
from games.core.formatting import Writer, day, locale_at, writer_of
from games.core.pages.form_fields import currencies, time_zones
from games.core.pages.page_links import address_on_the_network
from games.core.pages.page_view import page, rights_of
from games.core.permissions import May, member_for, outranks
from games.core.qr_code import qr_image
from games.disputes.pages import notifications
from games.disputes.selectors.notifications import newest_unseen
from games.models import Club, Member, Night, PartyKind, Role
from games.money.services import parties
from games.money.services.parties import Party
from games.nights.selectors.nights import in_zone, nights_of
from games.reports.documents.night_context import left_words
from games.reports.documents.statement_context import stand_context
from games.reports.documents.transfer_context import transfers_due
from games.settlement.pages import payments
from games.settlement.selectors import settlements
from games.settlement.selectors.dispute_notices import disputed
from games.settlement.selectors.outstanding import Totals, totals_of
from games.settlement.selectors.payment_options import claims_on
from games.settlement.services.open_disputes import disputes_on

NIGHTS_AT_ONCE = 20
ADDING = "add"


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return _home(request)
    return redirect("sign-in" if passwords.set_up_token() is None else "first-run")


@page
def _home(request: HttpRequest, actor: Actor) -> HttpResponse:
    homes = home.homes_of(actor)
    nights = list(home.last_nights(actor))
    unseen, members = newest_unseen(actor), [one.member for one in homes]
    claims = claims_on(members)
    totals = totals_of(claims)
    shown = {
        "homes": [_shown_home(one, nights, totals) for one in homes],
        "nights": [line_of(night, night.club) for night in nights],
        "told": next(iter(notifications.lines_of(actor, [unseen])), None) if unseen else None,
        "waiting": payments.waiting_of(members),
        "owed": payments.owed_of(members, claims),
    }
    return render(request, "clubs/front.html", shown)


@require_safe
@page
def new_club(request: HttpRequest, _actor: Actor) -> HttpResponse:
    return render(request, "clubs/new.html", {"currencies": currencies(), "time_zones": time_zones()})


@require_safe
@page
def club(request: HttpRequest, actor: Actor, club_id: UUID) -> HttpResponse:
    shown = opened(actor, club_id)
    of = shown["club"]
    nights = list(nights_of(actor, club_id).filter(status=Night.Status.CLOSED)[: home.LAST_NIGHTS])
    tonight = list(home.with_seated(nights_of(actor, club_id).filter(status=Night.Status.OPEN)))
    shown |= {
        "tonight": [line_of(night, of) for night in tonight],
        "nights": [line_of(night, of) for night in nights],
        "balances": [_balances(part, of) for part in settlements.balances_view(actor, club_id)["balances"]],
        "new_night": _new_night(of, [*tonight, *nights]),
    }
    return render(request, "clubs/club.html", shown)


@require_safe
@page
def nights(request: HttpRequest, actor: Actor, club_id: UUID) -> HttpResponse:
    """All nights of a club, so many at a time."""
    shown = opened(actor, club_id)
    at_once = Paginator(nights_of(actor, club_id), NIGHTS_AT_ONCE).get_page(request.GET.get("page"))
    shown |= {"nights": [line_of(night, shown["club"]) for night in at_once], "at_once": at_once}
    return render(request, "clubs/nights.html", shown)


@require_safe
@page
def people(request: HttpRequest, actor: Actor, club_id: UUID) -> HttpResponse:
    shown = opened(actor, club_id)
    may, member = shown["may"], shown["member"]
    members = list(select.members_of(actor, club_id))
    unsettled = _unsettled(shown["club"], members if may["manage_members"] else [member])
    shown |= {
        "adding": ADDING in request.GET,
        "players": select.players_of(actor, club_id).select_related("member__user", "merged_into"),
        "members": [
            {
                "member": one,
                "roles": _roles_for(member, one) if may["manage_members"] else [],
                "unsettled": unsettled.get(one.pk, []),
            }
            for one in members
        ],
        "own_unsettled": unsettled.get(member.pk, []),
        "roles_to_give": [role for role in Role.values if outranks(member, role)],
        "invites": open_invites(actor, club_id) if may["invite_players"] else [],
    }
    return render(request, "clubs/people.html", shown)


def _unsettled(of: Club, members: list[Member]) -> dict[UUID, list[str]]:
    """What each of these members still owes, or is owed, in words; one a currency."""
    words: dict[UUID, list[str]] = {}
    for pk, left in parties.unsettled_of(of, members).items():
        sums = ((amount < 0, writer_of(of, currency).money(abs(amount))) for currency, amount in left.items())
        words[pk] = [(_("owes {sum}") if owes else _("is owed {sum}")).format(sum=sum) for owes, sum in sums]
    return words


@require_safe
@page
def settings(request: HttpRequest, actor: Actor, club_id: UUID) -> HttpResponse:
    member_for(actor, May.CHANGE_CLUB, club=club_id)
    shown = opened(actor, club_id)
    write = writer_of(shown["club"], shown["club"].currency)
    shown |= {"deciding": DECIDING_ROLES, "example": write.money(125_000)}
    return render(request, "clubs/settings.html", shown)


@require_safe
@page
def settle(request: HttpRequest, actor: Actor, club_id: UUID) -> HttpResponse:
    """What a settlement over all closed nights would come to, and those that were made."""
    shown = opened(actor, club_id)
    of = shown["club"]
    unsettled = settlements.unsettled_view(actor, club_id)
    shown |= {
        "parts": [_proposed(part, of) for part in unsettled["currencies"]],
        "not_balanced": [
            {**night, "left": left_words(night["open"], writer_of(of, night["currency"]))}
            for night in unsettled["not_balanced"]
        ],
        "settlements": settlements.settlements_of(actor, club_id).select_related("by", "night")[:NIGHTS_AT_ONCE],
    }
    return render(request, "settlement/settle.html", shown)


def _proposed(part: dict[str, Any], club: Club) -> dict[str, Any]:
    """What would be settled in one currency: its transfers, and what is disputed of its nights, written out."""
    return {
        **part,
        "disputes": disputed(disputes_on(map(UUID, part["nights"]))),
        "transfers": transfers_due(part["transfers"], "", writer_of(club, part["currency"])),
    }


@require_safe
@page
def invite(request: HttpRequest, actor: Actor, invite_id: UUID) -> HttpResponse:
    """The link and its code, to be scanned from this screen. As secret as the invite."""
    of = invite_for(actor, invite_id)
    try:
        path = reverse("join", args=[invites.token_for(actor, invite_id)])
    except Conflict as error:
        return render(request, "clubs/invite.html", {"invite": of, "gone": error.detail})
    url = address_on_the_network(request, path)
    return render(request, "clubs/invite.html", {"invite": of, "url": url, "code": qr_image(url)})


def opened(actor: Actor, club_id: UUID) -> dict[str, Any]:
    """What every page of a club shows: the club, and what its viewer may do."""
    member = member_for(actor, May.SEE, club=club_id)
    return {"club": member.club, "member": member, "may": rights_of(member), "own": member.own_id}


def line_of(night: Night, club: Club) -> dict[str, Any]:
    """A night as a row to tap."""
    opened_at = in_zone(night, night.opened_at)
    return {
        "night": night,
        "day": day(opened_at, locale_at(club)),
        "opened_at": opened_at,
        "open": night.status == Night.Status.OPEN,
    }


def _balances(part: Mapping[str, Any], club: Club) -> dict[str, Any]:
    """The balances of a club in one currency, written out."""
    write = writer_of(club, part["currency"])
    lines = ({**party, **_standing(party, write)} for party in part["parties"])
    return {"currency": part["currency"], "parties": list(lines)}


def _standing(of: Mapping[str, int], write: Writer) -> dict[str, Any]:
    """A balance, how much of it is chips, and what of it is to be paid and to be received."""
    due = {name: write.money(of[name]) if of[name] else "" for name in ("to_pay", "to_receive")}
    return {"stand": stand_context(of, write), **due}


def _shown_home(
    one: home.Home, closed: Iterable[Night], totals: Mapping[tuple[UUID, str, Party], Totals]
) -> dict[str, Any]:
    club, own = one.member.club, Party(PartyKind.PLAYER, one.member.own_id or "")
    return {
        "club": club,
        "member": one.member,
        "may": rights_of(one.member),
        "nights": [line_of(night, club) for night in one.nights],
        "balances": [
            _standing(
                stand.document() | totals.get((club.pk, currency, own), Totals())._asdict(), writer_of(club, currency)
            )
            for currency, stand in sorted(one.stands.items())
        ],
        "new_night": _new_night(club, [*one.nights, *(night for night in closed if night.club_id == club.pk)]),
    }


def _new_night(club: Club, before: Sequence[Night]) -> dict[str, str]:
    """What the form to start a night proposes after those of before, newest first; a second one a day is told apart."""
    today = timezone.now().astimezone(ZoneInfo(club.time_zone))
    chip = home.usual_chip(next(iter(before), None), club.currency)
    name, taken = f"{WEEKDAYS[today.weekday()]}, {day(today, locale_at(club))}", {night.name for night in before}
    others = (f"{name} ({number})" for number in range(2, len(taken) + 2))
    free = name if name not in taken else next(one for one in others if one not in taken)
    return {"name": free, "chip": writer_of(club, club.currency).plain(chip)}


def _roles_for(by: Member, member: Member) -> list[str]:
    """What another member may be made; none of somebody who stands above."""
    if not outranks(by, member.role):
        return []
    return [role for role in Role.values if outranks(by, role)]
