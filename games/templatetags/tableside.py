"""What templates need beside Django's own: a form's key, cards, amounts as the club's country writes them."""

from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.reports.writing import Writer

register = template.Library()

SUITS = {
    "s": ("\N{BLACK SPADE SUIT}", _("spades")),
    "h": ("\N{BLACK HEART SUIT}", _("hearts")),
    "d": ("\N{BLACK DIAMOND SUIT}", _("diamonds")),
    "c": ("\N{BLACK CLUB SUIT}", _("clubs")),
}
RANKS = {
    "A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack"), "T": _("ten"), "9": _("nine"), "8": _("eight"),
    "7": _("seven"), "6": _("six"), "5": _("five"), "4": _("four"), "3": _("three"), "2": _("two"),
}  # fmt: skip


@register.simple_tag
def key() -> SafeString:
    """The hidden field by which a form that is sent twice has one effect."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid4())


@register.simple_tag
def card(name: str | None, lit: bool = False) -> SafeString:
    """A card face up by its name such as "Qs", or face down for None; `lit` where it is one of the winning five."""
    if name is None:
        return format_html('<span class="card back"><span class="visually-hidden">{}</span></span>', _("face down"))
    if name == "JK":
        return format_html('<span class="card joker{}">{}</span>', " lit" if lit else "", _("Joker"))
    rank, suit = name[0], name[1]
    sign, suit_word = SUITS[suit]
    return format_html(
        '<span class="card {}{}"><span aria-hidden="true"><b>{}</b><i>{}</i></span>'
        '<span class="visually-hidden">{} {} {}</span></span>',
        suit,
        " lit" if lit else "",
        "10" if rank == "T" else rank,
        sign,
        RANKS[rank],
        _("of"),
        suit_word,
    )


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
