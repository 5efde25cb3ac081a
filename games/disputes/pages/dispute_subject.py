"""What a dispute is about, in words: a hand, one action of it, an entry about money, a payment."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.core.display_names import title_of
from games.core.formatting import writer_of
from games.core.pages.log_texts import words_of
from games.models import Club, Dispute, Entry, Hand, Payment
from games.play.selectors.hand_replay import replay


class About(NamedTuple):
    """`by`, `device` and `at` are of what was entered, where it is one entry; `step` is where a hand stood with it."""

    words: str
    by: str = ""
    device: str = ""
    at: datetime | None = None
    step: int | None = None


def about(dispute: Dispute, club: Club) -> About:
    if dispute.payment:
        return of_payment(dispute.payment, club)
    if not dispute.hand:
        assert dispute.entry
        return of_entry(dispute.entry, club)
    title = hand_title(dispute.hand)
    if not dispute.entry:
        return About(title)
    told = of_entry(dispute.entry, club)
    log = replay(dispute.hand, None)["log"]
    step = next((line["step"] for line in log if line["id"] == str(dispute.entry_id)), None)
    return told._replace(words=f"{title} · {told.words}", step=step)


def of_entry(entry: Entry, club: Club) -> About:
    (told,) = words_of([entry], club)
    return About(told.words, entry.by.name, entry.device.name if entry.device else "", entry.at)


def of_payment(payment: Payment, club: Club) -> About:
    write = writer_of(club, payment.transfer.settlement.currency)
    return About(
        _("A payment of %(amount)s") % {"amount": write.money(payment.amount)}, payment.by.name, at=payment.made_at
    )


def hand_title(hand: Hand) -> str:
    if hand.number is None:
        return _("Undone deal: %(game)s") % {"game": title_of(hand.game)}
    return _("Hand %(number)s: %(game)s") % {"number": hand.number, "game": title_of(hand.game)}
