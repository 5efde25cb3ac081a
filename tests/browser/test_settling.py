"""A night is settled anew on a phone: one line is to be paid, and what was settled before is folded below it."""

import pytest
from playwright.sync_api import expect

from games.models import Hand, Night, Payment
from games.play.services.corrections import correct
from games.settlement.services import settlements
from tests.browser.conftest import Phones
from tests.browser.looking import barriers, sticks_out, too_small
from tests.browser.phone import Phone
from tests.games.cast import Cast, Table
from tests.games.purse import end, win


@pytest.fixture
def corrected(cast: Cast, table: Table) -> Night:
    """Ann owed Cid 3,00, and that was settled; in truth she had won 3,50."""
    win(table, Ann=-300, Cid=300)
    night = end(table)
    settlements.settle_night(cast.sue, night.pk)
    hand, (ann, cid) = Hand.objects.get(), (str(table.players[name].pk) for name in ("Ann", "Cid"))
    correct(cast.rob, hand.pk, {"net": {ann: 350, cid: -350}}, "She had the flush", hand.version, as_adjustment=True)
    return night


def look(phone: Phone) -> None:
    assert [*barriers(phone.page), *too_small(phone.page)] == [] and not sticks_out(phone.page)


def test_one_line_is_to_be_paid(cast: Cast, corrected: Night, phones: Phones) -> None:
    phone = phones(cast.sue.user)
    page = phone.open(f"/nights/{corrected.pk}/settlement/")
    sums = page.locator(".transfer .amount:visible")
    expect(sums).to_have_text(["3,50\u00a0€"])
    phone.tap("button", "Settle it so")
    expect(page.get_by_text("not settled yet")).to_have_count(0)
    expect(sums).to_have_text(["3,50\u00a0€"])
    page.get_by_text("Settled before").tap()
    expect(sums).to_have_text(["3,50\u00a0€", "3,00\u00a0€"])
    expect(page.get_by_text("nothing of this is to be paid any more")).to_be_visible()
    look(phone)
    page.get_by_text("It was paid").tap()
    phone.tap("button", "Paid")
    expect(page.get_by_text("Paid, not confirmed yet")).to_be_visible()
    assert Payment.objects.get().transfer.settlement.replaced_by is None
    page.goto(f"{phone.url}/clubs/{cast.club.pk}/settle/")
    page.get_by_role("link", name="settled anew since").tap()
    expect(page.get_by_text("nothing of it is to be paid any more")).to_be_visible()
    look(phone)
    phone.tap("link", "What is to be paid now")
    expect(page.get_by_text("Paid, not confirmed yet")).to_be_visible()
    look(phone)
