"""The stream over a real server: heard at once, in order, without gap or double; and over for who may not listen."""

import signal
import statistics
import threading
import time
from collections.abc import Iterator

import pytest

from games.accounts.services import users
from games.clubs.services import clubs
from games.models import Member, Role, User
from tests.games.cast import PASSWORD, Table, make_cast, make_table
from tests.live.server import Server, a_server

pytestmark = pytest.mark.django_db(transaction=True)
# Less than it takes a listener to look by itself.
AT_ONCE = 0.5
BOUND = 12
STOPS = 10


@pytest.fixture
def table(transactional_db: None) -> Table:
    """With everything committed, so that another process sees it."""
    return make_table(make_cast())


@pytest.fixture
def server(table: Table) -> Iterator[Server]:
    with a_server(REDIS_URL="") as one:
        yield one


def token_of(table: Table) -> str:
    return users.add_device(table.cast.sue.user, "phone")[0]


def buy(server: Server, table: Table, token: str) -> float:
    """When it was answered."""
    body = {"player": str(table.players["Ann"].pk), "amount": 25}
    status, _ = server.ask("POST", f"nights/{table.night.pk}/buy-ins/", token, body)
    assert status == 201
    return time.monotonic()


@pytest.mark.slow
def test_what_is_written_is_heard_at_once_and_by_all(table: Table, server: Server) -> None:
    token = token_of(table)
    ears = [server.listen(table.night.pk, token, 7) for _ in range(10)]
    late = []
    for number in range(8, 18):
        answered = buy(server, table, token)
        late += [ear.until(number) - answered for ear in ears]
    assert statistics.median(late) < AT_ONCE
    assert all(ear.numbers == list(range(8, 18)) for ear in ears)


@pytest.mark.slow
def test_who_comes_back_has_neither_gap_nor_double(table: Table, server: Server) -> None:
    """While others write, connections break after a few events each."""
    token = token_of(table)
    writers = [threading.Thread(target=lambda: [buy(server, table, token) for _ in range(20)]) for _ in range(2)]
    for writer in writers:
        writer.start()
    heard: list[int] = []
    while len(heard) < 47:
        ear = server.listen(table.night.pk, token, heard[-1] if heard else None)
        some = min(7, 47 - len(heard))
        ear.wait(lambda ear=ear, some=some: len(ear.events) >= some)  # type: ignore[misc]
        ear.close()
        heard += ear.numbers
    for writer in writers:
        writer.join()
    assert heard == list(range(1, 48))


@pytest.mark.slow
def test_a_revoked_token_and_a_removed_member_hear_no_more(table: Table, server: Server) -> None:
    ann, device = users.add_device(table.cast.ann.user, "phone")
    mia = User.objects.create_user("Mia", PASSWORD)
    member = clubs.add_member(table.cast.rob, table.cast.club.pk, "Mia", Role.PLAYER)
    token, _ = users.add_device(mia, "phone")
    ears = [server.listen(table.night.pk, one) for one in (ann, token)]
    stays = server.listen(table.night.pk, token_of(table))
    users.revoke_device(table.cast.ann, device.pk)
    ears[0].wait(lambda: ears[0].over, BOUND)
    assert server.listen(table.night.pk, ann).status == 401
    Member.objects.filter(pk=member.pk).delete()
    ears[1].wait(lambda: ears[1].over, BOUND)
    assert server.listen(table.night.pk, token).status == 404
    assert not stays.over


@pytest.mark.slow
def test_an_outsider_and_a_stranger_are_told_as_anywhere(table: Table, server: Server) -> None:
    outsider, _ = users.add_device(table.cast.otto.user, "phone")
    assert server.listen(table.night.pk, outsider).status == 404
    assert server.listen(table.night.pk, "nonsense").status == 401
    assert server.ask("GET", f"nights/{table.night.pk}/events/?after=x", token_of(table))[0] == 400


@pytest.mark.slow
def test_other_requests_are_answered_beside_many_streams(table: Table, server: Server) -> None:
    """More streams than threads: a listener holds none."""
    token = token_of(table)
    ears = [server.listen(table.night.pk, token, 7) for _ in range(40)]
    began = time.monotonic()
    buy(server, table, token)
    assert time.monotonic() - began < 5
    for ear in ears:
        ear.until(8)


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_the_server_of_a_home_stops_at_once_though_somebody_listens(table: Table, sent: signal.Signals) -> None:
    with a_server(at_home=True, REDIS_URL="") as server:
        ear = server.listen(table.night.pk, token_of(table))
        ear.until(7)
        server.process.send_signal(sent)
        server.process.wait(STOPS)
        ear.wait(lambda: ear.over)
