"""Whoever comes for the first time: by the link or the code of an invite, or back by the link of a mail."""

from django.contrib.auth.tokens import default_token_generator
from playwright.sync_api import expect

from games.clubs.services import invites
from games.models import Member, Player, User
from tests.browser.conftest import Phones
from tests.games.cast import Cast

PASSWORD = "a horse of another colour"


def test_an_invite_is_accepted_by_its_link(cast: Cast, phones: Phones) -> None:
    invite = invites.make_invite(cast.rob, cast.club.pk)
    phone = phones()
    page = phone.open(f"/join/{invites.token_of(invite)}/")
    page.get_by_label("Name, to sign in with").fill("Nora")
    page.get_by_label("Password").fill(PASSWORD)
    phone.tap("button", "Join")
    phone.tap("link", "To the club")
    expect(page.get_by_role("link", name="Nora")).to_be_visible()
    assert Member.objects.filter(user__name="Nora", club=cast.club).exists()


def test_an_invite_is_copied_where_browsers_give_no_clipboard(cast: Cast, phones: Phones) -> None:
    invite = invites.make_invite(cast.rob, cast.club.pk)
    phone = phones(cast.rob.user)
    page = phone.open(f"/invites/{invite.pk}/")
    phone.tap("button", "Copy the link")
    expect(page.get_by_text("Copied.")).to_be_visible()
    phone.open(f"/clubs/{cast.club.pk}/people/?add")
    page.keyboard.press("Control+V")
    pasted = page.locator("details", has_text="Add a player").get_by_label("Name at the table")
    expect(pasted).to_have_value(f"{phone.url}/join/{invites.token_of(invite)}/"[:80])


def test_whoever_has_an_account_joins_with_one_tap(cast: Cast, phones: Phones) -> None:
    invite = invites.make_invite(cast.rob, cast.club.pk)
    phone = phones(cast.otto.user)
    phone.open(f"/join/{invites.token_of(invite)}/")
    phone.tap("button", "Join as Otto")
    expect(phone.find("link", "To the club")).to_be_visible()
    assert Member.objects.filter(user=cast.otto.user, club=cast.club).exists()


def test_a_new_password_is_set_by_the_link_of_a_mail(cast: Cast, phones: Phones) -> None:
    ann = cast.ann.user
    phone = phones()
    page = phone.open(f"/new-password/{ann.pk}/{default_token_generator.make_token(ann)}/")
    page.get_by_label("Password").fill(PASSWORD)
    phone.touch(page.get_by_role("main").get_by_role("button"))
    expect(page.get_by_text("Your new password holds")).to_be_visible()
    assert User.objects.get(pk=ann.pk).check_password(PASSWORD)


def test_players_are_added_one_after_the_other(cast: Cast, phones: Phones) -> None:
    phone = phones(cast.rob.user)
    page = phone.open(f"/clubs/{cast.club.pk}/people/")
    phone.touch(page.get_by_text("Add a player"))
    name = page.locator("details", has_text="Add a player").get_by_label("Name at the table")
    name.fill("Dan")
    for added, typed_next in (("Dan", "Eva"), ("Eva", "Fay")):
        page.keyboard.press("Enter")
        expect(page.locator(".rows bdi", has_text=added)).to_be_visible()
        expect(name).to_be_focused()
        expect(name).to_have_value("")
        page.keyboard.type(typed_next)
    assert set(Player.objects.filter(name__in=("Dan", "Eva", "Fay")).values_list("name", flat=True)) == {"Dan", "Eva"}
