"""What must hold of money whatever has happened, and how any night can be brought to its end."""

from games.models import Match, Night, Player, Settlement
from games.money.services import chips, night_accounts, parties
from games.money.services.parties import Nets, Party
from games.nights.services import nights, seats
from games.play.services import match_ends, matches
from games.settlement.services import payments
from tests.games.cast import Cast


def wind_up(cast: Cast, night: Night) -> None:
    """All that stands in the way of closing is decided, then the night is closed."""
    sue = cast.sue
    for match in Match.objects.filter(night=night, status__in=matches.RUNNING):
        if matches.has_begun(match):
            match_ends.end_match(sue, match.pk, "return", "late")
    if night_accounts.read(night).pot:
        if not night.seats.exclude(status="left").exists():
            seats.take_seat(sue, night.pk, Player.objects.filter(club=cast.club, merged_into=None)[0].pk)
        nights.decide_pot(sue, night.pk, "split", "late")
    for player, stack in night_accounts.read(night).stacks.items():
        if stack:
            chips.cash_out(sue, night.pk, Player.objects.get(pk=player).pk, stack, "account")
    if night_accounts.read(night).difference:
        nights.decide_difference(sue, night.pk, [], "late", by_club=True)
    nights.close_night(sue, night.pk)


def table_holds(night: Night) -> None:
    """What lies on the table is what went in and did not come out; nothing on it is negative."""
    stands = night_accounts.read(night)
    on_table = [*stands.stacks.values(), stands.pot, *stands.matches.values()]
    assert min(on_table, default=0) >= 0
    assert sum(on_table) + stands.difference == -sum(parties.moved(night.club, [night.pk]).get(night.pk, {}).values())
    for match in Match.objects.filter(night=night):
        has_stakes = match.status in matches.RUNNING and matches.has_begun(match)
        assert stands.matches.get(str(match.pk), 0) == (match.stake * len(match.members) if has_stakes else 0)
    if night.status == Night.Status.CLOSED and stands.is_cleared:
        assert sum(parties.unsettled(night.club, [night.pk]).get(night.pk, {}).values()) == 0


def claims_hold(cast: Cast) -> None:
    """What everybody stands at is what no settlement has taken up yet, and what is outstanding of those that stand."""
    club = cast.club
    nights_of = Night.objects.filter(club=club).values_list("pk", flat=True)
    claims: Nets = dict(parties.total(parties.unsettled(club, nights_of)))

    def add(party: Party, amount: int) -> None:
        claims[party] = claims.get(party, 0) + amount

    for settlement in Settlement.objects.filter(club=club, replaced_by=None).prefetch_related("transfers__payments"):
        for transfer in settlement.transfers.all():
            payer, receiver = parties.sides(transfer)
            left = payments.outstanding(transfer)
            assert 0 <= left <= transfer.amount
            add(payer, -left)
            add(receiver, left)
    standing = parties.balances(club).get(club.currency, {})
    for party in {*claims, *standing}:
        assert standing.get(party, 0) == claims.get(party, 0), party
