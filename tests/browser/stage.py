"""What the pages are looked at with: the demo club, its played night, and hands of each game half-way."""

from typing import Any

from django.contrib.auth.tokens import default_token_generator

from games.management.commands.demo import CLUB, LOG_INS, Demo
from games.management.demo_night import BLUFF_N_PEG, BUDDHAS_FOLLY, COUNCIL_BLUFFS, THE_BLUFFS, DemoHand
from games.management.shorthand import action
from games.models import Club, Hand, Match, Night, User
from games.services import hands, invites, reports, requests
from games.services.actor import Actor
from tests.games.cast import PASSWORD

PLAYED, TONIGHT = "Last Thursday", "Tonight"
# A night a hand: who deals, and the line that comes next. The pad differs with what may come next.
HALF_WAY: dict[str, tuple[DemoHand, str, str]] = {
    "The Bluffs, to bet": (THE_BLUFFS, "Ann", "Ann bet 50"),
    "The Bluffs, to declare": (THE_BLUFFS, "Ann", "Ann declare high"),
    "The Bluffs, to show": (THE_BLUFFS, "Ann", "Cleo show Kc Ks 5h 5d"),
    "Council Bluffs, to turn": (COUNCIL_BLUFFS, "Bob", "reveal 2h"),
    "Buddha's Folly, on offer": (BUDDHAS_FOLLY, "Cleo", "Ann accept 4h"),
    "Bluff N' Peg, to lay": (BLUFF_N_PEG, "Ann", "Cleo play Kh"),
}


class Stage:
    """Made once; the demo's log-ins are who looks."""

    def __init__(self) -> None:
        self.demo = Demo(dict.fromkeys(LOG_INS, PASSWORD))
        self.demo.make()
        self.club = Club.objects.get(name=CLUB)
        for name, (hand, dealer, following) in HALF_WAY.items():
            self._play(self.demo.open(name), hand, dealer, following)
        self.users = {user.name: user for user in User.objects.filter(name__in=LOG_INS)}
        self.nights = {night.name: night for night in Night.objects.filter(club=self.club)}
        ann, tonight = self.users["ann"], self.nights[TONIGHT]
        requests.ask_for_chips(Actor(ann), tonight.pk, self.demo.ids["Ann"], 1000)
        invite = invites.make_invite(self.demo.owner, self.club.pk)
        self._ids = {
            "club_id": self.club.pk,
            "player_id": self.demo.ids["Ann"],
            "match_id": Match.objects.get(night=self.nights[PLAYED]).pk,
            "task_id": reports.ask_for_night_report(self.demo.scorekeeper, self.nights[PLAYED].pk, "pdf").pk,
            "user_id": ann.pk,
            "token": invites.token_of(invite),
            "reset_token": default_token_generator.make_token(ann),
        }

    def ids(self, night: str) -> dict[str, Any]:
        """What may stand in the address of a page; of this night, where it is one of a night or a hand."""
        hand = Hand.objects.filter(night=self.nights[night]).order_by("number").first()
        return self._ids | {"night_id": self.nights[night].pk, "hand_id": hand and hand.pk}

    def _play(self, night: Night, played: DemoHand, dealer: str, following: str) -> None:
        sue, dealer_id = self.demo.scorekeeper, self.demo.ids[dealer]
        hand = hands.start_hand(sue, night.pk, played.game, played.rules, dealer_id=dealer_id)
        lines = played.lines[: played.lines.index(following)]
        hands.act(sue, hand.pk, [action(line, self.demo.ids) for line in lines], hand.version)
