"""What the pages are looked at with: the demo club, its played and settled night, and hands of each game half-way."""

from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.tokens import default_token_generator

from games.accounts.services import users
from games.clubs.services import clubs, invites
from games.core.actor import Actor
from games.disputes.services import disputes
from games.management.commands.demo import CLUB, LOG_INS, Demo
from games.management.demo_night import BLUFF_N_PEG, BUDDHAS_FOLLY, COUNCIL_BLUFFS, THE_BLUFFS, DemoHand
from games.management.shorthand import action
from games.models import Club, Entry, Hand, Match, Member, Night, Seat, User
from games.money.services import chip_requests, chips
from games.nights.services import seats
from games.play.services import hands, share_links
from games.reports.services import report_requests
from games.settlement.services import payments, settlements
from tests.games.cast import PASSWORD

PLAYED, TONIGHT = "Last Thursday", "Tonight"
GUTS = DemoHand(
    "guts",
    {},
    (
        *("Bob declare in", "Cleo declare out", "Dan declare in", "Ann declare in"),
        *("Bob show Ks Kd 4c", "Dan show Ah Jh 9s"),
    ),
)
# Who joins the four of the demo where a table is full.
GUESTS = ("Eve Wolf", "Finn Brandt", "Gita Rao", "Hans-Peter Neumann", "Ines Costa", "Jo Lind")
FULL = DemoHand(
    "council-bluffs",
    {},
    (
        *("Dan raise 300", "Eve fold", "Finn call", "Gita call", "Hans-Peter fold", "Ines call", "Jo fold", "Ann call"),
        *("Bob fold", "Cleo call", "reveal Ac 5d 8s", "Cleo check", "Dan bet 400", "Finn call", "Gita call"),
    ),
)


class HalfWay(NamedTuple):
    """A hand, who deals it, and the line that comes next, if one does; `guests` sit at the table with the four."""

    hand: DemoHand
    dealer: str
    following: str = ""
    guests: tuple[str, ...] = ()


# A night a hand. The pad differs with what may come next.
HALF_WAY = {
    "The Bluffs, to bet": HalfWay(THE_BLUFFS, "Ann", "Ann bet 50"),
    "The Bluffs, to declare": HalfWay(THE_BLUFFS, "Ann", "Ann declare high"),
    "The Bluffs, to show": HalfWay(THE_BLUFFS, "Ann", "Cleo show Kc Ks 5h 5d"),
    "Council Bluffs, to turn": HalfWay(COUNCIL_BLUFFS, "Bob", "reveal 2h"),
    "Buddha's Folly, on offer": HalfWay(BUDDHAS_FOLLY, "Cleo", "Ann accept 4h"),
    "Bluff N' Peg, to lay": HalfWay(BLUFF_N_PEG, "Ann", "Cleo play Kh"),
    "Guts, to show": HalfWay(GUTS, "Ann", "Dan show Ah Jh 9s"),
    "Council Bluffs, ten to bet": HalfWay(FULL, "Ann", "Gita call", GUESTS),
    "The Bluffs, over": HalfWay(THE_BLUFFS, "Ann"),
    "Buddha's Folly, over": HalfWay(BUDDHAS_FOLLY, "Cleo"),
    "Bluff N' Peg, over": HalfWay(BLUFF_N_PEG, "Ann"),
}


