"""The import itself: every line through the services, all of them or none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction

from games import engine
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import BadValue, ServiceError
from games.core.permissions import May, member_for
from games.core.row_locks import lock_open_night
from games.core.table_state import no_open_hand
from games.engine.wording import named
from games.formats.errors import ImportRefused
from games.formats.hand_import.player_matching import Names
from games.formats.hand_import.report import ACCEPTED, Line, Report
from games.formats.hand_import.table_setup import BUY_INS, MISSING, NONE, TableOfFile
from games.formats.player_names import with_names
from games.models import Hand, Night
from games.nights.services import nights
from games.play.services import hands
from games.play.services.dealing import next_dealer


@dataclass(frozen=True, slots=True)
class Options:
    """`names` says who of the club a name is; `guests` makes players of names that the club does not have.

    `buy_ins`: see `TableOfFile`. A dry run does everything, reports, and undoes it.
    """

    dry_run: bool = False
    guests: bool = False
    buy_ins: str = NONE
    names: Mapping[str, UUID] = field(default_factory=dict)


def import_hands(actor: Actor, night_id: UUID, lines: list[Line], options: Options) -> dict[str, Any]:
    """Record hands in an open night; the report. Raises ImportRefused with the report where a line is refused.

    Conflict while a hand is open. Dealer, stacks, carried pot, owed antes, pegs and chip must be those of the night.
    """
    member_for(actor, May.KEEP_SCORE, club__nights=night_id)

    def night() -> Night:
        found = lock_open_night(pk=night_id)
        no_open_hand(found)
        return found

    return _all_or_none(actor, night, lines, options)


def import_night(
    actor: Actor, club_id: UUID, name: str, lines: list[Line], options: Options, night_id: UUID | None = None
) -> dict[str, Any]:
    """Record hands as a new night, whose chip is the first hand's and whose buy-ins the stacks of the file ask for.

    The night is left open, so that what is missing can still be entered.
    """
    member_for(actor, May.KEEP_SCORE, club=club_id)
    chip = next((line.document.get("chip", 1) for line in lines if line.document), 1)
    wanted = Options(
        options.dry_run, options.guests, MISSING if options.buy_ins == NONE else options.buy_ins, options.names
    )
    return _all_or_none(actor, lambda: nights.open_night(actor, club_id, name, chip, night_id=night_id), lines, wanted)


def _all_or_none(actor: Actor, night: Callable[[], Night], lines: list[Line], options: Options) -> dict[str, Any]:
    if not lines:
        raise BadValue("There is no hand in this file.")
    if options.buy_ins not in BUY_INS:
        raise BadValue("Buy-ins are one of {ways}.", ways=", ".join(BUY_INS))
    report = Report(lines)
    # a savepoint of its own: a dry run is undone while the answer to its request is kept
    with one_transaction(), transaction.atomic():
        into = night()
        _record_all(actor, into, report, options)
        undone = options.dry_run or bool(report.refused)
        transaction.set_rollback(undone)
    told = report.as_data(None if undone and not _exists(into) else str(into.pk), options.dry_run)
    if report.refused and not options.dry_run:
        raise ImportRefused(
            "{refused} of {hands} hands are refused; none is recorded.",
            refused=report.refused,
            hands=len(lines),
            report=told,
        )
    return told


def _exists(night: Night) -> bool:
    return Night.objects.filter(pk=night.pk).exists()


def _record_all(actor: Actor, night: Night, report: Report, options: Options) -> None:
    """Line by line up to the first that is refused: what follows would be held against the wrong books."""
    names = Names(night.club_id, options.names)
    names.match(report, actor, options.guests)
    recorder = _Recorder(actor, night, names, TableOfFile(actor, night, options.buy_ins, names, report))
    for line in report.lines:
        if line.problems:
            return
        recorder.take(line)
        if line.problems:
            return
    recorder.table.restore()


class _Recorder:
    """Plays the lines of a file in a night."""

    def __init__(self, actor: Actor, night: Night, names: Names, table: TableOfFile) -> None:
        self.actor, self.night, self.names, self.table = actor, night, names, table

    def take(self, line: Line) -> None:
        """Record one hand, or say why not."""
        try:
            self._record(line)
        except engine.Refusal as refusal:
            line.refuse_by_rules(refusal, engine.sentence(refusal, name=self.names.name_of))
        except ServiceError as error:
            line.refuse(error.code, error.detail)

    def _record(self, line: Line) -> None:
        assert line.document is not None
        document = with_names(line.document, self.names.id_of)
        setup, _ = engine.load_hand(document)
        if setup.chip != self.night.chip:
            line.refuse(
                "chip_differs", f"The smallest chip is {setup.chip} in the file, and {self.night.chip} tonight."
            )
        if line.problems or not self.table.seat(line, setup.names):
            return
        if setup.game.has_money:
            self.table.stack(line, dict(zip(setup.names, setup.stacks, strict=True)))
        if line.problems:
            return
        self._note_dealer(line, document["dealer"])
        hand = hands.start_hand(
            self.actor,
            self.night.pk,
            setup.game.name,
            document.get("rules", {}),
            UUID(document["dealer"]),
            edition=setup.edition.number,
        )
        self._compare(line, setup, hand)
        if not line.problems:
            hands.act(self.actor, hand.pk, document["actions"], hand.version)
            line.status, line.hand = ACCEPTED, str(hand.pk)

    def _note_dealer(self, line: Line, dealer: str) -> None:
        """The table says who deals; that it went on otherwise is worth a word, not a refusal."""
        seated = [str(seat.player_id) for seat in self.night.seats.filter(status="in").order_by("position")]
        turn = next_dealer(self.night, seated)
        if turn != dealer and self.night.hands.filter(set_up__isnull=False).exists():
            said = (
                f"{self.names.name_of(dealer)} deals; it would have been the turn of {self.names.name_of(turn or '')}."
            )
            line.note("dealer_differs", said)

    def _compare(self, line: Line, wanted: engine.Setup, hand: Hand) -> None:
        """What the night's books dealt must be what the file has."""
        dealt = engine.load_stored(hand.set_up)
        if set(dealt.names) != set(wanted.names):
            line.refuse("players_differ", "By the night's books others would be dealt in.")
            return
        for code, what, of in _BOOKS:
            file, book = of(wanted), of(dealt)
            if file != book:
                line.refuse(code, f"{what}: {self._said(file)} in the file, {self._said(book)} by the night's books.")

    def _said(self, value: Any) -> str:
        if isinstance(value, Mapping):
            return named([f"{self.names.name_of(player)} {hole}" for player, hole in value.items()])
        return "nobody" if value is None else self.names.name_of(str(value))


def _payer(setup: engine.Setup) -> str | None:
    return None if setup.antes_paid_by is None else setup.names[setup.antes_paid_by]


def _pegs(setup: engine.Setup) -> dict[str, int]:
    return dict(zip(setup.names, setup.pegs or (), strict=False))


_BOOKS: tuple[tuple[str, str, Callable[[engine.Setup], Any]], ...] = (
    ("rules_differ", "House rules", lambda setup: dict(setup.rules)),
    ("carry_differs", "The carried pot", lambda setup: setup.carry),
    ("payer_differs", "Who pays all antes", _payer),
    ("pegs_differ", "The pegs", _pegs),
    ("tiebreak_differs", "Whether it breaks a tie", lambda setup: setup.tiebreak),
)
