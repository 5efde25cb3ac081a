"""The catalogue: which games there are, and what can be agreed before a deal."""

from typing import Any

from api.v1.operations import Told, read_operation
from api.v1.serializers.games import Game
from api.v1.view import ApiView
from games import engine
from games.core.actor import Actor
from games.core.errors import NotFound


class Games(ApiView):
    @read_operation("listGames", Game, "Every game, with its house rules in plain words", many=True)
    def get(self, actor: Actor) -> list[dict[str, Any]]:
        """What a client needs to offer a deal: players, house rules with their defaults, kinds and bounds."""
        return [_document(name) for name in engine.GAMES]


class OneGame(ApiView):
    @read_operation("readGame", Game, "A game, with its house rules in plain words")
    def get(self, actor: Actor, game: str) -> Told:
        """The same as in the list of all games."""
        if game not in engine.GAMES:
            raise NotFound("There is no such game.")
        return Told(_document(game))


def _document(name: str) -> dict[str, Any]:
    game = engine.GAMES[name]
    return {
        "name": game.name,
        "title": game.title,
        "least_players": game.least_players,
        "most_players": game.most_players,
        "has_money": game.has_money,
        "rules": [rule.document() for rule in game.house_rules],
    }
