"""The table of a night made ready for the next hand of a file: who sits where, with what."""

from collections.abc import Sequence
from uuid import UUID

from games.core.actor import Actor
from games.engine.wording import named
from games.formats.hand_import.player_matching import Names
from games.formats.hand_import.report import Line, Report
from games.models import Night, Seat
from games.money.services import chips, night_accounts
from games.nights.services import seats

NONE, FIRST, MISSING = "none", "first", "missing"
BUY_INS = (NONE, FIRST, MISSING)


class TableOfFile:
    """The seats and stacks of a night while a file is recorded.

    With `buy_ins` the file leads: players are seated in its order, and buy in what their first stack is (`first`), or
    whatever a stack of the file has more than the book (`missing`). With `none` the night leads, and must agree.
    """

    def __init__(self, actor: Actor, night: Night, buy_ins: str, names: Names, report: Report) -> None:
        self.actor, self.night, self.buy_ins, self.names, self.report = actor, night, buy_ins, names, report
        self._before = {seat.pk: seat.status for seat in night.seats.exclude(status=Seat.Status.LEFT)}
        self._bought: set[str] = set()

    def seat(self, line: Line, players: Sequence[str]) -> bool:
        """Deal in these players and nobody else. False where the night's table does not agree, which is reported."""
        if self.buy_ins == NONE:
            if missing := [player for player in players if player not in self._present()]:
                line.refuse("not_seated", f"Not at the table: {self._said(missing)}.")
                return False
        else:
            self._arrange(players)
        present = self._present()
        for player, seat in present.items():
            if player in players and seat.status == Seat.Status.OUT:
                seats.sit_in(self.actor, seat.pk)
            elif player not in players and seat.status == Seat.Status.IN:
                seats.sit_out(self.actor, seat.pk)
        if not _same_round(players, [player for player in present if player in players]):
            line.refuse("seats_differ", "The players do not sit in this order tonight.")
            return False
        return True

    def stack(self, line: Line, wanted: dict[str, int]) -> None:
        """Buy in what may be bought in; report every stack in which file and book differ then."""
        stacks = night_accounts.read(self.night).stacks
        for player, amount in wanted.items():
            have = stacks.get(player, 0)
            if amount > have and self._may_buy(player, have):
                chips.buy_in(self.actor, self.night.pk, UUID(player), amount - have)
                name = self.names.name_of(player)
                self.report.buy_ins.append({"line": line.number, "name": name, "amount": amount - have})
            elif amount != have:
                name = self.names.name_of(player)
                line.refuse("stacks_differ", f"{name} has {amount} in the file, and {have} by the book.")
            self._bought.add(player)

    def restore(self) -> None:
        """Who sat out before the import sits out again, and who was in is in."""
        changes = {Seat.Status.IN: seats.sit_in, Seat.Status.OUT: seats.sit_out}
        for seat in self._present().values():
            status = self._before.get(seat.pk, seat.status)
            if status != seat.status:
                changes[Seat.Status(status)](self.actor, seat.pk)

    def _may_buy(self, player: str, have: int) -> bool:
        if self.buy_ins == FIRST:
            return not have and player not in self._bought
        return self.buy_ins == MISSING

    def _arrange(self, players: Sequence[str]) -> None:
        """Seat by seat in the order of the file; others keep what places are left."""
        present = self._present()
        for place, player in enumerate(players):
            seat = present.get(player) or seats.take_seat(self.actor, self.night.pk, UUID(player))
            seat.refresh_from_db()
            if seat.position != place:
                seats.move_seat(self.actor, seat.pk, place)

    def _present(self) -> dict[str, Seat]:
        """Those with a place, clockwise."""
        found = self.night.seats.exclude(status=Seat.Status.LEFT).order_by("position")
        return {str(seat.player_id): seat for seat in found}

    def _said(self, players: Sequence[str]) -> str:
        return named([*map(self.names.name_of, players)])


def _same_round(one: Sequence[str], other: Sequence[str]) -> bool:
    """The same order round the table, whoever is named first."""
    if len(one) != len(other) or not one or one[0] not in other:
        return list(one) == list(other)
    at = list(other).index(one[0])
    return list(one) == [*other[at:], *other[:at]]
