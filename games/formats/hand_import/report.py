"""What becomes of each line of a file: recorded, refused and why, or not looked at."""

from dataclasses import dataclass, field
from typing import Any

from games import engine

ACCEPTED = "accepted"
REFUSED = "refused"
NOT_REACHED = "not_reached"  # legal, but after a refused line: the books to hold it against are wrong


@dataclass(slots=True)
class Line:
    """One hand of the file. `document` is the hand file as given, once it is known to be one."""

    number: int
    document: dict[str, Any] | None = None
    status: str = NOT_REACHED
    hand: str | None = None
    problems: list[dict[str, Any]] = field(default_factory=list)
    notes: list[dict[str, Any]] = field(default_factory=list)

    def refuse(self, code: str, detail: str, action: int | None = None) -> None:
        """`action` is the index of the action at fault, None for the set-up or the hand as a whole."""
        self.status = REFUSED
        self.problems.append({"code": code, "action": action, "detail": detail})

    def refuse_by_rules(self, refusal: engine.Refusal, detail: str) -> None:
        self.refuse(refusal.code, detail, refusal.action)

    def note(self, code: str, detail: str) -> None:
        """Something to know that is no reason to refuse."""
        self.notes.append({"code": code, "detail": detail})

    def as_data(self, kept: bool) -> dict[str, Any]:
        return {
            "line": self.number,
            "status": self.status,
            "game": self.document["game"] if self.document else None,
            "hand": self.hand if kept else None,
            "problems": self.problems,
            "notes": self.notes,
        }


@dataclass(slots=True)
class Report:
    """All lines, and what else would be made or was: guests, and buy-ins by line."""

    lines: list[Line]
    guests: list[str] = field(default_factory=list)
    buy_ins: list[dict[str, Any]] = field(default_factory=list)

    @property
    def refused(self) -> int:
        return sum(line.status == REFUSED for line in self.lines)

    def as_data(self, night: str | None, dry_run: bool) -> dict[str, Any]:
        kept = not dry_run and not self.refused
        return {
            "night": night,
            "dry_run": dry_run,
            "recorded": len(self.lines) if kept else 0,
            "refused": self.refused,
            "guests": self.guests,
            "buy_ins": self.buy_ins,
            "lines": [line.as_data(kept) for line in self.lines],
        }
