"""Who of the club a name in a file is."""

from collections import defaultdict
from collections.abc import Mapping
from uuid import UUID

from games.clubs.services import clubs
from games.core.actor import Actor
from games.core.errors import ServiceError
from games.core.unicode_names import key_of
from games.formats.hand_import.report import Report
from games.formats.player_names import named_in
from games.models import Player


class Names:
    """Player ids by the names of a file: as told, else the very name, else the same in other letters.

    A player who turned out to be another one is that one.
    """

    def __init__(self, club_id: UUID, told: Mapping[str, UUID]) -> None:
        self.club_id = club_id
        self._found: dict[str, str] = {}
        self._exact: dict[str, str] = {}
        self._folded: dict[str, set[str]] = defaultdict(set)
        self._ids: dict[str, str] = {}
        for player, name, merged_into in Player.objects.filter(club=club_id).values_list("pk", "name", "merged_into"):
            self._add(name, str(merged_into or player))
            self._ids[str(player)] = str(merged_into or player)
        self._told = {name: str(player) for name, player in told.items()}

    def match(self, report: Report, actor: Actor, make_guests: bool) -> None:
        """Find every name of every line; what is not found is refused, or made a guest."""
        for line in report.lines:
            if line.document is None:
                continue
            names = named_in(line.document)
            for name in names:
                if name not in self._found and (problem := self._find(name, report, actor, make_guests)):
                    line.refuse(*problem)
            players = [self._found[name] for name in names if name in self._found]
            if len(set(players)) != len(players):
                line.refuse("same_player", "Two names of this hand are one player of the club.")

    def id_of(self, name: str) -> str:
        return self._found[name]

    def name_of(self, player: str) -> str:
        return next((name for name, found in self._found.items() if found == player), player)

    def _add(self, name: str, player: str) -> None:
        self._exact[name] = player
        self._folded[folded(name)].add(player)

    def _find(self, name: str, report: Report, actor: Actor, make_guests: bool) -> tuple[str, str] | None:
        """Code and sentence of what is wrong, None once the name is known."""
        if name in self._told:
            player = self._ids.get(self._told[name])
            if player is None:
                return "unknown_name", f"{name} is said to be a player whom the club does not have."
        elif name in self._exact:
            player = self._exact[name]
        elif len(alike := self._folded.get(folded(name), set())) == 1:
            (player,) = alike
        elif alike:
            return "name_ambiguous", f"{name} could be any of {len(alike)} players of the club."
        elif not make_guests:
            return "unknown_name", f"The club has no player {name}."
        else:
            return self._make(name, report, actor)
        self._found[name] = player
        return None

    def _make(self, name: str, report: Report, actor: Actor) -> tuple[str, str] | None:
        try:
            player = clubs.add_player(actor, self.club_id, name)
        except ServiceError as error:
            return "bad_name", f"{name}: {error.detail}"
        self._add(player.name, str(player.pk))
        self._found[name] = str(player.pk)
        report.guests.append(player.name)
        return None


def folded(name: str) -> str:
    """The name without what people do not mean by their spelling: case, width, how an accent is put together."""
    return key_of(name)
