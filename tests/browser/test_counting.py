"""The end of the evening on a phone: what a count differs from the book by shows as it is typed."""

from playwright.sync_api import expect

from games.models import Night
from tests.browser.conftest import Phones
from tests.games.cast import Cast, Table


def test_differences_show_as_counts_are_typed(cast: Cast, table: Table, phones: Phones) -> None:
    phone = phones(cast.sue.user)
    page = phone.open(f"/nights/{table.night.pk}/count/")
    off = {name: page.get_by_role("listitem").filter(has_text=name).locator("output") for name in table.players}
    total = page.locator("output[data-sum]")
    expect(total).to_have_text("0,00")
    page.get_by_label("Ann").fill("20")
    page.reload()  # something else is decided first, say
    expect(page.get_by_label("Ann")).to_have_value("20")
    page.get_by_label("Bob").fill("20.25")
    expect(off["Ann"]).to_have_text("✓")
    expect(off["Bob"]).to_have_text("+0,25")
    expect(off["Cid"]).to_have_text("")
    expect(total).to_have_text("40,25")
    page.get_by_label("Cid").fill("19,50")
    expect(off["Cid"]).to_have_text("\u22120,50")
    expect(page.get_by_text("off by \u22120,25")).to_be_visible()
    page.get_by_label("Cid").fill("1.950")  # that could mean two things, and so means nothing yet
    expect(off["Cid"]).to_have_text("")
    page.get_by_label("Bob").fill("20")
    page.get_by_label("Cid").fill("")
    phone.tap("button", "The others as the book says")
    expect(page.get_by_label("Cid")).to_have_value("20,00")
    expect(page.get_by_text("All as the book says")).to_be_visible()
    phone.tap("button", "Cash out who is counted")
    phone.tap("button", "Close the night")
    page.wait_for_url("**/settlement/")
    assert Night.objects.get(pk=table.night.pk).status == Night.Status.CLOSED
