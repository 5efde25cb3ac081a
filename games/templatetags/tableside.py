"""What templates need beside Django's own: a form's key, cards, amounts as the club's country writes them."""

from collections.abc import Hashable, Sequence
from datetime import datetime
from functools import lru_cache
from uuid import uuid4
from zoneinfo import ZoneInfo

from django import template
from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.models import Club, words
from games.pages.cards import JOKER, in_words, rank, sign
from games.pages.rule_texts import pages_of_rules
from games.pages.table.drawing import Card
from games.reports import writing
from games.reports.writing import Writer

register = template.Library()


@register.simple_tag
def key() -> SafeString:
    """The hidden field by which a form that is sent twice has one effect."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid4())


@register.simple_tag
def card(name: str | None, lit: bool = False) -> SafeString:
    """A card face up by its name such as "Qs", or face down for None; `lit` where it is one of the winning five."""
    if name is None:
        return format_html('<span class="card back"><span class="visually-hidden">{}</span></span>', _("face down"))
    if name == JOKER:
        return format_html('<span class="card joker{}">{}</span>', " lit" if lit else "", _("Joker"))
    return format_html(
        '<span class="card {}{}"><span aria-hidden="true"><b>{}</b><i>{}</i></span>'
        '<span class="visually-hidden">{}</span></span>',
        _class(name),
        " lit" if lit else "",
        rank(name),
        sign(name),
        in_words(name),
    )


@register.simple_tag
def place(card_there: Card) -> SafeString:
    """A place on the table as `drawing` tells it: a card, its back, or its back about to be turned."""
    shown = card(card_there.name, card_there.lit)
    return format_html('<span class="turning">{}</span>', shown) if card_there.next else shown


@register.simple_tag
def hand(cards: Sequence[Card]) -> SafeString:
    """Cards side by side and small, as they lie before a player; told in one phrase."""
    shown = format_html_join(
        "",
        '<b class="{}{}">{}<i>{}</i></b>',
        ((_class(one.name), " lit" if one.lit else "", rank(one.name), sign(one.name)) for one in cards if one.name),
    )
    told = ", ".join(in_words(one.name) for one in cards if one.name)
    return format_html('<span class="hand" role="img" aria-label="{}">{}</span>', told, shown)


@register.simple_tag
def part(template_name: str, what: Hashable) -> SafeString:
    """A part of a table by a template that knows `what` and nothing else: of an entry's answer most is as it was."""
    return _part(template_name, what, get_language())


@lru_cache(maxsize=2048)
def _part(template_name: str, what: Hashable, _language: str | None) -> SafeString:
    # A template finds what is in a dictionary by its name at once; a named tuple it would first ask by number.
    known = what._asdict() if hasattr(what, "_asdict") else what
    return mark_safe(get_template(template_name).render({"what": known}))  # noqa: S308  the template has escaped it


@register.simple_tag
def rule_address(number: str) -> str:
    """Where a rule stands, by its number."""
    page = pages_of_rules()[number]
    return f"{reverse('rules-page', args=[page])}#{number}"


def _class(name: str) -> str:
    return "joker" if name == JOKER else name[1]


@register.filter
def word(code: str) -> str:
    """{{ dispute.state|word }}: what people call a code."""
    return words.word(code)


@register.filter
def day(moment: datetime | None, club: Club | None = None) -> str:
    """{{ moment|day:club }}: 26.11.2026, as the club writes it, by the clock that the moment came with."""
    if moment is None:
        return ""
    return writing.day(moment, writing.locale_at(club)) if club else writing.day(moment)


@register.filter
def clock(moment: datetime | None) -> str:
    return "" if moment is None else writing.clock(moment)


@register.filter
def in_zone(moment: datetime | None, zone: str | ZoneInfo) -> datetime | None:
    """{{ moment|in_zone:night.time_zone|clock }}: by the clock on that wall."""
    return moment.astimezone(ZoneInfo(zone) if isinstance(zone, str) else zone) if moment else None


@register.filter
def in_quotes(text: str) -> SafeString:
    """For an attribute in single quotes: an action's JSON, whose double quotes may then stay as they are."""
    return mark_safe(escape(text).replace("&quot;", '"'))  # noqa: S308  escaped but for what cannot end the attribute


@register.filter
def plain(amount: int | None, writer: Writer) -> str:
    """{{ amount|plain:write }}: 12,50 as the table says it, without the currency."""
    return "" if amount is None else writer.plain(amount)


@register.filter
def signed(amount: int | None, writer: Writer) -> str:
    return "" if amount is None else writer.signed(amount)


@register.filter
def money(amount: int | None, writer: Writer) -> str:
    return "" if amount is None else writer.money(amount)
