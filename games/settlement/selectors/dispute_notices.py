"""Open disputes as everything that names them in a line does: a night, its reports, settlements, the desk."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from games.core.display_names import title_of
from games.models import Dispute
from games.money.selectors.posting_texts import of_entry


def disputed(found: Iterable[Dispute]) -> list[dict[str, Any]]:
    """Of these (`open_disputes`): id, words (what it is about), name (for whom), state and opened_at."""
    return [
        {
            "id": str(dispute.pk),
            "words": matter_words(dispute),
            "name": dispute.player.name if dispute.player else dispute.opened_by.name,
            "state": dispute.state,
            "opened_at": dispute.opened_at,
        }
        for dispute in found
    ]


def matter_words(dispute: Dispute) -> str:
    """One action of a hand is named by the hand: which it is stands in the dispute."""
    if dispute.payment:
        return _("A payment")
    if dispute.hand:
        return _("Hand {number}: {game}").format(number=dispute.hand.number, game=title_of(dispute.hand.game))
    assert dispute.entry
    return of_entry(dispute.entry)
