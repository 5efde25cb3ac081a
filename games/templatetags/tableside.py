"""What templates need beside Django's own: a form's key, cards, amounts as the club's country writes them."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.template import RequestContext
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.accounts.services.users import shortest_password
from games.console.card_faces import card, in_quotes
from games.console.environment import drawn
from games.core import formatting
from games.core.formatting import Writer
from games.core.pages.form_view import entry_fields
from games.models import Club, words
from games.play.pages.rule_texts import pages_of_rules

register = template.Library()
register.simple_tag(card)
register.filter(in_quotes)
register.simple_tag(shortest_password)


@register.simple_tag(takes_context=True)
def entry(context: RequestContext) -> SafeString:
    return entry_fields(context.request)  # whatever else a page calls `request`: chips asked for, say


@register.simple_tag
def needed() -> SafeString:
    """What the mark before the name of a field means: shown in forms that have one (`base/needed.css`)."""
    return format_html('<p class="needed soft" data-says="* {}"></p>', gettext("must be filled in"))


@register.simple_tag
def part(template_name: str, what: Any = None, **fields: SafeString) -> SafeString:
    """A part of a page, drawn by a template of `games/console/templates`."""
    return drawn(template_name, what, **fields)


@register.simple_tag
def rule_address(number: str) -> str:
    """Where a rule stands, by its number."""
    page = pages_of_rules()[number]
    return f"{reverse('rules-page', args=[page])}#{number}"


@register.filter
def word(code: str) -> str:
    """{{ dispute.state|word }}: what people call a code."""
    return words.word(code)


@register.filter
def day(moment: datetime | None, club: Club | None = None) -> str:
    """{{ moment|day:club }}: 26.11.2026, as the club writes it, by the clock that the moment came with."""
    if moment is None:
        return ""
    return formatting.day(moment, formatting.locale_at(club)) if club else formatting.day(moment)


@register.filter
def clock(moment: datetime | None) -> str:
    return "" if moment is None else formatting.clock(moment)


@register.filter
def in_zone(moment: datetime | None, zone: str | ZoneInfo) -> datetime | None:
    """{{ moment|in_zone:night.time_zone|clock }}: by the clock on that wall."""
    return moment.astimezone(ZoneInfo(zone) if isinstance(zone, str) else zone) if moment else None


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
