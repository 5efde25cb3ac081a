"""Three disputes, each found and put right by a person who has nothing but the pages."""

import pytest
from django.urls import reverse

from games.accounts.services import users
from games.audit import services as audit
from games.clubs.services import clubs, members
from games.core.actor import Actor
from games.disputes.services import disputes
from games.models import Dispute, Entry, Hand, Member, Role, User
from games.nights.services import nights
from tests.games.cast import PASSWORD, Cast, Table
from tests.games.person import Person
from tests.games.purse import books_hold


@pytest.fixture
def abe(cast: Cast) -> Person:
    """An admin who was not at the table."""
    user = User.objects.create_user("Abe", PASSWORD)
    clubs.add_member(cast.rob, cast.club.pk, "Abe", Role.ADMIN)
    return Person(user)


@pytest.fixture
def wrong_showdown(table: Table) -> Hand:
    """Cid had the kings and Ann the aces: Sue entered Ann's cards with a king too many for her."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid call", "reveal Qs 9d 8h", "Cid check", "Ann check")
    table.enter(hand, "reveal Jc", "Cid check", "Ann check", "reveal 3h", "Cid check", "Ann check")
    return table.enter(hand, "Ann show As 7d 5c 4c", "Cid show Ks Kd 6d 4d")


def test_a_wrong_showdown(table: Table, cast: Cast, abe: Person, wrong_showdown: Hand) -> None:
    """Ann says it; Abe steps to the entry, puts hers right, sees the money, corrects, and upholds her."""
    assert table.stacks() == {"Ann": 1700, "Bob": 1950, "Cid": 2350}
    ann = Person(cast.ann.user)
    ann.open(reverse("hand-page", args=[wrong_showdown.pk])).click("Something’s wrong")
    shown = wrong_showdown.entries.filter(kind=Entry.Kind.ACTION).latest("number")
    ann.press("Tell the others", text="I showed two aces, not one", entry=str(shown.pk))

    abe.open(reverse("admin:index")).click("Hand 1: Council Bluffs, for Ann")
    assert "I showed two aces, not one" in abe.words
    abe.press("Say it", text="I look at it")
    abe.click("Correct the hand").click("Ann showed A♠")
    assert "7♦" in abe.words
    abe.click("Put in place of this").press("Ann", cards="As Ad 5c 4c")
    assert "Ann showed A♠ A♦ 5♣ 4♣ new" in abe.words
    assert "Ann wins" in abe.words
    assert "Ann −3,00 +3,50 +6,50" in abe.words
    assert "Cid, chips −6,50" in abe.words
    abe.press("Correct the hand", reason="Ann had shown two aces")

    assert table.stacks() == {"Ann": 2350, "Bob": 1950, "Cid": 1700}
    assert "Ann had shown two aces" in abe.words and "Taken back: Hand 1" in abe.words
    abe.click("Ann").press("Uphold it", reason="Everybody saw the aces")
    assert "Put right by Hand 1 corrected: Ann had shown two aces" in abe.words
    dispute = Dispute.objects.get()
    assert dispute.state == "upheld" and dispute.remedy and dispute.remedy.by.name == "Abe"
    books_hold(cast.club)


def test_cards_entered_the_wrong_way_round(table: Table, cast: Cast, abe: Person) -> None:
    """Ann wins either way, but Cid will not be told for ever to have shown what Bob did."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob call", "Cid call", "reveal Qs 9d 8h", "Bob check", "Cid check", "Ann check")
    table.enter(hand, "reveal Jc", "Bob check", "Cid check", "Ann check", "reveal 3h", "Bob check", "Cid check")
    table.enter(hand, "Ann check", "Ann show As Ad 5c 4c", "Bob show Ks Kd 6h 4h", "Cid show 7s 7h 6d 4d")
    stacks = table.stacks()
    abe.open(reverse("admin:games_hand_change", args=[hand.pk])).click("Correct this hand")
    # a card lies in one hand at a time: the second is taken out before it is put in the first
    abe.click("Cid showed").click("Take this out")
    abe.click("Bob showed").click("Put in place of this").press("Bob", cards="7s 7h 6d 4d")
    abe.click("Put in after this").press("Shows", cards="Ks Kd 6h 4h")
    assert "No money moves: what changes is the record." in abe.words
    assert "In money alone" not in abe.words
    abe.press("Correct the hand", reason="Bob and Cid were swapped")
    assert "Bob and Cid were swapped" in abe.words and "Cid showed K♠ K♦ 6♥ 4♥" in abe.words
    assert table.stacks() == stacks
    books_hold(cast.club)


