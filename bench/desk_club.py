"""A club and its desk in a process of its own: `python -m bench.desk_club NIGHTS`.

It fills the empty database that DATABASE_URL names with so many nights of 125 hands and a thousand postings, and
then answers as `bench.asking` asks: a piece of work is to look at each page of a kind once.
"""

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import django

from bench.asking import Works, answer

if TYPE_CHECKING:
    from tests.games.cast import Cast, Table

REGULARS = [f"Regular{number}" for number in range(8)]
OTHERS = [f"Other{number}" for number in range(8)]
REGULAR_NIGHTS = 10
RESULTS, PLAYED, LOST, CHIPS = 115, 10, 25, 100_000
BOARD = ("Qs 9d 8h", "2c", "7s")
# So far back a list can be read; whoever goes further narrows it down.
DEEP = 200


def fill(nights: int) -> Works:
    from django.core.management import call_command
    from django.db import connection, transaction

    from bench.desk_rows import copy, settle_up
    from bench.growth_club import without_the_disk
    from ledger import guards
    from tests.games.cast import make_cast

    call_command("migrate", verbosity=0)
    cast = make_cast()
    often, once = (evening(cast, names) for names in (REGULARS, OTHERS))
    with guards.lifted_for_tests(connection), without_the_disk(connection):
        with transaction.atomic():
            copy(often.night.pk, range(1, REGULAR_NIGHTS))
            if nights > REGULAR_NIGHTS + 1:
                copy(once.night.pk, range(REGULAR_NIGHTS, nights - 1))
        settle_up()
    return works(cast, often)


def evening(cast: "Cast", names: list[str]) -> "Table":
    """Hands with cards, hands of which only the result is known, a dispute, a settlement and a payment."""
    from games.clubs.services import clubs
    from games.disputes.services import disputes
    from games.settlement.services import payments, settlements
    from tests.games.purse import end, open_table, win

    table = open_table(cast, {}, f"The night of {names[0]}")
    for name in names:
        table.players[name] = clubs.add_player(cast.sue, cast.club.pk, name)
        table.sit(name, CHIPS)
    for _ in range(PLAYED):
        hand = play(cast, table)
    disputes.open_dispute(cast.sue, "It was mine", hand_id=hand.pk, player_id=table.players[names[0]].pk)
    for number in range(RESULTS):
        winner = names[number % 3]
        win(table, **{name: -LOST if name != winner else LOST * (len(names) - 1) for name in names})
    end(table)
    transfer = settlements.settle_night(cast.sue, table.night.pk).transfers.order_by("number")[0]
    payments.record_payment(cast.sue, transfer.pk, LOST)
    return table


def play(cast: "Cast", table: "Table") -> Any:
    """Everybody calls until the board lies and all but one have mucked."""
    from games.play.selectors.hands import hand_view

    hand = table.deal("council-bluffs")
    board = iter(BOARD)
    while hand.status == "open":
        view = hand_view(cast.sue, hand)
        kinds = {offer["type"] for offer in view["legal"]}
        if "reveal" in kinds:
            hand = table.enter(hand, f"reveal {next(board)}")
            continue
        (name,) = table.named({view["to_act"][0]: None})
        word = next(one for one in ("check", "call", "fold", "muck") if one in kinds)
        hand = table.enter(hand, f"{name} {word}")
    return hand


def works(cast: "Cast", table: "Table") -> Works:
    """By kind of page."""
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.force_login(cast.rob.user)

    def seen(paths: list[str]) -> None:
        for path in paths:
            found = client.get(path, follow=True)
            assert found.status_code == 200, (path, found.status_code)

    return {kind: partial(seen, paths) for kind, paths in addresses(table).items()}


def addresses(table: "Table") -> dict[str, list[str]]:
    """Lists, how far back each can be read, each by each of its filters, searches, and pages of one row."""
    lists = list(changelists().values())
    return {
        "lists": lists,
        "deep": [f"{path}?p={DEEP}" for path in lists],
        "filters": filtered(table),
        "searches": searches(),
        "pages": pages(table),
    }


def changelists() -> dict[Any, str]:
    from django.contrib import admin
    from django.urls import reverse

    from games.core.admin.read_only import ReadOnly

    of_clubs = {
        model: shown
        for model, shown in admin.site._registry.items()
        if isinstance(shown, ReadOnly) and not shown.of_installation
    }
    return {
        shown: reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model, shown in of_clubs.items()
    }


def filtered(table: "Table") -> list[str]:
    """Each list by each choice of its filters, by each look-up that narrows it, and by its field to search in."""
    found = []
    for shown, path in changelists().items():
        fields = {name: shown.model._meta.get_field(name) for name in shown.narrows}
        for name, field in fields.items():
            found += [f"{path}?{name}={value}" for value in values(field, table)]
        if shown.search_fields:
            found += [f"{path}?q=Regular1", f"{path}?q=nobody"]
    return found


def values(field: Any, table: "Table") -> list[str]:
    """What a list is narrowed by: each choice of a field that has some, or the row that it leads to."""
    from games.models import Device, Entry, Settlement, Transfer

    night = table.night
    if field.choices:
        return [f"{value}" for value, _ in field.choices]
    rows: dict[str, Any] = {
        "night": night.pk,
        "scope": night.pk,
        "hand": night.hands.first().pk,
        "player": table.players[REGULARS[1]].pk,
        "owner": table.players[REGULARS[1]].pk,
        "kind": "chips",
        "by": table.cast.sue.user.pk,
        "device": Device.objects.values_list("pk", flat=True).first() or night.pk,
        "settlement": Settlement.objects.filter(night=night).values_list("pk", flat=True).first(),
        "transfer": Transfer.objects.filter(settlement__night=night).values_list("pk", flat=True).first(),
        "entry": Entry.objects.filter(night=night).values_list("pk", flat=True).first(),
    }
    return [str(rows[field.name])]


def searches() -> list[str]:
    """By player, card, night and amount, there or not, alone and together."""
    from django.urls import reverse

    asked = (
        *("player=Regular1", "player=Other1", "player=Nobody", "card=Qs", "card=3d", "night=Regular", "night=Sunday"),
        *("amount=0.25", "amount=12345", "player=Other1&card=Qs", "player=Regular1&amount=1.75", "night=Other&card=9d"),
        "player=Other1&night=Other&card=Qs&amount=0.25",
    )
    return [f"{reverse('admin:search')}?{query}" for query in asked]


def pages(table: "Table") -> list[str]:
    """The front of the desk, and one row of each kind that is a page of its own."""
    from django.urls import reverse

    from games.models import Dispute
    from ledger.models import Account

    dispute = Dispute.objects.filter(night=table.night).values_list("pk", flat=True)[0]
    accounts = Account.objects.filter(book=table.cast.club.book)
    lasting = accounts.filter(kind="balance").order_by("pk").values_list("pk", flat=True)[0]
    return [
        reverse("admin:index"),
        reverse("admin:games_hand_change", args=[table.night.hands.first().pk]),
        reverse("admin:games_dispute_change", args=[dispute]),
        reverse("admin:ledger_account_change", args=[lasting]),
    ]


if __name__ == "__main__":
    django.setup()
    answer(fill(int(sys.argv[1])), times=1)
