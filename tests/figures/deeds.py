"""Random evenings of one club, and the figures that follow from the list of what was done.

Nothing here asks a selector or the books. Each step does something by a service, and writes down in plain sums what
it means for everybody's money, by the definitions of docs/glossary.md.
"""

import random
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.clubs.services import clubs, player_merge
from games.core.actor import Actor
from games.models import Hand, Match, Night, Payment, Player, Settlement, Transfer
from games.money.services import chips, expenses
from games.nights.services import entry_reversal, nights, seats
from games.play.selectors.hands import hand_view
from games.play.services import hands, match_ends, missed_hands
from games.play.services.corrections import correct
from games.settlement.services import payments, settlements
from tests.api.walker import choose
from tests.games.cast import Cast, make_cast

CHIP = 25
Who = tuple[str, str]  # a kind of party and an id
LONGEST = 200


@dataclass
class Evening:
    """What is known of one night; all by the id of the player as they are called at the table."""

    night: Night
    day: date
    stacks: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    bought: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    cashed: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    to_account: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    beside: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    outlays: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    box: int = 0
    pot: int = 0
    over_short: int = 0
    stakes: int = 0

    def pay(self, player: str, way: str, amount: int) -> None:
        """Money from the table to a player, or, negative, to the table."""
        if way == "cash":
            self.box -= amount
        else:
            self.to_account[player] += amount


@dataclass
class Debt:
    """A transfer of a settlement as it was made, and what of it is paid."""

    transfer: Transfer
    payer: Who
    receiver: Who
    left: int


