"""What was posted, in words: for people, and as a code for programs."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.display_names import title_of
from games.models import Entry, Hand
from games.money.selectors.party_names import party_words
from games.money.selectors.postings import REVERSAL, Row, Sources, hand_of
from games.money.services.parties import Party

# What the services themselves write as a memo is said in the words already.
_MEMOS = frozenset({"on credit", "stakes", "deal undone"})
_ENTRIES = {
    Entry.Kind.BUY_IN: _("Buy-in"),
    Entry.Kind.TOP_UP: _("Top-up"),
    Entry.Kind.CASH_OUT: _("Cash-out"),
    Entry.Kind.RECOUNT: _("Recount"),
    Entry.Kind.POT: _("Share of the carried pot"),
    Entry.Kind.DIFFERENCE: _("Share of over/short"),
    Entry.Kind.ANTES: _("Antes owed on leaving"),
    Entry.Kind.EXPENSE: _("Expense: {word}"),
    Entry.Kind.FORFEIT: _("Match forfeited"),
    Entry.Kind.MATCH_END: _("Match ended"),
    Entry.Kind.TAKE_BACK: _("What was taken back"),
}
# Of these it matters which way the money went.
_BY_WAY = {
    (Entry.Kind.BUY_IN, "cash"): _("Buy-in in cash"),
    (Entry.Kind.BUY_IN, "account"): _("Buy-in on account"),
    (Entry.Kind.TOP_UP, "cash"): _("Top-up in cash"),
    (Entry.Kind.TOP_UP, "account"): _("Top-up on account"),
    (Entry.Kind.CASH_OUT, "cash"): _("Cash-out in cash"),
    (Entry.Kind.CASH_OUT, "account"): _("Cash-out on account"),
}
_ON_HANDS = {
    Entry.Kind.CORRECTION: _("Correction of hand {number}: {game}"),
    Entry.Kind.RULING: _("Ruling on hand {number}: {game}"),
}
_KINDS = {
    "buy-in": _("Buy-in"),
    "cash-out": _("Cash-out"),
    "hand": _("Hand"),
    "match": _("Match"),
    "payment": _("Payment"),
    "adjustment": _("Adjustment"),
    "merge": _("Balance of another name"),
}


def code(row: Row, sources: Sources) -> str:
    """What happened, for programs: the kind of the entry where there is one, else that of the transaction."""
    if row.reverses:
        return REVERSAL
    entry = sources.entries.get(row.source)
    return entry.kind if entry and not row.follows else row.kind.replace("-", "_")


def words(row: Row, sources: Sources, player: str | None = None) -> str:
    """What happened, for people; a payment as the player sees it."""
    said = _words(row, sources, player)
    return gettext("Taken back: {what}").format(what=said) if row.reverses else said


def reason(row: Row, sources: Sources) -> str:
    """Why, where somebody said so."""
    entry = sources.entries.get(row.source)
    given = row.memo if row.reverses or row.follows or entry is None else str(entry.body.get("reason", ""))
    return "" if given in _MEMOS else given


def of_entry(entry: Entry) -> str:
    """What happened, for people, where an entry about money was made."""
    kind = Entry.Kind(entry.kind)
    said = _BY_WAY.get((kind, str(entry.body.get("way"))), _ENTRIES[kind])
    return str(said).format(word=entry.body.get("word", ""))


def _words(row: Row, sources: Sources, player: str | None) -> str:
    entry, hand = sources.entries.get(row.source), hand_of(row, sources)
    if row.follows and entry and entry.kind == Entry.Kind.POT:
        return gettext("Share of the carried pot, put right by a correction")
    if row.follows:
        return gettext("Count put right by a correction")
    if entry and hand:
        return str(_ON_HANDS[Entry.Kind(entry.kind)]).format(number=hand.number, game=title_of(hand.game))
    if entry and entry.kind in _ENTRIES:
        return of_entry(entry)
    if hand:
        return _of_hand(row.kind, hand, row.key)
    if sides := sources.payments.get(row.source):
        return _of_payment(sides, sources.names, player)
    return str(_KINDS["merge"] if ":merge:" in f":{row.key}" else _KINDS.get(row.kind, row.kind.capitalize()))


def _of_hand(kind: str, hand: Hand, key: str) -> str:
    said = _("Hand {number}: {game}")
    if hand.number is None:
        said = _("Stake, undone deal: {game}")
    elif kind == "buy-in":
        said = _("Buy-in on credit, hand {number}")
    elif kind == "match":
        said = _("Stake, hand {number}") if ":in:" in key else _("Match pot, hand {number}")
    return str(said).format(number=hand.number, game=title_of(hand.game))


def _of_payment(sides: tuple[Party, Party], names: Mapping[Party, str], player: str | None) -> str:
    payer, receiver = sides
    if player == payer.id:
        return gettext("Paid to {party}").format(party=party_words(receiver.kind, names[receiver]))
    if player == receiver.id:
        return gettext("Received from {party}").format(party=party_words(payer.kind, names[payer]))
    return gettext("Payment of {payer} to {receiver}").format(payer=names[payer], receiver=names[receiver])
