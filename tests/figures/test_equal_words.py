"""Equal words have equal numbers: on every page, in every report, spreadsheet and answer, for everybody who looks on.

The numbers they are held against are worked out from the list of what was done (`deeds`), by the definitions in
docs/glossary.md, and not by what the program reads them with.
"""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from games.core.hand_state import last_step
from games.models import Hand
from games.nights.services.nights import close_night
from games.play.services import hands
from tests.figures.deeds import CHIP, Deeds, Evening
from tests.figures.looking import Look
from tests.figures.said import Reader
from tests.games.reports.conftest import Clock

SEEDS = (1, 2)
# Each evening begins at 23:10 in Berlin, so that it goes on after midnight.
EVENINGS = (datetime(2026, 11, 5, 22, 10, tzinfo=UTC), datetime(2026, 11, 12, 22, 10, tzinfo=UTC))

pytestmark = pytest.mark.any_database("what is compared are figures, which both databases keep as whole numbers")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    ticking = Clock(EVENINGS[0])
    monkeypatch.setattr(timezone, "now", ticking)
    return ticking


class Viewers:
    """The owner and the player have a seat as well; who only keeps score has none."""

    def __init__(self, deeds: Deeds) -> None:
        cast, self.deeds = deeds.cast, deeds
        own = {name: str(deeds.players[name].pk) for name in ("Rob", "Ann")}
        self.viewers = [
            (Reader(cast.rob.user), own["Rob"]),
            (Reader(cast.sue.user), None),
            (Reader(cast.ann.user), own["Ann"]),
        ]
        self.turn = 0

    def one(self, aside: dict[tuple[str, str], int] | None = None) -> None:
        """They take turns."""
        reader, own = self.viewers[self.turn % 3]
        self.turn += 1
        self._look(reader, own, aside)

    def all(self) -> None:
        for _ in self.viewers:
            self.one()

    def _look(self, reader: Reader, own: str | None, aside: dict[tuple[str, str], int] | None) -> None:
        for evening in self.deeds.evenings:
            evening.night.refresh_from_db()
        Look(self.deeds, reader, own, aside or {}).everything()


def begun(deeds: Deeds, evening: Evening) -> tuple[Hand, dict[tuple[str, str], int]]:
    """A hand that is being played, with a top-up since its deal: what of whose chips is in no stack."""
    hand = hands.start_hand(deeds.sue, evening.night.pk, "council-bluffs")
    deeds.buy(evening, "Ann", 4 * CHIP)
    state = last_step(hand).state
    stacks = dict(zip(state.setup.names, state.chips.stacks, strict=True))
    night = str(evening.night.pk)
    aside = {(night, player): evening.stacks[player] - stack for player, stack in stacks.items()}
    return hand, {which: amount for which, amount in aside.items() if amount}


def first_evening(deeds: Deeds, viewers: Viewers) -> Evening:
    """Everything that can happen to money at a table, by chance."""
    evening = deeds.open_night(["Ann", "Rob", "Bob", "Cid"])
    kept = [deeds.win(evening) for _ in range(3)]
    last = deeds.win(evening)
    if last:
        deeds.correct_at_once(evening, last)
    for name in ("Ann", "Rob", "Bob", "Cid"):
        deeds.buy(evening, name, 2000)
    deeds.play(evening, "council-bluffs")
    for name in ("Ann", "Rob", "Bob", "Cid"):
        while evening.stacks[str(deeds.players[name].pk)] < 20 * CHIP:
            deeds.buy(evening, name, 2000)
    deeds.play(evening, "bluff-n-peg", 12 * CHIP, winner_hole=6, last_chance_hole=-6)
    deeds.spend(evening)
    viewers.one()
    deeds.play(evening, "buddhas-folly", ante=CHIP, match_cap=8 * CHIP)
    deeds.recount(evening)
    cid = str(deeds.players["Cid"].pk)
    deeds.cash_out(evening, cid, deeds.chance.choice((-1, 0, 1)), leaves=True)
    deeds.sit(evening, "Sid", 1000)
    deeds.win(evening)
    hand, aside = begun(deeds, evening)
    viewers.one(aside)
    hands.act(deeds.sue, hand.pk, [{"type": "void", "reason": ""}], hand.version)
    for _ in range(2):
        deeds.spend(evening)
    deeds.clear(evening)
    close_night(deeds.sue, evening.night.pk)
    viewers.one()
    for hand in kept[:1]:
        if hand:
            deeds.correct(evening, hand)
    return evening


def second_evening(deeds: Deeds) -> Evening:
    evening = deeds.open_night(["Bob", "Ann", "Dan", "Rob"])
    for _ in range(4):
        deeds.win(evening)
    deeds.spend(evening)
    deeds.clear(evening)
    close_night(deeds.sue, evening.night.pk)
    return evening


def pay_some(deeds: Deeds) -> None:
    for debt in [one for one in deeds.standing_debts() if one.left][:3]:
        deeds.pay(debt, deeds.chance.randint(1, debt.left))
    payment, debt = deeds.paid[-1]
    if deeds.chance.random() < 0.5:
        deeds.reverse(payment, debt)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.django_db
def test_equal_words_have_equal_numbers(seed: int, clock: Clock) -> None:
    deeds = Deeds(seed)
    viewers = Viewers(deeds)
    evening = first_evening(deeds, viewers)
    deeds.settle(evening)
    pay_some(deeds)
    clock.moment = EVENINGS[1]
    second = second_evening(deeds)
    deeds.settle(second if seed % 2 else None)
    pay_some(deeds)
    deeds.merge("Sid", "Cid")
    if seed == SEEDS[0]:
        viewers.all()
    else:
        viewers.one()
