"""Matches: where the pegs stand, who has won, and who was paid the match pot."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from games.audit.services.comparison import compared
from games.core.night_entries import entries_that_stand
from games.models import Club, Entry, Hand, Match
from games.money.services import night_accounts
from games.play.services import match_ends, matches
from ledger.audit import Difference
from ledger.models import Posting
from ledger.reading import checked

Kind = Entry.Kind


def verify_matches(club: Club) -> Iterator[Difference]:
    """Each as its hands and the entries about it have left it, and the pot with whom that says."""
    for match in Match.objects.filter(night__club=club).select_related("night__club").order_by("started_at", "pk"):
        yield from checked("match", match.pk, lambda match=match: _verify(match))  # type: ignore[misc]


def _verify(match: Match) -> Iterator[Difference]:
    about = entries_that_stand(match.night, *match_ends.ENDS, body__match=str(match.pk))
    end = next((entry for entry in about if match_ends.is_end(entry, match)), None)
    expected = _left(match, about, end)
    yield from compared("match", match, expected)
    yield from _pot(match, expected, end)


def _left(match: Match, about: list[Entry], end: Entry | None) -> dict[str, Any]:
    """What of the row follows from its hands and from these entries."""
    played = Match.objects.select_related("night").get(pk=match.pk)
    played.forfeited = [entry.body["player"] for entry in about if entry.kind == Kind.FORFEIT]
    last, before = matches.as_played(played), match.hands.order_by("number").first()
    if last is None and before is not None:
        matches.set_out(played, before)
    expected: dict[str, Any] = {"forfeited": played.forfeited}
    if last and last.set_up:
        expected |= {"game": last.game, "rules": last.set_up["rules"]}
    if last or before:
        expected["pegs"] = played.pegs
    status, leaders = match_ends.outcome(end, match) if end else matches.at_rest(played)
    return expected | {"status": status, **({} if leaders is None else {"leaders": leaders})}


def _pot(match: Match, left: dict[str, Any], end: Entry | None) -> Iterator[Difference]:
    """Every member has paid the stake in, unless nothing but misdeals was dealt; who won has all of it."""
    paid, received = _posted(match)
    begun = match.hands.filter(~Q(status=Hand.Status.VOID) | Q(rulings__gt=0)).exists()
    stakes = dict.fromkeys(match.members, match.stake) if begun and match.stake else {}
    if paid != stakes:
        yield Difference("stakes of match", match.pk, str(stakes), str(paid))
    won = left["leaders"] if left["status"] == Match.Status.WON and "leaders" in left else []
    expected = end.body["received"] if end else {player: sum(paid.values()) for player in won if paid}
    if received != expected:
        yield Difference("pot of match", match.pk, f"paid to {expected}", f"paid to {received}")


def _posted(match: Match) -> tuple[dict[str, int], dict[str, int]]:
    """What each has paid into the match pot and received of it, chips or balance, where it is not reversed."""
    of_pot = Posting.objects.filter(
        transaction__book=match.night.club.book,
        transaction__kind="match",
        transaction__scope=match.night_id,
        transaction__reversed_by=None,
        account__kind=night_accounts.MATCH,
        account__owner=match.pk,
    ).values("transaction")
    lines = Posting.objects.filter(transaction__in=of_pot).exclude(account__kind=night_accounts.MATCH)
    paid: dict[str, int] = defaultdict(int)
    received: dict[str, int] = defaultdict(int)
    for owner, amount in lines.values_list("account__owner", "amount"):
        (received if amount > 0 else paid)[str(owner)] += abs(amount)
    return dict(paid), dict(received)
