"""The rounds of an Open Hand History: what each action put in, street by street."""

from typing import Any

from games.formats.hand_story import Story, Told

STREETS = {0: "Preflop", 3: "Flop", 4: "Turn", 5: "River"}
_WORDS = {"fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet", "raise": "Raise"}


def rounds(story: Story) -> list[dict[str, Any]]:
    """Preflop always; a street once its cards are turned; a showdown where anybody showed."""
    written = _Rounds(story)
    for told in story.told:
        written.take(told)
    return written.rounds


class _Rounds:
    """Rounds as they grow."""

    def __init__(self, story: Story) -> None:
        self.rounds: list[dict[str, Any]] = []
        self._unit = 10**story.decimals
        self._open("Preflop", ())
        self._post(story)

    def take(self, told: Told) -> None:
        kind, seat = told.action.kind, told.seat
        if kind == "reveal":
            cards = told.action.cards
            self._open(STREETS[len(told.after.cards.board)], cards)
        elif kind in ("show", "muck"):
            # mucked cards that nobody saw need no round of their own
            if kind == "show" and self.rounds[-1]["street"] != "Showdown":
                self._open("Showdown", ())
            if self.rounds[-1]["street"] == "Showdown":
                self._add(seat, "Shows Cards" if kind == "show" else "Mucks Cards", cards=told.action.cards)
        elif kind in _WORDS and seat is not None:
            paid = put_in(told, seat)
            all_in = told.before.chips.stacks[seat] == paid
            # in this format nobody bets before the flop
            word = "Raise" if kind == "bet" and self.rounds[-1]["street"] == "Preflop" else _WORDS[kind]
            self._add(seat, word, paid if paid else None, all_in=bool(paid) and all_in)

    def _open(self, street: str, cards: tuple[str, ...]) -> None:
        self.rounds.append({"id": len(self.rounds), "street": street, "cards": list(cards), "actions": []})

    def _post(self, story: Story) -> None:
        """Antes, then blinds, as the hand opened: what was posted, not what was agreed."""
        setup, left = story.setup, list(story.setup.stacks)
        small = setup.order[0] if len(setup.names) > 2 else setup.dealer
        for event in story.start.events:
            if event.seat is not None and event.amount:
                left[event.seat] -= event.amount
                blind = "Post SB" if event.seat == small else "Post BB"
                word = "Post Ante" if event.what == "ante_posted" else blind
                self._add(event.seat, word, event.amount, all_in=left[event.seat] == 0)
        for seat in setup.order:
            self._add(seat, "Dealt Cards")

    def _add(
        self,
        seat: int | None,
        word: str,
        paid: int | None = None,
        *,
        all_in: bool = False,
        cards: tuple[str, ...] = (),
    ) -> None:
        actions = self.rounds[-1]["actions"]
        action: dict[str, Any] = {"action_number": len(actions), "player_id": seat, "action": word}
        if paid is not None:
            action |= {"amount": float(paid) / self._unit, "is_allin": all_in}
        if cards:
            action["cards"] = list(cards)
        actions.append(action)


def put_in(told: Told, seat: int) -> int:
    """What one action moved from the stack: an uncalled bet that went back at once was put in all the same."""
    if told.action.to is not None:
        return told.action.to - told.before.chips.bets[seat]
    called = (event.amount for event in told.after.events if event.what == "called" and event.seat == seat)
    return next(called, None) or 0
