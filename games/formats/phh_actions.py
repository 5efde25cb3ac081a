"""The actions of a hand in the notation of PHH. What it has no word for stands as a comment, which it allows."""

from games.engine.cards import NAMES
from games.formats.hand_story import Story, Told

JOKER = "JK"
UNKNOWN = "??"


def written(story: Story) -> list[str]:
    """Every player is dealt unknown cards; what was shown later is said when it was shown."""
    setup = story.setup
    actors = {seat: f"p{place}" for place, seat in enumerate(setup.order, 1)}
    dealt = [f"d dh {actors[seat]} {UNKNOWN * setup.hand_size}" for seat in setup.order]
    return [*dealt, *(line for told in story.told for line in _lines(told, actors))]


def _lines(told: Told, actors: dict[int, str]) -> list[str]:
    action = told.action
    who = "d" if told.seat is None else actors[told.seat]
    match action.kind:
        case "fold":
            return [f"{who} f"]
        case "check" | "call":
            return [f"{who} cc"]
        case "bet" | "raise":
            return [f"{who} cbr {action.to}"]
        case "reveal":
            return [f"d db {_cards(action.cards)}"]
        case "show":
            return [f"{who} sm {_cards(action.cards)}"]
        case "muck":
            return [f"{who} sm"]
        case "stand":
            return [f"{who} sd"]
        case "exchange":
            return [f"{who} sd {UNKNOWN}", f"d dh {who} {UNKNOWN}"]
        case "accept":
            return [f"{who} sd {_cards(action.cards)}", f"d dh {who} {NAMES[told.before.work.card]}"]
        case "declare":
            return [f"# {who} declares {action.word}"]
        case "void":
            return [f"# misdeal: {_one_line(action.reason or '')}".rstrip(": ")]
    return [f"# {who} {action.kind}s"]


def _cards(cards: tuple[str, ...]) -> str:
    """The format has no joker: it stands as an unknown card, and is named in the comment."""
    text = "".join(UNKNOWN if card == JOKER else card for card in cards)
    return f"{text} # joker" if JOKER in cards else text


def _one_line(reason: str) -> str:
    return " ".join(reason.split())
