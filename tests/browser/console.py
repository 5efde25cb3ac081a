"""The scorekeeper's thumb: lines of the hand file, such as "Ann raise 300", entered by taps on the console."""

import re
from collections.abc import Callable
from functools import partial

from playwright.sync_api import Locator, expect

from games.models import Hand, Night
from tests.browser.phone import Phone

SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
CARD = re.compile("[2-9TJQKA][cdhs]")
LABELS = {
    "fold": "Fold",
    "check": "Check",
    "call": "Call",
    "exchange": "Buys a card",
    "stand": "Stands",
    "reject": "Passes",
    "muck": "Mucks",
    "double": "Double or fold",
}
SETTLED = """(before) => {
  const version = document.querySelector("#console input[name=version]")?.value;
  return version !== before && !document.querySelector("#console [data-sending]");
}"""
VERSION = "document.querySelector('#console input[name=version]')?.value"


def most_taps(line: str) -> int:
    """One; two for a card, and one to say whose cards they are; an amount that is no usual size goes by its digits."""
    words = line.split()
    cards = sum(bool(CARD.fullmatch(word)) for word in words)
    if cards:
        return 2 * cards + 1
    if "muck" in words:
        return 2
    return 7 if "bet" in words or "raise" in words else 1


class Console:
    """A phone that shows the console of a night. Amounts of lines are in minor units, as everywhere."""

    def __init__(self, phone: Phone, night: Night, plain: Callable[[int], str]) -> None:
        self.phone, self.night, self.plain = phone, night, plain
        self.page = phone.page

    def open(self) -> None:
        self.phone.open(f"/nights/{self.night.pk}/play/")

    def enter(self, *lines: str) -> None:
        """One after the other, each answered before the next."""
        for line in lines:
            before, taps = self.page.evaluate(VERSION), self.phone.taps
            self.tap(line)
            self.page.wait_for_function(SETTLED, arg=before)
            assert self.phone.taps - taps <= most_taps(line), line

    def tap(self, line: str) -> None:
        """The taps of one line, whatever becomes of them."""
        words = line.split()
        player = words.pop(0) if words[0][0].isupper() else ""
        kind, *rest = words
        match kind:
            case "bet" | "raise":
                self._amount(kind.capitalize(), self.plain(int(rest[0])))
            case "declare":
                self._word(player, rest[0].capitalize())
            case "draw":
                self._word(player, rest[0])
            case "reveal" | "play":
                self._cards(rest)
            case "accept" if rest:
                self._cards(rest)
            case "show":
                self._of(player)
                self._cards(rest)
            case "muck":
                self._of(player)
                self._button(LABELS[kind], player)
            case _:
                self._button(LABELS[kind] if kind != "accept" else "Accepts", player)

    def deal(self, game: str, dealer: str = "") -> Hand:
        """The next hand: the same game by "Next hand", else by its title."""
        number = self.night.hands.count()
        again = self.phone.find("button", f"Next hand {game}")
        if again.count():
            self.phone.touch(again)
        else:
            if self.phone.find("link", "Other game").count():
                self.phone.tap("link", "Other game")
            expect(self.phone.find("button", game)).to_be_visible()
            self.phone.touch(self.phone.find("button", game))
        expect(self.page.get_by_text(f"#{number + 1}", exact=True)).to_be_visible()
        return Hand.objects.get(night=self.night, number=number + 1)

    def undo(self) -> None:
        before = self.page.evaluate(VERSION)
        self.phone.touch(self.phone.find("button", "Undo:"))
        self.page.wait_for_function(SETTLED, arg=before)

    def find_button(self, label: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^{label}"))

    def _button(self, label: str, player: str) -> None:
        """The button without a name is whose turn it is; one with a name is that player's."""
        named = self.page.get_by_role("button", name=re.compile(rf"^{player} ?{label}"))
        self.phone.touch(named if named.count() else self.find_button(label))

    def _amount(self, label: str, amount: str) -> None:
        """One tap where it is one of the usual sizes, else by the digits behind #."""
        said = re.compile(rf"(^{label} |to ){re.escape(amount)}$")
        size = self.page.get_by_role("group", name=label).get_by_role("button", name=said)
        if size.count():
            self.phone.touch(size)
            return
        self.phone.tap("button", "Any amount")
        for digit in amount:
            self.phone.tap("button", digit)
        self.phone.tap("button", label)

    def _word(self, player: str, word: str) -> None:
        self.phone.touch(self.page.get_by_role("group", name=player, exact=True).get_by_role("button", name=word))

    def _of(self, player: str) -> None:
        """Where several may show, whose cards follow; who is asked first is chosen already."""
        chip = self.page.get_by_role("button", name=player, exact=True)
        if chip.count() and chip.get_attribute("aria-pressed") != "true":
            self.phone.touch(chip)

    def _cards(self, cards: list[str]) -> None:
        pad: Callable[..., Locator] = partial(self.page.get_by_role, "button", exact=True)
        known = set(self.page.locator("[data-slots] button").all_inner_texts())
        for card in cards:
            rank, suit = card[0].replace("T", "10"), card[1]
            if any(slot.startswith(rank) and slot.endswith("♠♥♦♣"["shdc".index(suit)]) for slot in known):
                continue  # one that this player must have is there already
            self.phone.touch(pad(name=rank))
            self.phone.touch(pad(name=SUITS[suit]))
