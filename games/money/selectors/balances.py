"""What the club owes its parties, and they owe it: the one place where a balance is worked out."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from games.models import Club, Hand, PartyKind, Player
from games.money.selectors.stacks import stacks_being_played
from games.money.services import parties
from games.money.services.money_moves import BALANCE, CHIPS
from games.money.services.parties import Party
from ledger.models import Balance


class Stand(NamedTuple):
    """A party's account with the club, their stack, and their other chips on the table (`Stack.set_aside`)."""

    account: int = 0
    chips: int = 0
    set_aside: int = 0

    @property
    def balance(self) -> int:
        """The account, counting chips on the table as if cashed out now. Positive: the club owes the party."""
        return self.account + self.chips + self.set_aside

    def with_chips(self, chips: int, set_aside: int) -> "Stand":
        return self._replace(chips=self.chips + chips, set_aside=self.set_aside + set_aside)

    def document(self) -> dict[str, int]:
        return {"balance": self.balance, **self._asdict()}


def stands_of(club: Club) -> dict[str, dict[Party, Stand]]:
    """By currency, how every party stands with the club; merged players as the one they are."""
    found: dict[str, dict[Party, Stand]] = defaultdict(lambda: defaultdict(Stand))
    for currency, accounts in parties.balances(club).items():
        for party, amount in accounts.items():
            found[currency][party] = Stand(account=amount)
    same = parties.survivors(club.pk)
    rows = Balance.objects.filter(account__book=club.book)
    for owner, currency, chips, set_aside in _chips(rows, Hand.objects.filter(night__club=club)):
        party = Party(PartyKind.PLAYER, same.get(owner, owner))
        found[currency][party] = found[currency][party].with_chips(chips, set_aside)
    return found


def stands_of_players(players: Collection[str]) -> dict[str, dict[str, Stand]]:
    """By player and currency, how these players stand with their clubs, with all that stands under merged names."""
    names = Player.objects.filter(Q(pk__in=players) | Q(merged_into__in=players))
    same: dict[str, str] = {}
    books = set()
    for player, survivor, book in names.values_list("pk", "merged_into", "club__book"):
        same[str(player)] = str(player if str(player) in players else survivor)
        books.add(book)
    found: dict[str, dict[str, Stand]] = {player: defaultdict(Stand) for player in players}
    rows = Balance.objects.filter(account__book__in=books, account__owner__in=same)
    accounts = rows.filter(account__kind=BALANCE).values_list("account__owner", "account__currency", "amount")
    for owner, currency, amount in accounts:
        stand = found[same[str(owner)]][currency]
        found[same[str(owner)]][currency] = stand._replace(account=stand.account + amount)
    hands = Hand.objects.filter(night__seats__player__in=[UUID(player) for player in same]).distinct()
    for name, currency, chips, set_aside in _chips(rows, hands):
        if name in same:
            stand = found[same[name]][currency]
            found[same[name]][currency] = stand.with_chips(chips, set_aside)
    return found


def _chips(rows: QuerySet[Balance], hands: QuerySet[Hand]) -> Iterator[tuple[str, str, int, int]]:
    """Player, currency, stack and other chips, of each night where somebody has any; `hands` may be being played."""
    playing = {(night.pk, player): (night.currency, now) for night, player, now in stacks_being_played(hands)}
    booked = rows.filter(account__kind=CHIPS).exclude(amount=0)
    columns = ("account__owner", "account__currency", "account__scope", "amount")
    for owner, currency, scope, amount in booked.values_list(*columns):
        assert scope is not None
        _, now = playing.pop((scope, str(owner)), (currency, amount))
        yield str(owner), currency, now, amount - now
    for (_, player), (currency, now) in playing.items():  # dealt in on credit, without any chips
        yield player, currency, now, -now
