"""How cards look on a page, and what stands in an attribute."""

from collections.abc import Sequence
from html import escape

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.console.scene import Card
from games.core.pages.card_names import JOKER, in_words, rank, sign


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


def place(card_there: Card) -> SafeString:
    """A place on the table as `drawing` tells it: a card, its back, a place that is turned now, or an empty one."""
    if card_there.next:
        return format_html(
            '<span class="card turning"><b><span class="visually-hidden">{} </span>{}</b></span>',
            _("to be turned:"),
            card_there.next,
        )
    if card_there.empty:
        return format_html('<span class="card empty"><span class="visually-hidden">{}</span></span>', _("empty"))
    return card(card_there.name, card_there.lit)


def hand(cards: Sequence[Card]) -> SafeString:
    """Cards side by side and small, as they lie before a player; told in one phrase."""
    shown = format_html_join(
        "",
        '<b class="{}{}">{}<i>{}</i></b>',
        ((_class(one.name), " lit" if one.lit else "", rank(one.name), sign(one.name)) for one in cards if one.name),
    )
    told = ", ".join(in_words(one.name) for one in cards if one.name)
    return format_html('<span class="hand" role="img" aria-label="{}">{}</span>', told, shown)


def in_quotes(text: str) -> SafeString:
    """For an attribute in single quotes: an action's JSON, whose double quotes may then stay as they are."""
    return SafeString(escape(text, quote=False).replace("'", "&#x27;"))


def _class(name: str) -> str:
    return "joker" if name == JOKER else name[1]
