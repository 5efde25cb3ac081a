"""A table for each client, in the database of the environment: `python -m bench.api_tables 8` prints what to send."""

import json
import sys
from typing import Any

STACK = 100_000


def make(clients: int) -> list[dict[str, Any]]:
    from rest_framework.authtoken.models import Token

    from bench.bare.models import Sheet
    from games.accounts.services import users
    from games.clubs.services import clubs
    from games.models import Role, User
    from tests.games.cast import make_cast
    from tests.games.purse import open_table

    cast = make_cast()
    made = []
    for number in range(clients):
        user = User.objects.create_user(f"Keeper {number}")
        clubs.add_member(cast.rob, cast.club.pk, user.name, Role.SCOREKEEPER)
        table = open_table(cast, {}, f"Table {number}")
        for name in ("Ann", "Bob", "Cid", "Dov"):
            table.sit(f"{name} {number}", STACK)
        hand = table.enter(table.deal("buddhas-folly"), "reveal Qh")
        made.append(
            {
                "token": users.add_device(user, "phone")[0],
                "night": str(table.night.pk),
                "players": [str(player.pk) for player in table.players.values()],
                "stack": STACK,
                "hand": str(hand.pk),
                "bare_token": Token.objects.create(user=user).key,
                "sheet": Sheet.objects.create(name=table.night.name).pk,
            }
        )
    return made


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(make(int(sys.argv[1]))))
