"""What has come to rest on a finished hand: from then on it is corrected, and not undone any more."""

from django.utils.translation import gettext

from games.core.errors import Conflict
from games.core.table_state import dealt_in, who_left
from games.engine.wording import named
from games.models import Entry, Hand, Night

_COUNTED = (Entry.Kind.CASH_OUT, Entry.Kind.RECOUNT, Entry.Kind.TAKE_BACK)
_ALL_REST_ON = (Entry.Kind.POT, Entry.Kind.ANTES, Entry.Kind.FORFEIT, Entry.Kind.MATCH_END)


def rests_on_deal(hand: Hand) -> bool:
    """Whether anything but its own entries refers to an open hand: then it is a misdeal, and keeps its number.

    A dispute names the hand; chips that were counted or paid out since the deal are noted with its number. Chips that
    were bought since then count from the next deal on in any case.
    """
    kinds = {*_COUNTED, *_ALL_REST_ON} - {Entry.Kind.TAKE_BACK}
    counted = hand.night.entries.filter(kind__in=kinds, body__after_hand=hand.number)
    return hand.disputes.exists() or counted.exists()


def check_may_be_undone(night: Night, hand: Hand) -> None:
    """Raises Conflict where something already rests on a finished hand: then it is corrected, not undone."""
    check_nothing_rests_on(night, hand)
    if hand.corrections and hand.entries.filter(kind=Entry.Kind.CORRECTION, number=hand.version).exists():
        raise Conflict("This hand was corrected: correct it again.")
    if hand.rulings:
        raise Conflict("There was a ruling on this hand: it can only be corrected, and the ruling stands.")


def _standing_since(night: Night, hand: Hand) -> list[Entry]:
    """Counts and decisions made since a hand, without those that were taken back."""
    since = list(night.entries.filter(kind__in=_COUNTED + _ALL_REST_ON, body__after_hand__gte=hand.number))
    undone = {entry.body["takes_back"] for entry in since if entry.kind == Entry.Kind.TAKE_BACK}
    later = night.entries.filter(pk__in=undone, body__after_hand__gte=hand.number).values_list("pk", flat=True)
    gone = set(map(str, later))
    return [entry for entry in since if not gone & {str(entry.pk), str(entry.body.get("takes_back"))}]


def check_nothing_rests_on(night: Night, hand: Hand) -> None:
    """Raises Conflict where a later hand, a settlement, a count or somebody's leaving rests on a finished hand."""
    if night.hands.filter(number__gt=hand.number).exists():
        raise Conflict("A later hand has begun: this one can only be corrected.")
    if night.shares.exists():
        raise Conflict("This night was settled: the hand can only be corrected.")
    players = dealt_in(hand)
    for entry in _standing_since(night, hand):
        counted = {entry.body.get("player"), *entry.body.get("counts", ()), *entry.body.get("players", ())}
        if entry.kind in _ALL_REST_ON or counted & players:
            raise Conflict("Chips were counted or paid since: this hand can only be corrected.")
    # without a count: who had lost everything. A hand is played on by people who are there
    if gone := who_left(night, players):
        raise Conflict(
            "{players} left the table since: seat them again, or correct the hand.",
            players=named([*gone.values()], gettext),
        )
