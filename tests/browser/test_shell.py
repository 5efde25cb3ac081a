"""On a secure address the pages are an app: its shell is there without a network."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.games.cast import Cast, Table


def test_without_a_network_the_shell_says_that_nothing_is_lost(phones: Phones, cast: Cast, table: Table) -> None:
    phone = phones(cast.sue.user, loopback=True)
    phone.open(f"/nights/{table.night.pk}/play/")
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    with phone.cut():
        phone.page.reload()
        expect(phone.page.get_by_text(re.compile("kept on this phone"))).to_be_visible()
    phone.tap("button", "Look again")
    expect(phone.page.get_by_text("What is dealt first?")).to_be_visible()


def test_over_plain_http_everything_works_without(phones: Phones, cast: Cast, table: Table) -> None:
    phone = phones(cast.sue.user)
    phone.open(f"/nights/{table.night.pk}/play/")
    expect(phone.page.get_by_text("What is dealt first?")).to_be_visible()
    assert phone.page.evaluate("isSecureContext") is (phone.url == phones(loopback=True).url)