def test_a_forgotten_buy_in(table: Table, cast: Cast, abe: Person) -> None:
    """Bob bought chips for 10.00 more that nobody entered: at the end he has more than the book knows of."""
    for name, count in (("Ann", 2000), ("Bob", 3000), ("Cid", 2000)):
        table.cash_out(name, count)
    abe.open(reverse("admin:index"))
    assert "+10,00 undecided" in abe.words
    abe.click("Thursday night").click("Who entered what").click("Bob: 30,00 counted, 20,00 by the book")
    bob = str(table.players["Bob"].pk)
    abe.press("Open a dispute", player=bob, text="I had bought in again, for ten, when Sue was out")
    assert "Bob: 30,00 counted, 20,00 by the book" in abe.words
    assert "entered by Sue" in abe.words
    abe.click("Take back what was entered").press("Take it back", 1, reason="Bob had bought in again")
    dispute = Dispute.objects.get()
    abe.open(reverse("admin:games_dispute_change", args=[dispute.pk])).click("Enter it as it was").click("Bob")
    abe.press("Deal in again")
    abe.click("Bob").press("Buy", amount="10")
    abe.click("Bob").press("Only cash out", count="30")
    assert table.view()["over_short"] == 0

    # who opened it for Bob does not end it
    rob = Person(cast.rob.user)
    rob.open(reverse("admin:index")).click("Cash-out on account, for Bob")
    assert "Bob tops up: 10,00" in rob.words
    top_up = Entry.objects.get(kind="top_up")
    rob.press("Uphold it", remedy=str(top_up.pk), reason="Two others saw him buy in")
    dispute.refresh_from_db()
    assert (dispute.state, dispute.remedy) == ("upheld", top_up)
    assert "undecided" not in abe.open(reverse("admin:index")).words
    nights.close_night(cast.sue, table.night.pk)
    books_hold(cast.club)


def test_a_scorekeeper_who_enters_too_much_for_a_friend(table: Table, cast: Cast, abe: Person) -> None:
    """Sue enters 50.00 for Cid, who never paid them; Ann wonders, and the log says who did it, and from where."""
    phone = users.add_device(cast.sue.user, "Sue's own phone")[1]
    sue = Actor(cast.sue.user, phone)
    friend = Table(Cast(**{**vars(cast), "sue": sue}), table.night, table.players)
    gift = friend.buy_in("Cid", 5000)
    disputes.open_dispute(cast.ann, "Cid never bought so much", entry_id=gift.pk)

    abe.open(reverse("admin:search")).press("Look", player="Cid", amount="50")
    assert "Cid tops up: 50,00, on account" in abe.words
    abe.click("Cid tops up")
    assert "Sue&#x27;s own phone" in abe.words or "Sue's own phone" in abe.words
    abe.open(reverse("admin:index")).click("Top-up on account, for Ann")
    assert "entered by Sue · Sue's own phone" in abe.words
    abe.press("Say it", text="Sue, who paid this?")
    abe.click("Take back what was entered").press("Take it back", reason="Nobody has seen this money")
    abe.open(reverse("admin:index")).click("Top-up on account, for Ann")
    abe.press("Uphold it", reason="Cid says he never had it")
    assert "Put right by Taken back: top up Cid (Nobody has seen this money)" in abe.words
    assert table.stacks()["Cid"] == 2000
    # all of it stays to be read, what was entered and what took it back
    abe.click("Thursday night").click("Books")
    assert abe.words.count("buy-in") >= 4 and "reversal" in abe.words
    books_hold(cast.club)


def test_one_that_is_not_so_is_rejected_with_a_reason(cast: Cast, abe: Person, wrong_showdown: Hand) -> None:
    disputes.open_dispute(cast.ann, "Bob had not folded", hand_id=wrong_showdown.pk)
    abe.open(reverse("admin:index")).click("Hand 1: Council Bluffs, for Ann").press(
        "Reject it", reason="Bob says he had"
    )
    assert Dispute.objects.get().state == "rejected"
    assert "Bob says he had" in abe.words


def test_the_opener_withdraws_at_the_desk(table: Table, cast: Cast, abe: Person, wrong_showdown: Hand) -> None:
    bob = table.players["Bob"]
    dispute = disputes.open_dispute(Actor(User.objects.get(name="Abe")), "Bob says so", hand_id=wrong_showdown.pk,
                                    player_id=bob.pk)  # fmt: skip
    abe.open(reverse("admin:games_dispute_change", args=[dispute.pk])).press("Withdraw it", reason="He was wrong")
    dispute.refresh_from_db()
    assert dispute.state == "withdrawn"


def test_who_has_left_is_forgotten_from_the_desk(table: Table) -> None:
    cast = table.cast
    member = Member.objects.get(user=cast.ann.user)
    path = reverse("admin:games_member_change", args=[member.pk])
    rob = Person(cast.rob.user).open(path)
    assert "Forget who this was" not in rob.words
    members.leave_club(cast.ann, cast.club.pk)
    rob.open(path).press("Remove the name and the words")
    assert "Former member" in rob.words
    assert "Ann" not in rob.words and "Forget who this was" not in rob.words
    assert Person(cast.rob.user).open(reverse("admin:games_player_changelist")).words.count("Former player 1") == 1
    assert audit.find(cast.club).differences == []
