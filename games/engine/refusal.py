"""The one error the engine raises on what the table may not do."""

from __future__ import annotations

from typing import Any

# When several codes apply, the first in this order is reported (hand-file: Error codes). The stages are written so
# that checks run in this order; the tests hold them to it.
CODES = (
    "bad_format",
    "hand_over",
    "unknown_player",
    "wrong_phase",
    "not_your_turn",
    "already_declared",
    "bad_declaration",
    "wrong_card_count",
    "bad_card",
    "card_seen",
    "card_not_held",
    "no_cards_left",
    "bad_rules",
    "bad_setup",
    "cannot_check",
    "nothing_to_call",
    "cannot_bet",
    "cannot_raise",
    "bad_amount",
    "raise_cap",
    "not_reopened",
    "cannot_afford",
    "must_show",
    "must_play",
    "double_refused",
)


class Refusal(Exception):
    """An entry or a set-up that the rules do not allow.

    `code` is stable vocabulary; `why` picks the sentence and `params` fill it (see `wording`). `params` hold plain
    values: seats by name, cards as text, amounts in minor units. `action` is the index of the refused entry, set by
    whoever replays a list of them. `instead` are the kinds of action that are legal where this one is not, set by
    `apply`, so that no sentence suggests another.
    """

    def __init__(self, code: str, why: str = "", **params: Any) -> None:
        super().__init__(code, why)
        self.code = code
        self.why = why
        self.params = params
        self.action: int | None = None
        self.instead: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.code} ({self.why}) {self.params}"
