"""Whether a club that was brought in agrees with itself: its books, and every hand with its log."""

from games import engine
from games.formats.errors import BadArchive
from games.models import Club, Entry, Hand
from games.services.replaying import STATUS, play, standing
from ledger.audit import verify
from ledger.models import Book


def check(club: Club) -> None:
    """Raises BadArchive, naming the first that differs."""
    book = Book.objects.filter(pk=club.book).first()
    if book is None:
        raise BadArchive("The archive has no books.")
    for difference in verify(book):
        raise BadArchive(f"The books do not agree: {difference}.")
    for hand in Hand.objects.filter(night__club=club).order_by("night", "number").iterator():
        log = list(Entry.objects.filter(hand=hand, number__isnull=False).order_by("number"))
        (check_played if hand.set_up is not None else check_result)(hand, log)


def check_played(hand: Hand, log: list[Entry]) -> None:
    """The stored hand is what its log comes to when it is played again."""
    try:
        set_up, actions = standing(log)
        state = play(set_up or {}, actions).state
    except (engine.Refusal, KeyError, TypeError, AttributeError):
        raise BadArchive(f"Hand {hand.pk} cannot be played as its log says.") from None
    last = log[-1].number if log else None
    over = hand.status != Hand.Status.OPEN
    same = (set_up, last, STATUS[state.status], state.phase) == (hand.set_up, hand.version, hand.status, hand.phase)
    if not same or (over and hand.result != engine.result(state)):
        raise BadArchive(f"Hand {hand.pk} is not what its log comes to.")


def check_result(hand: Hand, log: list[Entry]) -> None:
    """The same for a hand of which only the result was entered."""
    net = None
    for entry in log:
        if entry.kind == Entry.Kind.UNDO:
            net = None
        elif entry.kind == Entry.Kind.RESULT or not entry.body.get("adjustment"):
            net = entry.body.get("net")
    if net != (hand.result or {}).get("net"):
        raise BadArchive(f"Hand {hand.pk} is not what its log comes to.")
