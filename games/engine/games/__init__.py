"""One module a game, and the registry. Adding a game: its module, and a line here (docs/adding-a-game.md)."""

from collections.abc import Mapping

from games.engine.game import Game
from games.engine.games.bluff_n_peg import BluffNPeg
from games.engine.games.buddhas_folly import BuddhasFolly
from games.engine.games.council_bluffs import CouncilBluffs
from games.engine.games.guts import Guts
from games.engine.games.the_bluffs import TheBluffs

GAMES: Mapping[str, Game] = {
    game.name: game for game in (TheBluffs(), CouncilBluffs(), BuddhasFolly(), BluffNPeg(), Guts())
}
