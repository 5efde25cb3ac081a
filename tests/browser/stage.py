"""What the pages are looked at with: the demo club, its played and settled night, and hands of each game half-way."""

from typing import Any

from django.contrib.auth.tokens import default_token_generator

from games.management.commands.demo import CLUB, LOG_INS, Demo
from games.management.demo_night import BLUFF_N_PEG, BUDDHAS_FOLLY, COUNCIL_BLUFFS, THE_BLUFFS, DemoHand
from games.management.shorthand import action
from games.models import Club, Entry, Hand, Match, Member, Night, Seat, User
from games.services import clubs, disputes, hands, invites, links, payments, people, reports, requests, settlements
from games.services.actor import Actor
from tests.games.cast import PASSWORD

PLAYED, TONIGHT = "Last Thursday", "Tonight"
# A night a hand: who deals, and the line that comes next, if one does. The pad differs with what may come next.
HALF_WAY: dict[str, tuple[DemoHand, str, str]] = {
    "The Bluffs, to bet": (THE_BLUFFS, "Ann", "Ann bet 50"),
    "The Bluffs, to declare": (THE_BLUFFS, "Ann", "Ann declare high"),
    "The Bluffs, to show": (THE_BLUFFS, "Ann", "Cleo show Kc Ks 5h 5d"),
    "Council Bluffs, to turn": (COUNCIL_BLUFFS, "Bob", "reveal 2h"),
    "Buddha's Folly, on offer": (BUDDHAS_FOLLY, "Cleo", "Ann accept 4h"),
    "Bluff N' Peg, to lay": (BLUFF_N_PEG, "Ann", "Cleo play Kh"),
    "The Bluffs, over": (THE_BLUFFS, "Ann", ""),
    "Buddha's Folly, over": (BUDDHAS_FOLLY, "Cleo", ""),
    "Bluff N' Peg, over": (BLUFF_N_PEG, "Ann", ""),
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
            "proof": hand and links.proof_for(self.demo.owner, hand.pk),
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
            "device_id": people.add_device(ann, "Ann's old phone")[1].pk,
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
        return {
            "request_id": requests.ask_for_chips(ann, self.nights[TONIGHT].pk, self.demo.ids["Ann"], 1000).pk,
            "task_id": reports.ask_for_night_report(self.demo.scorekeeper, played.pk, "pdf").pk,
            "dispute_id": disputes.open_dispute(ann, "I had three queens.", hand_id=hand.pk).pk,
        }

    def _night(self, name: str) -> Night:
        """Those with a hand half-way are opened when they are looked at: until then the club has one night on."""
        if name not in self.nights:
            self.nights[name] = self.demo.open(name)
            self._play(self.nights[name], *HALF_WAY[name])
        return self.nights[name]

    def _play(self, night: Night, played: DemoHand, dealer: str, following: str) -> None:
        sue, dealer_id = self.demo.scorekeeper, self.demo.ids[dealer]
        hand = hands.start_hand(sue, night.pk, played.game, played.rules, dealer_id=dealer_id)
        lines = played.lines[: played.lines.index(following)] if following else played.lines
        hands.act(sue, hand.pk, [action(line, self.demo.ids) for line in lines], hand.version)
