"""Whom a settlement is between, as people and documents name them: players, cash boxes, the club."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext

from games.core.display_names import names_of
from games.models import Club, Night, PartyKind
from games.money.services.parties import Party


def party_names(club: Club, of: Iterable[Party], *others: Club) -> dict[Party, str]:
    """Players by their names, a box by who holds it, a club by its own; `others` are further clubs to look in."""
    of = set(of)
    players = names_of(party.id for party in of if party.kind == PartyKind.PLAYER)
    boxes = Night.objects.filter(pk__in=[party.id for party in of if party.kind == PartyKind.BOX])
    holders = {str(night): name for night, name in boxes.values_list("pk", "box_holder__user__name")}
    clubs = {str(one.pk): one.name for one in (club, *others)}
    by_kind = {PartyKind.PLAYER: players, PartyKind.BOX: holders, PartyKind.CLUB: clubs}
    return {party: by_kind[PartyKind(party.kind)][party.id] for party in of}


def party_words(kind: str, name: str) -> str:
    """A player or club by name; a box by who holds it."""
    return gettext("the cash box ({name})").format(name=name) if kind == PartyKind.BOX else name


def described(party: Party, names: Mapping[Party, str]) -> dict[str, Any]:
    return {"kind": party.kind, "id": party.id, "name": names[party]}


def in_order(nets: Iterable[Party], names: Mapping[Party, str]) -> list[Party]:
    """Players by name first, then boxes, then the club."""
    kinds = [PartyKind.PLAYER, PartyKind.BOX, PartyKind.CLUB]
    return sorted(nets, key=lambda party: (kinds.index(PartyKind(party.kind)), names[party], party.id))
