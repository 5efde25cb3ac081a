"""Open disputes as everything about who pays whom tells of them: a settlement, a night's report, its CSV and PDF."""

from collections.abc import Iterable
from typing import Any

from games.models import Dispute
from games.selectors.postings import of_entry, title_of


def disputed(found: Iterable[Dispute]) -> list[dict[str, Any]]:
    """Of these (`held.disputes_on`): id, words (what it is about), name (for whom), state and opened_at."""
    return [
        {
            "id": str(dispute.pk),
            "words": _about(dispute),
            "name": dispute.player.name if dispute.player else dispute.opened_by.name,
            "state": dispute.state,
            "opened_at": dispute.opened_at,
        }
        for dispute in found
    ]


def _about(dispute: Dispute) -> str:
    if dispute.payment:
        return "A payment"
    if dispute.hand:
        hand = f"hand {dispute.hand.number}: {title_of(dispute.hand.game)}"
        return f"An action of {hand}" if dispute.entry else f"H{hand[1:]}"
    assert dispute.entry
    return of_entry(dispute.entry)
