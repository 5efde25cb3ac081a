"""The amounts to be paid between two parties: everything outstanding of settlements, opposite amounts netted.

The one place where "to pay" and "to receive" are worked out.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, QuerySet

from games.models import Transfer
from games.money.services import parties
from games.money.services.parties import SO_FAR, Party
from ledger.settlement import Transfer as Due
from ledger.settlement import net_pairs


class Part(NamedTuple):
    """A transfer that a claim comes from, and what of it makes up the claim: nothing of an opposite one."""

    transfer: Transfer
    payer: Party
    receiver: Party
    share: int


class Claim(NamedTuple):
    """What `payer` has to pay `receiver`: zero where opposite transfers cancel out, or where all of it was paid.

    Its parts are in both directions, oldest first.
    """

    club: UUID
    currency: str
    payer: Party
    receiver: Party
    amount: int
    parts: tuple[Part, ...]

    def held(self, by_transfer: Mapping[UUID, int]) -> int:
        """What of it is held back, given what of each transfer is (`held_among`)."""
        return sum(min(part.share, by_transfer.get(part.transfer.pk, 0)) for part in self.parts)


class Totals(NamedTuple):
    """What a party has to pay and to receive in all; it can have both, with different parties."""

    to_pay: int = 0
    to_receive: int = 0


def standing_transfers() -> QuerySet[Transfer]:
    """Those of settlements that were not replaced, oldest first, each with `so_far`, what of it is paid."""
    rows = Transfer.objects.filter(settlement__replaced_by=None).annotate(so_far=SO_FAR)
    return rows.select_related("settlement__club").order_by("settlement__made_at", "settlement", "number")


def outstanding_transfers() -> QuerySet[Transfer]:
    """Those of them that are not paid in full."""
    return standing_transfers().filter(amount__gt=F("so_far"))


def claims_among(transfers: Iterable[Transfer], same: Mapping[str, str]) -> list[Claim]:
    """Net these `standing_transfers` by club, currency and pair; `same` are the `survivors` of their clubs."""
    pairs: dict[tuple[UUID, str, frozenset[Party]], list[tuple[Transfer, Due[Party]]]] = defaultdict(list)
    for transfer in transfers:
        payer, receiver = parties.sides(transfer, same)
        if parties.is_owed(transfer, payer, receiver):
            of = transfer.settlement
            left = transfer.amount - transfer.so_far  # type: ignore[attr-defined]
            pairs[of.club_id, of.currency, frozenset((payer, receiver))].append((transfer, Due(payer, receiver, left)))
    return [_claim(club, currency, group) for (club, currency, _), group in pairs.items()]


def _claim(club: UUID, currency: str, group: list[tuple[Transfer, Due[Party]]]) -> Claim:
    first = group[0][1]
    net = next(iter(net_pairs(due for _, due in group)), Due(first.payer, first.payee, 0))
    left, parts = net.amount, []
    for transfer, due in group:
        share = min(left, due.amount) if due.payer == net.payer else 0
        left -= share
        parts.append(Part(transfer, due.payer, due.payee, share))
    return Claim(club, currency, net.payer, net.payee, net.amount, tuple(parts))


def totals_of(claims: Iterable[Claim]) -> dict[tuple[UUID, str, Party], Totals]:
    """By club, currency and party, what each has to pay and to receive."""
    found: dict[tuple[UUID, str, Party], Totals] = defaultdict(Totals)
    for claim in claims:
        pays, receives = ((claim.club, claim.currency, party) for party in (claim.payer, claim.receiver))
        found[pays] = found[pays]._replace(to_pay=found[pays].to_pay + claim.amount)
        found[receives] = found[receives]._replace(to_receive=found[receives].to_receive + claim.amount)
    return found
