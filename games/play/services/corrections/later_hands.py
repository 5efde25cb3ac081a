"""From a corrected hand on through the rest of the night.

Later hands keep their recorded actions. What they were dealt with is moved by how far the book has moved since: so
whatever else happened in between (a top-up, an expense, a stake) needs no second look.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games import engine
from games.core.amounts import share
from games.core.errors import Conflict
from games.core.hand_state import last_step
from games.models import Entry, Hand, Match, Night
from games.money.services import effects, money_moves, night_accounts
from games.money.services.awards import standing_moves, standing_ruling
from games.money.services.money_moves import Account
from games.play.services.corrections import peg_boards
from games.play.services.corrections.carried_pots import Pots
from games.play.services.corrections.hand_outcome import Record, Ruled, called_off, played, recorded, stored
from games.play.services.corrections.night_history import History
from games.play.services.corrections.peg_boards import Board
from games.play.services.corrections.plan import Amounts, Count, Plan, Revision
from games.play.services.corrections.refusals import Blocked, Place, may_fall, place_of
from games.play.services.corrections.secret_words import opens
from games.play.services.match_stakes import Payout

Kind = Entry.Kind


def make_plan(
    history: History, hand: Hand, after: Record, names: Mapping[str, str], call_off: Collection[UUID] = ()
) -> Plan:
    """What follows from a hand being another than it is. Raises Conflict where a stake rests on it alone.

    Of later hands that could not have been dealt on its board, those named in `call_off` are called off.
    """
    walk = _Walk(history, names, call_off)
    walk.begin(hand, after)
    target = walk.take(hand, recorded(hand), after)
    later, blocked = walk.go_on(history.after(hand))
    if not blocked:
        walk.warn_at_the_end(later)
    return Plan(target, later, walk.counts, walk.boards, walk.owes, tuple(walk.moves), walk.warnings, blocked)


class _Walk:
    """How far the book has `moved` from what it was, who owes antes then and now, and the boards."""

    def __init__(self, history: History, names: Mapping[str, str], call_off: Collection[UUID]) -> None:
        self.history = history
        self.names = names
        self.call_off = call_off
        self.moved = money_moves.Standing()
        self.owes: tuple[str | None, str | None] = (None, None)
        self.boards: dict[UUID, Board] = {}
        self.counts: list[Count] = []
        self.pots = Pots(history)
        self.moves: list[money_moves.Move] = []
        self.warnings: list[str] = []
        self.stands = night_accounts.read(history.night)

    @property
    def drift(self) -> Amounts:
        """By how much each stack is another than it was."""
        return self.moved.stacks

    def _drift_of(self, players: Collection[str]) -> dict[str, int]:
        return {player: self.drift[player] for player in players if self.drift.get(player)}

    def begin(self, hand: Hand, after: Record) -> None:
        for other in self.history.hands:
            if other.ordinal < hand.ordinal:
                self._owe(other, stored(other), stored(other))
                self.pots.take(other, stored(other), stored(other))
                for note in self.history.notes_after(other.ordinal):
                    self.pots.note(note)
        if hand.match and after.set_up:
            board = self._board(hand)
            if after.set_up["rules"] != board.new.rules:
                board.new.rules = dict(after.set_up["rules"])
                board.new.pegs = dict.fromkeys(board.new.members, next(iter(after.set_up["pegs"].values())))

    def go_on(self, hands: list[Hand]) -> tuple[list[Revision], Place | None]:
        """The later hands that change, up to the first that would no longer be legal."""
        later: list[Revision] = []
        for hand in hands:
            falls = False
            try:
                after = self._follow(hand)
            except (Blocked, engine.Refusal) as why:
                falls = hand.pk in self.call_off and may_fall(hand, why)
                if not falls and hand.status != Hand.Status.VOID:
                    return later, place_of(hand, why, self.names)
                # a misdeal has moved nothing: it stands in the way of nothing, however it was dealt
                after = called_off(hand) if falls else stored(hand)
            revision = replace(self.take(hand, stored(hand), after), called_off=falls)
            if revision.is_change:
                later.append(revision)
        return later, None

    def take(self, hand: Hand, before: Record, after: Record) -> Revision:
        """Move on past a hand, and past what was counted after it."""
        before = replace(before, ruled=_ruled(hand))
        if before.ruled and not after.ruled:
            after = replace(after, ruled=before.ruled)
            self._warn("ruling_stands")
        credit, new_credit = self._credit(hand, before, after)
        paid, new_paid = self._match(hand, before, after)
        revision = Revision(hand, before, after, credit, new_credit, paid, new_paid)
        self._move(effects.of_change(before.award, after.award))
        self._move(money_moves.opposite(effects.on_credit(credit)) + effects.on_credit(new_credit))
        if hand.match:
            # a share goes back from where it was paid: from chips that others may have won since, or a balance
            back, out = (effects.match_pot_out(str(hand.match.pk), payout) for payout in (paid, new_paid))
            self._move(money_moves.opposite(back) + out)
        self._owe(hand, before, after)
        self.pots.take(hand, before, after)
        for note in self.history.notes_after(hand.ordinal):
            self._note(note)
        return revision

    def warn_at_the_end(self, later: list[Revision]) -> None:
        night = self.history.night
        stands = self.stands
        difference = stands.difference + self.moved.difference
        if any(stands.stacks.get(player, 0) + amount < 0 for player, amount in self.drift.items()):
            self._warn("below_zero")
        if stands.pot + self.moved.pot < 0:
            self._warn("pot_below_zero")
        if any(revision.hand.status == Hand.Status.OPEN for revision in later):
            self._warn("open_hand_changes")
        if night.status == Night.Status.CLOSED:
            self._warn("night_is_closed")
            if difference:
                self._warn("difference_undecided")
        if any(board.new.pegs != board.old.pegs and not board.as_it_went for board in self.boards.values()):
            self._warn("match_ended_otherwise")

    def _follow(self, hand: Hand) -> Record:
        """A later hand with the set-up it would have had. Raises Blocked, or the engine's Refusal."""
        before = stored(hand)
        if hand.set_up is None:
            self._enough(hand, before)
            return before
        set_up = {**hand.set_up, **self._dealt_with(hand)}
        if set_up == hand.set_up:
            return before
        last = last_step(hand)
        if opens(set_up, last.actions(), last.hidden()):
            raise Blocked("opens_secrets", _("what was declared in secret would lie open."))
        after = played(set_up, last.actions())
        if hand.status != Hand.Status.OPEN and after.status == Hand.Status.OPEN:
            raise Blocked("not_over", _("after its last action it would not be over."))
        return after

    def _dealt_with(self, hand: Hand) -> dict[str, Any]:
        """The parts of a later set-up that follow from what was before."""
        assert hand.set_up is not None
        parts: dict[str, Any] = {}
        if engine.GAMES[hand.game].has_money:
            players = hand.set_up["players"]
            parts["players"] = [{**one, "stack": one["stack"] + self.drift.get(one["name"], 0)} for one in players]
        if "carry" in hand.set_up:
            was, now = self.owes
            payer = hand.set_up["antes_paid_by"]
            parts["carry"] = hand.set_up["carry"] + self.moved.pot
            parts["antes_paid_by"] = now if payer == was else payer
        if hand.match:
            if peg_boards.runs_on(hand, self.boards):
                raise Blocked("match_runs_on", _("The match before would not be over, and this hand began another."))
            parts |= peg_boards.follow(hand.set_up, self._board(hand))
            if hand.set_up["tiebreak"] and not parts["tiebreak"]:
                self._warn("no_tie_to_break")
        return parts

    def _enough(self, hand: Hand, record: Record) -> None:
        """Nobody loses more than they have in a hand of which only the result is known."""
        losses = {player: net for player, net in record.net.items() if net < 0 and self.drift.get(player, 0) < 0}
        stacks = self.history.stacks_at(hand) if losses else {}
        for player, net in losses.items():
            if stacks.get(player, 0) + self.drift.get(player, 0) + net < 0:
                said = _("{player} would lose more chips than they had.")
                raise Blocked("more_than_they_have", said.format(player=self.names.get(player, player)))

    def _credit(self, hand: Hand, before: Record, after: Record) -> tuple[Amounts, Amounts]:
        """What was bought on credit for a debt to the pot, and what would be (rules 3.7)."""
        credit = self.history.moved("buy-in", hand)
        if after.ruled:
            return credit, credit
        if not after.set_up or "carry" not in after.set_up:
            return credit, {}
        if before == after and not any(self.drift.values()):
            return credit, credit
        book = self.history.stacks_at(hand, end=True)
        there = {player: book.get(player, 0) + self.drift.get(player, 0) for player in after.net}
        missing = effects.missing(after.award, there)
        return credit, {player: amount for player, amount in missing.items() if amount > 0}

    def _match(self, hand: Hand, before: Record, after: Record) -> tuple[Payout, Payout]:
        """The match pot as it was paid out with this hand, and as it would be: ended otherwise, as it is."""
        if not hand.match:
            return {}, {}
        board = self._board(hand)
        board.take(before, after)
        counts = [record.counts for record in (before, after)]
        if hand.match.stake and counts[0] != counts[1] and self.history.is_first(hand):
            raise Conflict("The stakes of the match were paid with this hand: it counts, or it does not, for good.")
        sides = zip((board.old, board.new), counts, strict=True)
        won = [list(side.leaders) if side.status == Match.Status.WON and over else [] for side, over in sides]
        paid = self.history.paid(hand)
        if won[0] == won[1] or not board.as_it_went:
            return paid, paid
        return paid, self._shares(hand, hand.match, won[1])

    def _shares(self, hand: Hand, match: Match, winners: list[str]) -> Payout:
        """All that the match pot holds once no hand has paid it out, to who wins the match."""
        of_match = [other for other in self.history.hands if other.match_id == match.pk]
        pot = self.stands.matches.get(str(match.pk), 0) + sum(
            sum(self.history.paid(other).values()) for other in of_match
        )
        if not winners or not pot:
            return {}
        shares = zip(winners, share(pot, len(winners), hand.night.chip), strict=True)
        return {Account(self.history.pays_to(hand, player), player): amount for player, amount in shares}

    def _owe(self, hand: Hand, before: Record, after: Record) -> None:
        """Who owes the antes of the next deal after a hand that counts, unless the debt was ended by leaving."""
        ended = any(note.kind == Kind.ANTES and note.hand_id == hand.pk for note in self.history.notes())
        owes = list(self.owes)
        for side, record in enumerate((before, after)):
            if record.status == Hand.Status.COMPLETE and record.set_up and "carry" in record.set_up:
                assert record.result
                owes[side] = None if ended else record.result["antes_paid_by"]
        if ended and before.result != after.result:
            self._warn("antes_were_paid")
        self.owes = owes[0], owes[1]

    def _note(self, note: Entry) -> None:
        """Chips that were counted stay as counted; a pot that was decided is decided the same way."""
        if note.kind == Kind.POT:
            self._decide(note)
        elif chips := self._drift_of(effects.counted(note.kind, note.body)):
            self._count(Count(note, {"chips": chips, "pot": 0}))
            self._warn("counted_since")
        self.pots.note(note)

    def _decide(self, note: Entry) -> None:
        pot = self.moved.pot
        chips, balances = self.pots.changes(note, pot)
        if pot or chips or balances:
            self._count(Count(note, {"chips": {}, "pot": pot, "shares": chips, "balances": balances}))
            self._warn("pot_decided_since")

    def _count(self, count: Count) -> None:
        self.counts.append(count)
        self._move(count.moves)

    def _move(self, moves: money_moves.Moves) -> None:
        for move in moves:
            if move.amount:
                self.moves.append(move)
                self.moved.add(*move.account, move.amount)

    def _board(self, hand: Hand) -> Board:
        assert hand.match
        if hand.match.pk not in self.boards:
            self.boards[hand.match.pk] = peg_boards.before(hand, self.history)
        return self.boards[hand.match.pk]

    def _warn(self, code: str) -> None:
        if code not in self.warnings:
            self.warnings.append(code)


def _ruled(hand: Hand) -> Ruled | None:
    """By the ruling that stands on a hand."""
    if ruling := standing_ruling(hand):
        return Ruled(ruling.net, ruling.carried)
    moves = standing_moves([hand]).get(hand.pk)
    return None if moves is None else Ruled(peg_moves=moves)
