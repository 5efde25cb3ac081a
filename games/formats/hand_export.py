"""Finished hands as files: one hand, or all of a night that the format can say."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from games.core.actor import Actor
from games.core.errors import BadValue
from games.core.permissions import May, member_for
from games.core.validators import decimals
from games.formats.errors import NotExpressible
from games.formats.hand_story import Story, play
from games.formats.ohh import ohh, ohh_file
from games.formats.phh import phh, phhs
from games.formats.player_names import unique_names
from games.models import Entry, Hand, Night, Player
from games.play.selectors.hands import file_of, hand_file, the_hand

HAND_FORMATS = ("json", "phh", "ohh")
NIGHT_FORMATS = ("jsonl", "phhs", "ohh")
TYPES = {
    "json": "application/json",
    "jsonl": "application/jsonl",
    "phh": "application/toml",
    "phhs": "application/toml",
    "ohh": "application/x-ohh",
}


@dataclass(frozen=True, slots=True)
class Wish:
    """Which format, and how far it may go: see `phh` and `ohh`."""

    format: str
    standard: bool = False
    extension: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A file of hands; `left_out` are the numbers of the night's hands that are not in it."""

    name: str
    media_type: str
    content: bytes
    left_out: tuple[int, ...] = ()


def hand_as(actor: Actor, hand_id: UUID, wish: Wish) -> Written:
    """One finished hand. Raises Conflict while it is open or where only its result is known, NotExpressible."""
    _check(wish, HAND_FORMATS)
    document = hand_file(actor, hand_id)
    hand = the_hand(actor, hand_id)
    text = _one(wish)(_story(hand, hand.night, document))
    return _written(f"hand-{hand.number}-{hand.night.opened_at:%Y-%m-%d}", wish.format, text)


def night_as(actor: Actor, night_id: UUID, wish: Wish) -> Written:
    """All finished hands of a night, in order; left out are those open, entered by result, or beyond the format.

    Raises NotExpressible where hands are there, and the format can say none of them.
    """
    _check(wish, NIGHT_FORMATS)
    member_for(actor, May.SEE, club__nights=night_id)
    night = Night.objects.select_related("club").get(pk=night_id)
    texts, left_out, refusal = [], [], None
    for hand, document in _files(night):
        try:
            if document is None:
                raise NotExpressible("Of this hand there is no file.")
            texts.append(_one(wish)(_story(hand, night, document)))
        except NotExpressible as error:
            refusal = error if document is not None else refusal
            left_out.append(hand.ordinal)
    if refusal and not texts:
        raise refusal
    whole = phhs(texts) if wish.format == "phhs" else ("\n" if wish.format == "ohh" else "").join(texts)
    return _written(f"night-{night.opened_at:%Y-%m-%d}", wish.format, whole, tuple(left_out))


def _check(wish: Wish, known: tuple[str, ...]) -> None:
    if wish.format not in known:
        raise BadValue("The format is one of {formats}.", formats=", ".join(known))


def _one(wish: Wish) -> Callable[[Story], str]:
    """How one hand is written."""
    match wish.format:
        case "phh" | "phhs":
            return lambda story: phh(story, wish.standard)
        case "ohh":
            return lambda story: ohh_file([ohh(story, wish.extension)])
    return lambda story: json.dumps(story.document, ensure_ascii=False) + "\n"


def _files(night: Night) -> Iterator[tuple[Hand, dict[str, Any] | None]]:
    """Every hand with its file, None where it has none; three queries, however many hands."""
    logs: dict[UUID, list[Entry]] = {}
    for entry in Entry.objects.filter(night=night, hand__isnull=False, number__isnull=False).order_by("number"):
        assert entry.hand_id
        logs.setdefault(entry.hand_id, []).append(entry)
    players = Player.objects.filter(club=night.club_id).order_by("made_at", "id").values_list("pk", "name")
    names = unique_names((str(player), name) for player, name in players)
    for hand in night.hands.order_by("number"):
        filed = hand.set_up is not None and hand.status != Hand.Status.OPEN
        yield hand, file_of(hand, logs.get(hand.pk, []), names) if filed else None


def _story(hand: Hand, night: Night, document: dict[str, Any]) -> Story:
    start, told = play(document)
    return Story(
        id=hand.pk,
        document=document,
        number=hand.ordinal,
        night=night.name,
        currency=night.currency,
        decimals=decimals(night.currency),
        time_zone=night.time_zone,
        started_at=hand.started_at.astimezone(ZoneInfo(night.time_zone)),
        start=start,
        told=told,
    )


def _written(stem: str, form: str, text: str, left_out: tuple[int, ...] = ()) -> Written:
    return Written(f"{stem}.{form}", TYPES[form], text.encode(), left_out)
