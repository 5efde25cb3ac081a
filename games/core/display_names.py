"""From the ids in hand documents to the names people know, and from a game to its title."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from games import engine
from games.core.table_state import dealt_in
from games.models import Hand, Player, User
from prepared.lookups import Prepared

_AT_THE_TABLE: Prepared[Player] = Prepared(
    lambda night: (
        Player.objects.filter(seats__night=night)
        .order_by("seats__position", "pk")
        .values_list("pk", "name", "member__user")
    ),
    night=UUID,
)


class Cast(NamedTuple):
    """The names of a hand's players by id, clockwise, and which of them the viewer is."""

    names: dict[str, str]
    viewer: str | None


def cast_of(hand: Hand, user: User | None) -> Cast:
    """One query. None is anybody: no player is theirs."""
    names: dict[str, str] = {}
    viewer = None
    seated = set(dealt_in(hand))
    for player, name, account in _AT_THE_TABLE.tuples(night=hand.night_id):
        if str(player) not in seated:
            continue
        names[str(player)] = name
        if user is not None and account == user.pk:
            viewer = str(player)
    if hand.set_up is not None:  # as they sat then, wherever they sit now
        names = {player["name"]: names[player["name"]] for player in hand.set_up["players"]}
    return Cast(names, viewer)


def names_of(players: Iterable[str | UUID]) -> dict[str, str]:
    found = Player.objects.filter(pk__in=list(players)).values_list("pk", "name")
    return {str(player): name for player, name in found}


def names_at(night_id: UUID) -> dict[str, str]:
    """Everyone who has had a seat at a night, under the names they had there. One query."""
    return {str(player): name for player, name, _ in _AT_THE_TABLE.tuples(night=night_id)}


def renamed(document: Any, names: Mapping[str, str]) -> Any:
    """The same document with names in place of ids, in keys as well."""
    if isinstance(document, str):
        return names.get(document, document)
    if isinstance(document, Mapping):
        return {names.get(key, key): renamed(value, names) for key, value in document.items()}
    if isinstance(document, list):
        return [renamed(value, names) for value in document]
    return document


def title_of(game: str) -> str:
    """A game by its title; of a hand that the engine did not see, the word that was given."""
    known = engine.GAMES.get(game)
    return known.title if known else game