class Deeds:
    """A club whose evenings are played by chance; `chance` decides all."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.cast: Cast = make_cast()
        self.sue: Actor = self.cast.sue
        self.evenings: list[Evening] = []
        self.debts: list[Debt] = []
        self.paid: list[tuple[Payment, Debt]] = []
        self.merged: dict[str, str] = {}
        self.club_account = 0
        self.moved_by_payments: list[tuple[date, Who, int]] = []
        ann = self.cast.club.members.get(user=self.cast.ann.user)
        rob = self.cast.club.members.get(user=self.cast.rob.user)
        self.players: dict[str, Player] = {
            "Ann": clubs.add_player(self.sue, self.cast.club.pk, "Ann", member_id=ann.pk),
            "Rob": clubs.add_player(self.sue, self.cast.club.pk, "Rob", member_id=rob.pk),
        }
        for name in ("Bob", "Cid", "Dan", "Sid"):
            self.players[name] = clubs.add_player(self.sue, self.cast.club.pk, name)

    # what the figures are

    def same(self, player: str) -> str:
        return self.merged.get(player, player)

    def people(self) -> dict[str, str]:
        """Names of all who are not another name of somebody, by id."""
        return {str(one.pk): name for name, one in self.players.items() if str(one.pk) not in self.merged}

    def sums(self, evening: Evening, what: str) -> dict[str, int]:
        """A sum of the evening by person."""
        found: dict[str, int] = defaultdict(int)
        for player, amount in getattr(evening, what).items():
            found[self.same(player)] += amount
        return found

    def results(self, evening: Evening) -> dict[str, int]:
        """Chips cashed out less chips bought; those on the table as if they were cashed out now."""
        found: dict[str, int] = defaultdict(int)
        for sign, what in ((1, "cashed"), (1, "stacks"), (-1, "bought")):
            for player, amount in self.sums(evening, what).items():
                found[player] += sign * amount
        return found

    def balances(self, until: date | None = None) -> dict[Who, int]:
        """The accounts of all parties, chips on tables counted in; as they were after the evenings of a day."""
        found: dict[Who, int] = defaultdict(int)
        for evening in self.evenings:
            if until and evening.day > until:
                continue
            for what in ("to_account", "stacks"):
                for player, amount in self.sums(evening, what).items():
                    found["player", player] += amount
            found["box", str(evening.night.pk)] -= evening.box
        found["club", str(self.cast.club.pk)] += self.club_account
        for day, (kind, party), amount in self.moved_by_payments:
            if until is None or day <= until:
                found[kind, self.same(party)] += amount
        return {who: amount for who, amount in found.items() if amount}

    def to_pay(self) -> dict[tuple[Who, Who], int]:
        """What is outstanding, opposite amounts between two parties netted: payer and receiver, and how much."""
        nets: dict[tuple[Who, Who], int] = defaultdict(int)
        for debt in self.standing_debts():
            payer, receiver = ((kind, self.same(party)) for kind, party in (debt.payer, debt.receiver))
            if payer != receiver:
                first, second = sorted((payer, receiver))
                nets[first, second] += debt.left if payer == first else -debt.left
        return {(one, other) if net > 0 else (other, one): abs(net) for (one, other), net in nets.items() if net}

    def standing_debts(self) -> list[Debt]:
        gone = set(Settlement.objects.exclude(replaced_by=None).values_list("pk", flat=True))
        return [debt for debt in self.debts if debt.transfer.settlement_id not in gone]

    # what is done

    def open_night(self, names: list[str], buy_in: int = 2000) -> Evening:
        night = nights.open_night(self.sue, self.cast.club.pk, f"Night {len(self.evenings) + 1}", CHIP)
        evening = Evening(night, night.opened_at.astimezone(ZoneInfo(night.time_zone)).date())
        self.evenings.append(evening)
        for name in names:
            self.sit(evening, name, buy_in)
        return evening

    def sit(self, evening: Evening, name: str, buy_in: int) -> None:
        seats.take_seat(self.sue, evening.night.pk, self.players[name].pk)
        self.buy(evening, name, buy_in)

    def buy(self, evening: Evening, name: str, amount: int) -> None:
        way, player = self.chance.choice(("cash", "account")), str(self.players[name].pk)
        entry = chips.buy_in(self.sue, evening.night.pk, self.players[name].pk, amount, way)
        evening.stacks[player] += amount
        evening.bought[player] += amount
        evening.pay(player, way, -amount)
        is_open = Hand.objects.filter(night=evening.night, status=Hand.Status.OPEN).exists()
        if self.chance.random() < 0.2 and evening.stacks[player] > amount and not is_open:
            entry_reversal.take_back(self.sue, entry.pk, "it was somebody else")
            evening.stacks[player] -= amount
            evening.bought[player] -= amount
            evening.pay(player, way, amount)

    def win(self, evening: Evening) -> Hand | None:
        """A hand of which only the result is known."""
        rich = [player for player, stack in evening.stacks.items() if stack >= 4 * CHIP]
        seated = [str(pk) for pk in evening.night.seats.exclude(status="left").values_list("player", flat=True)]
        rich = [player for player in rich if player in seated]
        others = [player for player in seated if rich and player != rich[0]]
        if not others:
            return None
        loser, winner = rich[0], self.chance.choice(others)
        amount = CHIP * self.chance.randint(1, evening.stacks[loser] // CHIP)
        hand = missed_hands.record_result(
            self.sue, evening.night.pk, "Stud", {UUID(loser): -amount, UUID(winner): amount}
        )
        evening.stacks[loser] -= amount
        evening.stacks[winner] += amount
        return hand

    def correct(self, evening: Evening, hand: Hand) -> None:
        """In money alone: the chips stay as they lie, and the accounts move."""
        net = dict(hand.result["net"])
        (loser, lost), (winner, _) = sorted(net.items(), key=lambda item: item[1])
        amount = CHIP * self.chance.randint(1, 20)
        change = {"net": {loser: -amount, winner: amount}}
        correct(self.cast.rob, hand.pk, change, "misread", Hand.objects.get(pk=hand.pk).version, as_adjustment=True)
        for player, moved in ((loser, -amount - lost), (winner, amount + lost)):
            evening.to_account[player] += moved
            evening.beside[player] += moved

    def correct_at_once(self, evening: Evening, hand: Hand) -> None:
        """Played anew, as the last hand: it was only one chip."""
        (loser, lost), (winner, won) = sorted(hand.result["net"].items(), key=lambda item: item[1])
        if won == CHIP:
            return
        correct(self.cast.rob, hand.pk, {"net": {loser: -CHIP, winner: CHIP}}, "misread", hand.version)
        evening.stacks[loser] += -CHIP - lost
        evening.stacks[winner] += CHIP - won

    def play(self, evening: Evening, game: str, stake: int | None = None, **rules: int) -> Hand:
        """A hand by chance, to its end: what the rules made of it is what happened at the table."""
        before = set(Match.objects.filter(night=evening.night).values_list("pk", flat=True))
        hand = hands.start_hand(self.sue, evening.night.pk, game, rules or None, stake=stake)
        match = hand.match
        if match and match.pk not in before and match.stake:
            for player in match.members:
                evening.stacks[player] -= match.stake
                evening.stakes += match.stake
        for _ in range(LONGEST):
            if hand.status != Hand.Status.OPEN:
                break
            action = choose(self.chance, hand_view(self.sue, hand)["legal"])
            hand = hands.act(self.sue, hand.pk, [action], hand.version)
        if hand.status == Hand.Status.OPEN:
            hand = hands.act(self.sue, hand.pk, [{"type": "void", "reason": ""}], hand.version)
        self._settle_hand(evening, hand)
        return hand

    def _settle_hand(self, evening: Evening, hand: Hand) -> None:
        if hand.status != Hand.Status.COMPLETE:
            return
        net = (hand.result or {}).get("net", {})
        for player, amount in net.items():
            evening.stacks[player] += amount
            if evening.stacks[player] < 0:  # bought on credit, on account (rules 3.7)
                missing = -evening.stacks[player]
                evening.stacks[player] = 0
                evening.bought[player] += missing
                evening.to_account[player] -= missing
        evening.pot -= sum(net.values())
        if hand.match and evening.stakes:
            match = Match.objects.get(pk=hand.match.pk)
            if match.status == Match.Status.WON:
                self._hand_out(evening, list(match.leaders))

    def _hand_out(self, evening: Evening, winners: list[str]) -> None:
        assert evening.stakes % (len(winners) * CHIP) == 0
        for winner in winners:
            evening.stacks[winner] += evening.stakes // len(winners)
        evening.stakes = 0

    def spend(self, evening: Evening) -> None:
        """An expense of somebody, the box or the club; now and then of who bears all of it."""
        there = [str(pk) for pk in evening.night.seats.values_list("player", flat=True)]
        there = [player for player in there if player not in self.merged]
        payer = self.chance.choice([*there, *there, "box", "club"])
        bearers = [payer] if payer in there and self.chance.random() < 0.3 else self.chance.sample(there, 2)
        parts = {player: self.chance.randint(1, 900) for player in bearers}
        amount = sum(parts.values())
        paid_by = (payer, None) if payer in ("box", "club") else ("player", UUID(payer))
        entry = expenses.record_expense(
            self.sue, evening.night.pk, "Pizza", amount, paid_by, parts={UUID(one): part for one, part in parts.items()}
        )
        sign = 1
        for _ in range(2):
            if payer == "box":
                evening.box -= sign * amount
            elif payer == "club":
                self.club_account += sign * amount
            else:
                evening.to_account[payer] += sign * amount
                evening.outlays[payer] += sign * amount
            for player, part in parts.items():
                evening.to_account[player] -= sign * part
                evening.beside[player] -= sign * part
            if sign < 0 or self.chance.random() > 0.2:
                break
            entry_reversal.take_back(self.sue, entry.pk, "another night")
            sign = -1

    def recount(self, evening: Evening) -> None:
        here = {str(pk) for pk in evening.night.seats.exclude(status="left").values_list("player", flat=True)}
        player, stack = max((one for one in evening.stacks.items() if one[0] in here), key=lambda one: one[1])
        count = stack + CHIP * self.chance.choice((-1, 1))
        chips.recount(self.sue, evening.night.pk, {UUID(player): count}, "counted")
        evening.over_short += count - stack
        evening.stacks[player] = count

    def cash_out(self, evening: Evening, player: str, off: int = 0, *, leaves: bool = False) -> None:
        way, book = self.chance.choice(("cash", "account")), evening.stacks[player]
        count = max(0, book + off * CHIP)
        if book or count:
            chips.cash_out(self.sue, evening.night.pk, UUID(player), count, way)
            evening.over_short += count - book
            evening.stacks[player] = 0
            evening.cashed[player] += count
            evening.pay(player, way, count)
        if leaves:
            seats.leave(self.sue, evening.night.seats.get(player=player).pk, "waive", "gone home")

    def clear(self, evening: Evening) -> None:
        """All that stands in the way of closing is decided."""
        night = evening.night.pk
        for match in Match.objects.filter(night=night, status__in=("running", "tiebreak")):
            if evening.stakes:
                ended = match_ends.end_match(self.sue, match.pk, "return", "late")
                for player in ended.members:
                    evening.stacks[player] += ended.stake
                evening.stakes = 0
        if evening.pot:
            nights.decide_pot(self.sue, night, "return", "late")
            body = evening.night.entries.filter(kind="pot").latest("told").body
            for player, part in body["shares"].items():
                evening.stacks[player] += part
            for player, part in body["balances"].items():  # of who has left: paid out on account
                evening.cashed[player] += part
                evening.to_account[player] += part
            evening.pot = 0
        for player, stack in list(evening.stacks.items()):
            if stack:
                self.cash_out(evening, player, self.chance.choice((0, 0, 0, -1, 1)))
        if evening.over_short:
            there = evening.night.seats.exclude(player__in=list(self.merged)).values_list("player", flat=True)
            bearer = str(self.chance.choice(sorted(there)))
            by_club = self.chance.random() < 0.3
            nights.decide_difference(self.sue, night, [] if by_club else [UUID(bearer)], "late", by_club=by_club)
            if by_club:
                self.club_account -= evening.over_short
            else:
                evening.to_account[bearer] -= evening.over_short
                evening.beside[bearer] -= evening.over_short
            evening.over_short = 0

    def settle(self, evening: Evening | None) -> None:
        """One night, or the club. What it says is who pays whom; that is taken from the rows as they were written."""
        if evening:
            made = settlements.settle_night(self.sue, evening.night.pk)
        else:
            made = settlements.settle_club(self.sue, self.cast.club.pk)
        for transfer in made.transfers.order_by("number"):
            payer, receiver = (
                (transfer.payer_kind, str(transfer.payer)),
                (transfer.receiver_kind, str(transfer.receiver)),
            )
            self.debts.append(Debt(transfer, payer, receiver, transfer.amount))

    def pay(self, debt: Debt, amount: int) -> None:
        by = self.chance.choice((self.sue, self.cast.rob))
        payment = payments.record_payment(by, debt.transfer.pk, amount)
        self._move(debt, amount)
        self.paid.append((payment, debt))

    def reverse(self, payment: Payment, debt: Debt) -> None:
        payments.reverse_payment(self.sue, payment.pk, "it never came")
        self._move(debt, -payment.amount)

    def _move(self, debt: Debt, amount: int) -> None:
        debt.left -= amount
        today = timezone.now().astimezone(ZoneInfo("Europe/Berlin")).date()
        self.moved_by_payments += [(today, debt.payer, amount), (today, debt.receiver, -amount)]

    def merge(self, name: str, into: str) -> None:
        player, survivor = str(self.players[name].pk), str(self.players[into].pk)
        player_merge.merge_players(self.cast.rob, UUID(player), UUID(survivor), "one person")
        self.merged[player] = survivor
