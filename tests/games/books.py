"""What must hold of a night's books whatever was entered and corrected."""

from collections import Counter

from games import engine
from games.core.hand_state import STATUS, play, standing
from games.models import Entry, Hand, Night
from games.money.services import night_accounts
from ledger import audit
from ledger.models import Book, Posting


def check_night(night: Night) -> None:
    """The ledger's own audit; the log alone gives every hand; what stands posted of a hand is its result."""
    assert audit.verify(Book.objects.get(pk=night.club.book)) == []
    stands = night_accounts.read(night)
    paid = sum(night_accounts.nets(night).values()) + stands.box
    club = Posting.objects.filter(transaction__scope=night.pk, account__kind="club")
    paid += sum(club.values_list("amount", flat=True))
    on_table = sum(stands.stacks.values()) + stands.pot + stands.difference + sum(stands.matches.values())
    assert on_table == -paid
    for hand in night.hands.all():
        check_hand(hand)


def check_hand(hand: Hand) -> None:
    log = list(hand.entries.filter(number__isnull=False).order_by("number"))
    assert hand.version == log[-1].number
    assert hand.corrections == sum(entry.kind == Entry.Kind.CORRECTION for entry in log)
    set_up, actions = standing(log)
    assert set_up == hand.set_up
    if set_up is not None:
        step = play(set_up, actions)
        assert (STATUS[step.state.status], step.state.phase) == (hand.status, hand.phase)
        assert (engine.result(step.state) if hand.status != Hand.Status.OPEN else None) == hand.result
    check_postings(hand)


def check_postings(hand: Hand) -> None:
    """Chips by net, the pot by what the carry changed; nothing of a hand that does not count."""
    rows = Posting.objects.filter(
        transaction__key__startswith=f"hand:{hand.pk}:", transaction__reversed_by=None
    ).values_list("account__kind", "account__owner", "amount")
    found = Counter({(kind, str(owner) if owner else None): amount for kind, owner, amount in rows})
    expected: Counter[tuple[str, str | None]] = Counter()
    if hand.status == Hand.Status.COMPLETE and hand.result:
        expected.update({("chips", player): amount for player, amount in hand.result.get("net", {}).items()})
        if hand.set_up and "carry" in hand.set_up:
            expected["pot", None] = hand.result["carry"] - hand.set_up["carry"]
    assert {which: amount for which, amount in found.items() if amount} == {
        which: amount for which, amount in expected.items() if amount
    }
