"""A club in which every page has something to show, and every form something to do."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import transaction
from django.urls import reverse

from games.accounts.services import users
from games.clubs.services import clubs, invites
from games.core.actor import Actor
from games.models import Entry, Match, Role, Seat, User
from games.money.services import chip_requests
from games.nights.services import seats
from games.play.services import hands
from games.settlement.services import payments, settlements
from tests.games.cast import PASSWORD, Table
from tests.games.purse import end, open_table, win

ROLES = ("player", "scorekeeper", "admin", "owner")
OUTSIDER, ANONYMOUS = "outsider", "anonymous"


class Places:
    """Nights in every state, by what is special about them; and who of each role there is."""

    def __init__(self, table: Table) -> None:
        self.table, self.cast = table, table.cast
        abe = Actor(User.objects.create_user("Abe", PASSWORD))
        clubs.add_member(self.cast.rob, self.cast.club.pk, "Abe", Role.ADMIN)
        self.actors = {
            "player": self.cast.ann,
            "scorekeeper": self.cast.sue,
            "admin": abe,
            "owner": self.cast.rob,
            OUTSIDER: self.cast.otto,
        }
        self.nights = {"tonight": table.night.pk}
        self._tonight()
        for which in (self._pot, self._match, self._difference, self._cleared, self._closed, self._settled):
            which()

    def path(self, name: str, night: str = "tonight", who: str = "") -> str:
        """The address of a page or a form; of `who`, where it is about a player or a seat, else of Bob and of Ann."""
        ids = self.ids(self.nights[night], who)
        return reverse(name, kwargs={key: value for key, value in ids.items() if key in wanted(name)})

    def ids(self, night: UUID, who: str = "") -> dict[str, Any]:
        seat = Seat.objects.filter(night=night, player=self.player(who or "Ann")).first()
        return {
            **self.known,
            "night_id": night,
            "player_id": self.player(who or "Bob"),
            "seat_id": seat.pk if seat else None,
        }

    def player(self, name: str) -> UUID:
        return self.table.players[name].pk

    def _tonight(self) -> None:
        cast, table = self.cast, self.table
        for guest in ("Eve", "Eva"):
            table.players[guest] = clubs.add_player(cast.sue, cast.club.pk, guest)
        asked = chip_requests.ask_for_chips(cast.ann, table.night.pk, self.player("Ann"), 1000)
        self.known: dict[str, Any] = {
            "club_id": cast.club.pk,
            "member_id": cast.club.members.get(user=cast.ann.user).pk,
            "invite_id": invites.make_invite(cast.rob, cast.club.pk).pk,
            "request_id": asked.pk,
            "entry_id": Entry.objects.filter(night=table.night, player=self.player("Bob"), kind="buy_in").get().pk,
            "device_id": users.add_device(cast.ann.user, "Ann's phone")[1].pk,
        }

    def _another(self, name: str) -> Table:
        table = open_table(self.cast, self.table.players, name)
        for player in ("Ann", "Bob", "Cid"):
            table.sit(player, 2000)
        self.nights[name] = table.night.pk
        return table

    def _pot(self) -> None:
        """Bob has lost to Ann, and what he owes for it waits for the next deal."""
        table = self._another("pot")
        hand = table.deal("buddhas-folly")
        table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
        table.enter(hand, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")

    def _match(self) -> None:
        table = self._another("match")
        hand = hands.start_hand(self.cast.sue, table.night.pk, "bluff-n-peg", {"winner_hole": 10}, stake=500)
        table.enter(hand, "Bob draw 0", "Cid draw 0", "Ann draw 0", "Bob play Kh", "Cid fold", "Ann fold")
        self.known["match_id"] = Match.objects.get(night=table.night).pk

    def _difference(self) -> None:
        table = self._another("difference")
        for name, count in (("Ann", 2000), ("Bob", 2000), ("Cid", 1975)):
            table.cash_out(name, count)

    def _cleared(self) -> None:
        """Nothing is left to do; Cid is on the way home."""
        table = self._another("cleared")
        for name in ("Ann", "Bob", "Cid"):
            table.cash_out(name, 2000)
        seats.leave(self.cast.sue, table.night.seats.get(player=self.player("Cid")).pk)

    def _closed(self) -> None:
        table = self._another("closed")
        win(table, Cid=500, Bob=-500)
        end(table)

    def _settled(self) -> None:
        """Bob owes Cid; he paid a part of it, and Cid, a guest too, has not confirmed it."""
        table = self._another("settled")
        win(table, Cid=500, Bob=-500)
        end(table)
        settlement = settlements.settle_night(self.cast.sue, table.night.pk)
        transfer = settlement.transfers.get()
        payment = payments.record_payment(self.cast.sue, transfer.pk, 200)
        self.known |= {"settlement_id": settlement.pk, "transfer_id": transfer.pk, "payment_id": payment.pk}


def wanted(name: str) -> set[str]:
    """What stands in the address of this name."""
    from games import urls

    pattern = next(pattern for pattern in urls.urlpatterns if pattern.name == name)
    return set(pattern.pattern.converters)


@contextmanager
def undone() -> Iterator[None]:
    """What is written in here is taken out again."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
