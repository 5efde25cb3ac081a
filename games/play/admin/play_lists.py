"""What was played: nights, hands, matches, and the log of what was entered, by whom, when and from where."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.admin.read_only import ReadOnly, WithPage
from games.core.admin.site import at_desk
from games.core.display_names import title_of
from games.core.formatting import writer_at
from games.core.pages.log_texts import words_of
from games.disputes.pages.dispute_subject import hand_title
from games.disputes.services.stakeholders import DISPUTABLE
from games.models import BuyInRequest, Entry, Hand, Match, Night
from games.models.words import word
from games.play.admin import hand_page
from games.play.selectors.disclosure import revealed_up_to, shown_body


@admin.register(Night)
class NightAdmin(ReadOnly):
    list_display = ("name", "currency", "status", "opened_at", "closed_at")
    list_filter = ("status",)
    narrows = ("status",)
    search_fields = ("name",)
    ordering = ("-opened_at",)
    exclude = ("chip",)
    readonly_fields = ("smallest_chip",)
    change_form_template = "play/admin/night.html"

    @admin.display(description=_("smallest chip"))
    def smallest_chip(self, night: Night) -> str:
        return _money(night, night.chip)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Its settlement and its count are pages of members: who only runs the installation is not sent there."""
        night, found = context["original"], at_desk(request)
        context["is_member"] = bool(night and found and night.club_id in found.members)
        return super().render_change_form(request, context, *args, **kwargs)


@admin.register(Match)
class MatchAdmin(ReadOnly):
    club = "night__club"
    narrows = ("night",)
    list_display = ("night", "played", "status", "started_at")
    list_select_related = ("night",)
    ordering = ("-night__opened_at",)
    exclude = ("stake",)
    readonly_fields = ("played_for",)

    @admin.display(description=_("stake"))
    def played_for(self, match: Match) -> str:
        return _money(match.night, match.stake)

    @admin.display(description=_("game"))
    def played(self, match: Match) -> str:
        return title_of(match.game)


@admin.register(Hand)
class HandAdmin(WithPage):
    """A list of hands; one of them is a page of its own: replay, log, money, corrections."""

    club = "night__club"
    narrows = ("night", "status")
    list_display = ("number", "night", "played", "stands", "status", "corrections", "started_at")
    list_select_related = ("night",)
    list_filter = ("status",)
    ordering = ("-night__opened_at", "-number")
    shown = staticmethod(hand_page.shown)

    @admin.display(description=_("phase"))
    def stands(self, hand: Hand) -> str:
        return word(hand.phase)

    @admin.display(description=_("game"))
    def played(self, hand: Hand) -> str:
        return title_of(hand.game)


class EntryList(ChangeList):
    """Each entry of the page in words; the names of all of them in one query."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        found = at_desk(request)
        self.result_list = list(self.result_list)
        if found and found.club:
            for told in words_of(self.result_list, found.club):
                told.entry.told_words = told.words  # type: ignore[attr-defined]


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    """The log. What was declared in secret shows here no earlier than anywhere else."""

    list_display = ("words", "at", "of_hand", "who", "where")
    list_select_related = ("hand", "night", "player", "by", "device")
    list_filter = ("kind",)
    narrows = ("kind", "night", "hand", "player", "by", "device")
    fields = (
        *("in_words", "at", "phone_at", "kind", "number", "of_hand", "night", "player", "takes_back"),
        *("who", "where", "shown"),
    )
    ordering = ("-at",)
    change_form_template = "play/admin/entry.html"

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """What of a night's money may be disputed is so from here, for any player of the night."""
        entry, found = context["original"], at_desk(request)
        if entry and found and entry.club_id in found.members and entry.night and entry.kind in DISPUTABLE:
            context |= {
                "disputable": True,
                "seats": entry.night.seats.select_related("player").order_by("player__name"),
            }
        return super().render_change_form(request, context, *args, **kwargs)

    def get_changelist(self, request: HttpRequest, **_how: Any) -> type[ChangeList]:
        return EntryList

    @admin.display(description=_("what"))
    def words(self, entry: Any) -> str:
        return entry.told_words

    @admin.display(description=_("what"))
    def in_words(self, entry: Entry) -> str:
        return words_of([entry], entry.club)[0].words

    @admin.display(description=_("who"))
    def who(self, entry: Entry) -> str:
        return entry.by.name

    @admin.display(description=_("device"))
    def where(self, entry: Entry) -> str:
        return entry.device.name if entry.device else gettext("browser")

    @admin.display(description=_("hand"))
    def of_hand(self, entry: Entry) -> str:
        if entry.hand is None:
            return self.admin_site.empty_value_display
        to = reverse("admin:games_hand_change", args=[entry.hand_id])
        return format_html('<a href="{}">{}</a>', to, hand_title(entry.hand))

    @admin.display(description=_("body"))
    def shown(self, entry: Entry) -> dict[str, Any]:
        log = entry.hand.entries.all() if entry.hand else [entry]
        return shown_body(entry, revealed_up_to(log), None)


@admin.register(BuyInRequest)
class BuyInRequestAdmin(ReadOnly):
    club = "night__club"
    narrows = ("night", "player", "status")
    list_display = ("asked_at", "night", "player", "sum", "status")
    list_select_related = ("night__club", "player")
    exclude = ("asked_by", "decided_by", "amount")
    readonly_fields = ("sum",)
    ordering = ("-night__opened_at", "-asked_at")

    @admin.display(description=_("amount"))
    def sum(self, request: BuyInRequest) -> str:
        return _money(request.night, request.amount)


def _money(night: Night, amount: int) -> str:
    return writer_at(night).money(amount)
