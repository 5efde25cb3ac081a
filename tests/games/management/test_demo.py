"""The demo club: made once, playable, and settled to the cent."""

from io import StringIO
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command

from games.accounts.services import users
from games.audit.services.club_audit import audit_club
from games.core.actor import Actor
from games.models import Club, Hand, Night, User
from games.nights.selectors.nights import night_view
from games.play.services import hands
from games.settlement.selectors.settlements import settlement_view


def make() -> str:
    said = StringIO()
    call_command("demo", stdout=said)
    return said.getvalue()


def test_the_demo_is_played_and_ready_to_play(db: None) -> None:
    said = make()
    sue = Actor(User.objects.get(name="sue"))
    played, tonight = Night.objects.order_by("opened_at")
    assert set(played.hands.values_list("game", flat=True)) == {
        *("the-bluffs", "council-bluffs", "buddhas-folly", "bluff-n-peg"),
        "Seven-card stud",
    }
    opened = played.opened_at.astimezone(ZoneInfo(played.time_zone))
    days = (tonight.opened_at - played.opened_at).days
    assert (played.name, f"{opened:%A}", opened.hour) == ("Last Thursday", "Thursday", 20) and 0 <= days <= 7
    assert audit_club(played.club).differences == []
    assert set(played.hands.values_list("status", flat=True)) == {Hand.Status.COMPLETE}
    settlement = settlement_view(sue, played.pk)
    assert settlement["final"]
    assert sum(party["to_account"] for party in settlement["parties"]) == 0
    assert [seat["chips"] for seat in night_view(sue, tonight.pk)["seats"]] == [5000] * 4
    hands.start_hand(sue, tonight.pk, "the-bluffs")
    line = next(line.split() for line in said.splitlines() if line.split()[0] == "sue")
    users.sign_in("sue", line[2], "phone")


def test_the_demo_is_made_in_a_new_database_only(db: None) -> None:
    User.objects.create_user("Rob", "correct horse battery")
    with pytest.raises(CommandError):
        make()
    assert not Club.objects.exists()
