"""A night with a hand on, in the database of the environment: `python -m bench.live_table` prints what to send."""

import json
from typing import Any


def make() -> dict[str, Any]:
    from games.accounts.services import users
    from tests.games.cast import make_cast, make_table

    table = make_table(make_cast())
    hand = table.deal("council-bluffs")
    keeper, ear = (users.add_device(actor.user, "phone")[0] for actor in (table.cast.sue, table.cast.ann))
    call = {"type": "call", "player": str(table.players["Ann"].pk)}
    return {"night": str(table.night.pk), "hand": str(hand.pk), "token": keeper, "ear": ear, "call": call}


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(make()))
