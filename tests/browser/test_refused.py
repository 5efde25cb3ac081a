"""Where a refused form says so on a phone: at the form itself, in sight, and at no other."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games.clubs.services import clubs
from games.clubs.services.player_merge import merge_players
from games.disputes.services import disputes
from games.models import Entry
from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.games.cast import Cast, Table

NO_GUEST = "is no guest any more"
TAKEN = "take a name that differs more"


@pytest.fixture
def rob(phones: Phones, cast: Cast, table: Table) -> Phone:
    """The owner's phone, on the page of who plays."""
    phone = phones(cast.rob.user)
    phone.open(f"/clubs/{cast.club.pk}/people/")
    return phone


def folded(page: Page, heading: str) -> Locator:
    """What a tap on this heading folds and unfolds."""
    return page.locator("details").filter(has=page.locator("summary", has_text=heading)).last


def unfold(phone: Phone, heading: str) -> Locator:
    found = folded(phone.page, heading)
    phone.touch(found.locator("> summary"))
    return found


def guest_of_before(rob: Phone, cast: Cast, table: Table, name: str) -> Locator:
    """Somebody whom the page still offers to invite, and who has turned out to be Ann since."""
    guest = clubs.add_player(cast.rob, cast.club.pk, name)
    rob.page.reload()
    merge_players(cast.rob, guest.pk, table.players["Ann"].pk, "one and the same")
    return unfold(rob, name)


def test_of_forms_to_one_address_the_one_that_was_sent_says_so(rob: Phone, cast: Cast, table: Table) -> None:
    """Every guest's invite goes where the members' does."""
    gil = guest_of_before(rob, cast, table, "Gil")
    with rob.refused():
        rob.touch(gil.get_by_role("button", name="Invite by link or code"))
        expect(gil.get_by_role("alert")).to_contain_text(NO_GUEST)
    expect(gil.get_by_role("alert")).to_be_in_viewport()
    expect(rob.page.get_by_role("alert")).to_have_count(1)


def test_a_form_that_says_something_in_a_fold_takes_no_other_forms_words(rob: Phone) -> None:
    bob = unfold(rob, "Bob")
    with rob.refused():
        bob.get_by_label("Name at the table").fill("Ann")
        rob.touch(bob.get_by_role("button", name="Rename"))
        expect(bob.get_by_role("alert")).to_contain_text(TAKEN)
        rob.touch(bob.locator("> summary"))
        adding = unfold(rob, "Add a player")
        adding.get_by_label("Name at the table").fill("Cid")
        rob.touch(adding.get_by_role("button", name="Add"))
        expect(adding.get_by_role("alert")).to_contain_text(TAKEN)
    expect(adding.get_by_role("alert")).to_be_in_viewport()
    expect(bob.get_by_role("alert")).to_be_hidden()


def test_a_form_that_was_folded_meanwhile_is_unfolded(rob: Phone) -> None:
    adding = unfold(rob, "Add a player")
    adding.get_by_label("Name at the table").fill("Cid")
    with rob.refused():
        with rob.cut():
            rob.touch(adding.get_by_role("button", name="Add"))
            expect(rob.page.get_by_text("Kept on this phone")).to_be_visible()
            rob.touch(adding.locator("> summary"))
        expect(adding.get_by_role("alert")).to_contain_text(TAKEN)
        expect(adding.get_by_role("alert")).to_be_in_viewport()
    expect(rob.page.get_by_text("Kept on this phone")).to_have_count(0)


def test_where_the_form_is_gone_the_page_says_it_on_top(rob: Phone, cast: Cast, table: Table) -> None:
    hal = guest_of_before(rob, cast, table, "Hal")
    with rob.refused():
        with rob.cut():
            rob.touch(hal.get_by_role("button", name="Invite by link or code"))
            expect(rob.page.get_by_text("Kept on this phone")).to_be_visible()
            hal.evaluate("(gone) => gone.remove()")
        expect(rob.page.locator("main > [role=alert]")).to_contain_text(NO_GUEST)
    expect(rob.page.get_by_role("alert")).to_have_count(1)


def test_forms_that_differ_only_by_their_button_are_told_apart(phones: Phones, cast: Cast, table: Table) -> None:
    """A dispute is ended in several ways, each by a form to one address: a reason of blanks is none."""
    bought = Entry.objects.get(night=table.night, kind=Entry.Kind.BUY_IN, player=table.players["Ann"])
    dispute = disputes.open_dispute(cast.ann, "It was ten", entry_id=bought.pk)
    table.buy_in("Ann", 1000)
    rob = phones(cast.rob.user)
    rob.open(f"/disputes/{dispute.pk}/")
    upheld = folded(rob.page, "It was as they say")  # unfolded, since something put it right
    upheld.locator("[name=reason]").fill("  ")
    with rob.refused():
        rob.touch(upheld.get_by_role("button", name="Uphold it"))
        expect(upheld.get_by_role("alert")).to_be_in_viewport()
    assert folded(rob.page, "It stays as it is").get_by_role("alert").count() == 0
