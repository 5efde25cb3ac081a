"""A process that is killed while it posts leaves nothing half done, and nobody waits for it."""

import random
import time
from uuid import UUID

import pytest

from ledger import audit, selectors, services
from ledger.models import Book, JournalTransaction, Posting
from tests.ledger import clerk
from tests.ledger.conftest import NOW

pytestmark = pytest.mark.django_db(transaction=True)

# More than any clerk gets done before it is killed.
FOR_EVER = "100000"


@pytest.fixture
def book(transactional_db: None) -> Book:
    return services.open_book()


@pytest.mark.parametrize("where", ["row", "balances", "link", "commit"])
def test_killed_in_the_middle_of_a_post(book: Book, where: str) -> None:
    with clerk.hire("halting", str(book.pk), where) as killed:
        assert killed.stdout.readline() == "half done\n"
        killed.kill()
    assert not JournalTransaction.objects.exists()
    assert not Posting.objects.exists()
    ann, bob = (services.open_account(book, "balance", "EUR", owner=owner) for owner in clerk.OWNERS[:2])
    # The same key, at once: neither the key nor the lock was left with the dead.
    services.post(book, "hand", [(ann, 7), (bob, -7)], key="halting", at=NOW)
    assert selectors.balances([ann, bob]) == {ann.pk: 7, bob.pk: -7}
    assert audit.verify(book) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_moment(book: Book, seed: int) -> None:
    """What was said to be committed is there, whole; at most the last of each thread was not said any more."""
    chance = random.Random(seed)
    said: set[str] = set()
    for round in range(2):
        with clerk.hire("busy", str(book.pk), f"round {round}", "2", FOR_EVER) as killed:
            said.add(killed.stdout.readline().strip())
            time.sleep(chance.random() / 4)
            killed.kill()
            said |= set(killed.stdout.read().split("\n")[:-1])
    posted = {key.rpartition(" ")[0] for key in JournalTransaction.objects.values_list("key", flat=True)}
    assert said <= posted
    assert len(posted - said) <= 2 * 2
    assert JournalTransaction.objects.count() == len(posted) * clerk.POSTS
    assert audit.verify(book) == []
    assert sum(selectors.balances(book.accounts.all()).values()) == 0


@pytest.mark.slow
def test_the_living_go_on_while_one_is_killed(book: Book) -> None:
    with (
        clerk.hire("busy", str(book.pk), "killed", "2", FOR_EVER) as killed,
        clerk.hire("busy", str(book.pk), "living", "2", "10") as living,
    ):
        killed.stdout.readline()
        living.stdout.readline()
        killed.kill()
        assert living.wait(60) == 0
    assert audit.verify(book) == []
    ann = services.open_account(book, "balance", "EUR", owner=UUID(int=1))
    assert ann in book.accounts.all()
