"""Corrections from the desk: the hand's actions edited in a replayer, the money that would move, a reason, applied."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games import engine
from games.console.tapped_action import action_of
from games.core.actor import Actor
from games.core.admin.admin_view import desk_page, hand_at_desk, rights_in
from games.core.admin.site import AtDesk
from games.core.display_names import title_of
from games.core.errors import BadValue, ServiceError
from games.core.pages.form_fields import Amount, number_of
from games.core.pages.form_view import write
from games.core.pages.page_view import is_swap
from games.core.pages.step_links import Steps
from games.core.refusal_texts import sentence
from games.models import Hand
from games.play.admin import preview_texts
from games.play.admin.correction_editor import Bench, bench_of
from games.play.admin.deal_form import net_of, set_up_form, set_up_of
from games.play.selectors.hands import the_hand
from games.play.services.corrections import correct, preview_correction


@desk_page
def correcting(request: HttpRequest, found: AtDesk, hand_id: UUID) -> HttpResponse:
    """The draft that the address holds; with `do`, one change more, and on to the draft with it."""
    hand = hand_at_desk(found, hand_id)
    bench = bench_of(hand, request.GET, found.actor.user)
    if do := request.GET.get("do", ""):
        try:
            draft = _edited(bench, do, request.GET)
            edited = bench_of(hand, QueryDict(draft.address()), found.actor.user)
            return HttpResponseRedirect(f"?{draft.address()}#{_goes_on_at(edited)}")
        except ServiceError as error:
            return _drawn(request, found, bench, wrong=error.detail)
    return _drawn(request, found, bench)


@write
def apply(request: HttpRequest, actor: Actor, hand_id: UUID) -> str:
    """The draft, with a reason: what is written, the service of corrections writes."""
    given = request.POST
    bench = bench_of(the_hand(actor, hand_id), given, actor.user)
    in_money = given.get("how") == "money"
    change, version = bench.draft.change, number_of(given.get("version", ""))
    correct(actor, hand_id, change, given.get("reason", ""), version, as_adjustment=in_money)
    messages.success(request, _("Corrected in money alone.") if in_money else _("The hand is corrected."))
    return reverse("admin:games_hand_change", args=[hand_id])


def _goes_on_at(bench: Bench) -> str:
    """What one looks at next: where more is to be put in, else what it would change."""
    return "edits" if bench.draft.put and not bench.is_over else "change"


def _edited(bench: Bench, do: str, given: QueryDict) -> Any:
    """The draft with one change. Raises BadValue, BadAmount."""
    draft, write = bench.draft, bench.write
    match do:
        case "put":
            return draft.with_action(action_of(given.get("action", ""), given, Amount(write).read))
        case "out":
            return draft.without(draft.at)
        case "set-up":
            return draft.with_set_up(set_up_of(bench.hand, given, write))
        case "net":
            return draft.with_net(net_of(given, write))
    raise BadValue("There is nothing like that to be done.")


def _drawn(request: HttpRequest, found: AtDesk, bench: Bench, wrong: str = "") -> HttpResponse:
    hand, draft = bench.hand, bench.draft
    last, items = len(draft.items), list(bench.items())
    shown = {
        "desk": found,
        "hand": hand,
        "club": hand.night.club,
        "may": rights_in(found, hand.night.club),
        "title": title_of(hand.game),
        "night": hand.night,
        "draft": draft,
        "state": list(QueryDict(draft.address()).items()),
        "items": [(item, draft.address(at=item.place, put="")) for item in items],
        "here": next((item for item in items if item.place and item.place == draft.at), None),
        "deal": draft.address(at=0, put=""),
        "after": draft.address(put="after"),
        "instead": draft.address(put="instead"),
        "out": draft.address(do="out"),
        "steps": Steps(draft.at, last, "at", "draft", f"{draft.address(at='', put='')}&"),
        "drawing": bench.drawing(),
        "pad": bench.pad(),
        "refusal": bench.refusal,
        "wrong": wrong,
        "write": bench.write,
        "is_open": hand.status == Hand.Status.OPEN,
        **_money(found, bench),
    }
    if is_swap(request):
        return render(request, "play/admin/draft.html", shown)
    return render(request, "play/admin/correct.html", {**shown, **set_up_form(bench)})


def _money(found: AtDesk, bench: Bench) -> dict[str, Any]:
    """What the draft would move; why it cannot be applied, where it cannot."""
    change = bench.draft.change
    if not change:
        return {"money": None, "why_not": "", "award": None}
    try:
        preview = preview_correction(found.actor, bench.hand.pk, change)
    except engine.Refusal as refusal:
        return {"money": None, "why_not": sentence(refusal, found.actor, hands=bench.hand.pk), "award": None}
    except ServiceError as error:
        return {"money": None, "why_not": error.detail, "award": bench.award()}
    return {"money": preview_texts.told(preview, bench.names, bench.write), "why_not": "", "award": bench.award()}
