"""What of a page is in every language the same: what people called things, and a few words that are no language's."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from zoneinfo import available_timezones

from games import engine
from games.models import Club, Device, Entry, Hand, Night, Player, User
from tests.games.translations.seen import texts

# Each with its reason. What is left over of a text when these are taken out has no letter of ours.
SAME_EVERYWHERE = {
    "names of things": r"Tableside|Django|PDF|CSV|JSON|ISO 4217|QR|Wi-Fi|WeasyPrint",
    "an address": r"https?://\S+|\b[\w.+-]+@[\w.-]+\b",
    "a time zone": "|".join(sorted(map(re.escape, available_timezones()), key=len, reverse=True)),
    "money by its code (ISO 4217)": r"\b[A-Z]{3}\b",
    "a locale": r"\b[a-z]{2}_[A-Z]{2}\b",
    "a day, as the club's locale writes it": r"\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec) \d{4}",
    "a key of the books": r"[a-z-]+[: ][0-9a-f]{8}-[0-9a-f-]{27}(:\d+)?",
    "what is kept, as it is kept": r"^\{.*\}$",
    "a name of a game": r"\b(the-bluffs|council-bluffs|buddhas-folly|bluff-n-peg|guts)\b",
    "yes and no where Django draws them": r"^(True|False|None)$",
    "a key or a part of a hash": r"\b[0-9a-f]{4,}(-[0-9a-f]+)*\b",
    "a card, or its rank": r"(?<![A-Za-z])([AKQJT2-9]|10)[♠♥♦♣shdc]?(?![A-Za-z])",
    "a field that our script fills in": r"\{\w+\}",
    "so many times": r"\d+X",
}
_LETTERS = re.compile(r"[A-Za-z]+")


@cache
def _same() -> re.Pattern[str]:
    titles = "|".join(re.escape(game.title) for game in engine.GAMES.values())
    return re.compile("|".join((titles, *SAME_EVERYWHERE.values())))


def names() -> list[str]:
    """What people have called themselves and others, and what they have said, longest first."""
    return sorted({name for name in _names() if name}, key=len, reverse=True)


def _names() -> Iterator[str]:
    for kind in (User, Player, Club, Night, Device):
        yield from kind._default_manager.values_list("name", flat=True)
    # on the peg board players are called by the first part of their names
    yield from (name.split()[0] for name in Player.objects.values_list("name", flat=True))
    yield from Hand.objects.exclude(game__in=engine.GAMES).values_list("game", flat=True)
    for body in Entry.objects.values_list("body", flat=True):
        yield from (body[key] for key in ("reason", "word", "text") if isinstance(body.get(key), str))


def beside_the_catalogue(html: str) -> list[str]:
    """The texts of a page that came neither from a catalogue nor from a person."""
    given = names()
    return [text for text in texts(html) if untold(text, given)]


def untold(text: str, given: Iterable[str]) -> str:
    """What of a text came neither from a catalogue nor from a person."""
    for name in given:
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "", text)
    return " ".join(_LETTERS.findall(_same().sub("", text)))