class Stage:
    """Made once; the demo's log-ins are who looks."""

    def __init__(self) -> None:
        self.demo = Demo(dict.fromkeys(LOG_INS, PASSWORD))
        self.demo.make()
        self.club = Club.objects.get(name=CLUB)
        clubs.change_club(self.demo.owner, self.club.pk, hands_by_link=True)
        self.users = {user.name: user for user in User.objects.filter(name__in=LOG_INS)}
        self.nights = {night.name: night for night in Night.objects.filter(club=self.club)}
        self._ids = self._of_the_club() | self._of_what_is_owed() | self._of_what_waits()

    def ids(self, night: str) -> dict[str, Any]:
        """What may stand in the address of a page; of this night, where it is one of a night or a hand."""
        of = self._night(night)
        hand = Hand.objects.filter(night=of).order_by("number").first()
        seat = Seat.objects.get(night=of, player=self.demo.ids["Ann"])
        buy_in = Entry.objects.filter(night=of, kind=Entry.Kind.BUY_IN).earliest("number")
        return self._ids | {
            "night_id": of.pk,
            "hand_id": hand and hand.pk,
            "proof": hand and share_links.proof_for(self.demo.owner, hand.pk),
            "seat_id": seat.pk,
            "entry_id": buy_in.pk,
        }

    def _of_the_club(self) -> dict[str, Any]:
        ann = self.users["ann"]
        invite = invites.make_invite(self.demo.owner, self.club.pk)
        return {
            "club_id": self.club.pk,
            "game": "the-bluffs",
            "player_id": self.demo.ids["Ann"],
            "member_id": Member.objects.get(club=self.club, user=ann).pk,
            "match_id": Match.objects.get(night=self.nights[PLAYED]).pk,
            "user_id": ann.pk,
            "device_id": users.add_device(ann, "Ann's old phone")[1].pk,
            "invite_id": invite.pk,
            "token": invites.token_of(invite),
            "reset_token": default_token_generator.make_token(ann),
        }

    def _of_what_is_owed(self) -> dict[str, Any]:
        """The played night is settled; half of the first transfer is paid, by who does not receive it."""
        settlement = settlements.settle_night(self.demo.owner, self.nights[PLAYED].pk)
        transfer = settlement.transfers.earliest("number")
        payment = payments.record_payment(self.demo.scorekeeper, transfer.pk, max(1, transfer.amount // 2))
        return {"settlement_id": settlement.pk, "transfer_id": transfer.pk, "payment_id": payment.pk}

    def _of_what_waits(self) -> dict[str, Any]:
        """Ann wants chips tonight, a report is being made, and she doubts how a hand ended."""
        ann = Actor(self.users["ann"])
        played = self.nights[PLAYED]
        hand = Hand.objects.get(night=played, number=1)
        dispute = disputes.open_dispute(ann, "I had three queens.", hand_id=hand.pk)
        return {
            "request_id": chip_requests.ask_for_chips(ann, self.nights[TONIGHT].pk, self.demo.ids["Ann"], 1000).pk,
            "task_id": report_requests.ask_for_night_report(self.demo.scorekeeper, played.pk, "pdf").pk,
            "dispute_id": dispute.pk,
            "notification_id": dispute.notifications.earliest("at").pk,
        }

    def _night(self, name: str) -> Night:
        """Those with a hand half-way are opened when they are looked at: until then the club has one night on."""
        if name not in self.nights:
            self.nights[name] = self.demo.open(name)
            self._play(self.nights[name], HALF_WAY[name])
        return self.nights[name]

    def _play(self, night: Night, shown: HalfWay) -> None:
        sue, played = self.demo.scorekeeper, shown.hand
        ids = self.demo.ids | {name.split()[0]: self._seated(night, name) for name in shown.guests}
        hand = hands.start_hand(sue, night.pk, played.game, played.rules, dealer_id=ids[shown.dealer])
        lines = played.lines[: played.lines.index(shown.following)] if shown.following else played.lines
        hands.act(sue, hand.pk, [action(line, ids) for line in lines], hand.version)

    def _seated(self, night: Night, name: str) -> UUID:
        """A guest at the table, with as many chips as the others."""
        guest = clubs.add_player(self.demo.scorekeeper, self.club.pk, name).pk
        seats.take_seat(self.demo.scorekeeper, night.pk, guest)
        chips.buy_in(self.demo.scorekeeper, night.pk, guest, 5000)
        return guest
