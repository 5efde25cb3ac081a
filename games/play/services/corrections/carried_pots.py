"""The carried pot that was split or returned: with another pot, or paid in by others, the shares are others."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from games.core.hand_state import known_step
from games.models import Entry, Hand
from games.money.services.carried_pot import GAMES, Carrying, Decided, carrying, paid_by, returned_to, split_among
from games.play.services.corrections.hand_outcome import Record
from games.play.services.corrections.night_history import History

Kind = Entry.Kind
Amounts = dict[str, int]


@dataclass(slots=True)
class Pots:
    """The hands, before and after, and the antes paid on leaving since the pot was last decided, oldest first."""

    history: History
    _hands: list[tuple[Hand, Record, Record]] = field(default_factory=list)
    _on_leaving: list[Entry] = field(default_factory=list)

    def take(self, hand: Hand, before: Record, after: Record) -> None:
        """A hand is over."""
        if hand.game in GAMES and hand.set_up is not None:
            self._hands.append((hand, before, after))

    def note(self, note: Entry) -> None:
        """Antes were paid by who left, or the pot was decided: what was paid in before is gone with it."""
        if note.kind == Kind.ANTES:
            self._on_leaving.append(note)
        elif note.kind == Kind.POT:
            self._hands.clear()
            self._on_leaving.clear()

    def was_won(self) -> bool:
        """Whether somebody won the pot in the last of these hands."""
        return any(hand.won for hand in _carrying((hand, after) for hand, _, after in self._hands[-1:]))

    def changes(self, note: Entry, drift: int) -> tuple[Amounts, Amounts]:
        """By how much a decision gives each player more, of a pot that holds so much more: in chips, and on balances.

        Nothing where the correction makes no difference to it.
        """
        decided = self.history.decided[str(note.pk)]
        was = self._shares(note, decided.pot, [(hand, before) for hand, before, _ in self._hands])
        would = self._shares(note, decided.pot + drift, [(hand, after) for hand, _, after in self._hands])
        chips: Amounts = {}
        balances: Amounts = {}
        for player in sorted({*would, *decided.shares}) if was != would else ():
            if by := would.get(player, 0) - decided.shares.get(player, 0):
                (balances if self._is_away(note, player, decided) else chips)[player] = by
        return chips, balances

    def _shares(self, note: Entry, pot: int, hands: list[tuple[Hand, Record]]) -> Amounts:
        """What a decision gives each player, had this lain in the pot after these hands."""
        decided, chip = self.history.decided[str(note.pk)], self.history.night.chip
        if note.body["how"] == "split":
            return split_among(pot, self._seated(note, decided), chip)
        weights = paid_by(_carrying(reversed(hands)), self._on_leaving) or decided.shares
        weights = {player: weight for player, weight in weights.items() if weight > 0}
        return returned_to(pot, weights, chip) if weights else {}

    def _seated(self, note: Entry, decided: Decided) -> list[str]:
        """Share the pot anew among those who shared it; the odd chips go where they went."""
        players = {*decided.shares, *self.history.places[str(note.pk)].seated}
        return sorted(players, key=lambda player: (-decided.shares.get(player, 0), player))

    def _is_away(self, note: Entry, player: str, decided: Decided) -> bool:
        """Whether a player had left the table when the pot was decided."""
        if player in decided.chips or player in decided.balances:
            return player in decided.balances
        return player in self.history.places[str(note.pk)].left


def _carrying(hands: Iterable[tuple[Hand, Record]]) -> Iterator[Carrying]:
    """What each of them that was played to its end left for the next deal."""
    for hand, record in hands:
        if record.status == Hand.Status.COMPLETE:
            step = record.step or known_step(hand)
            assert step
            yield carrying(hand.ordinal, step.state)
