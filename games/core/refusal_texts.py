"""What the rules refuse, as it is said at a table: players by name, amounts as the night's money is counted."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from games import engine
from games.core.actor import Actor
from games.core.entry_labels import money
from games.core.permissions import member_of
from games.core.validators import decimals
from games.models import Night, Player


def sentence(refusal: engine.Refusal, actor: Actor, *, write: Callable[[int], str] | None = None, **night: UUID) -> str:
    """The refusal in one sentence. `night` is one look-up of the night it is about: `pk=…`, `hands=…`.

    Amounts as `write` writes them, which needs no night; else by the decimals of that night's money.
    What is not the actor's to know stays as it was sent: a player of another club is an id.
    """
    mine = member_of("club", actor)
    players = Player.objects.filter(pk__in=set(_ids(refusal.params)), **mine).values_list("pk", "name")
    names = {str(player): name for player, name in players}
    amount = write or (_amounts(night | mine) if night else str)
    return engine.sentence(refusal, name=lambda known: names.get(known, known), amount=amount, words=gettext)


def _amounts(night: dict[str, Any]) -> Callable[[int], str]:
    currency = Night.objects.filter(**night).values_list("currency", flat=True).first()
    return partial(money, decimals=decimals(currency)) if currency else str


def _ids(params: dict[str, Any]) -> Iterator[UUID]:
    for value in params.values():
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, str):
                with suppress(ValueError):
                    yield UUID(one)
