"""The page of a hand: stepped through with and without script, explained, disputed, and shown by link."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.services import users
from games.clubs.services import clubs
from games.core.actor import Actor
from games.core.errors import Conflict, NotFound
from games.disputes.services.disputes import open_dispute, withdraw_dispute
from games.models import Dispute, Hand
from games.play.services import rulings
from games.play.services.corrections import correct
from games.play.services.share_links import hand_by_link, proof_for
from tests.games.browser import browser
from tests.games.cast import Cast, Table

MOST_QUERIES = 16


@pytest.fixture
def hand(table: Table) -> Hand:
    """Ann deals, raises to 3.00, Bob gives up, Cid calls; two aces beat two kings."""
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300", "Bob fold", "Cid call", "reveal Qs 9d 9h", "Cid check", "Ann check")
    table.enter(hand, "reveal Jc", "Cid check", "Ann check", "reveal Th", "Cid check", "Ann check")
    return table.enter(hand, "Ann show As Ad 3c 4c", "Cid show Ks Kd 3d 4d")


def page(hand: Hand, step: int | None = None) -> str:
    return reverse("hand-page", args=[hand.pk]) + ("" if step is None else f"?step={step}")


def read(client: Client, path: str, **headers: str) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200, path
    return answer.content.decode()


def words(html: str) -> str:
    """The text of a page, without its marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_each_step_says_what_was_entered_and_leads_on(table: Table, cast: Cast, hand: Hand) -> None:
    html = read(browser(cast.ann.user), page(hand, 1))
    assert re.search(r'role="status"><p class="now"><bdi>Ann</bdi> raised to 3,00', html)
    assert 'data-step="next" href="?step=2"' in html
    assert 'data-step="back" href="?step=0"' in html
    assert "Sue" in words(html)


def test_the_first_and_the_last_step_lead_no_further(cast: Cast, hand: Hand) -> None:
    client = browser(cast.ann.user)
    first, last = read(client, page(hand, 0)), read(client, page(hand))
    assert 'data-step="back"' not in first and 'data-step="next"' in first
    assert 'data-step="next"' not in last and 'data-step="back"' in last


def test_our_script_gets_the_part_alone(cast: Cast, hand: Hand) -> None:
    part = read(browser(cast.ann.user), page(hand, 1), **{"HX-Request": "true"})
    assert "<html" not in part
    assert 'id="replay"' in part
    assert 'id="log" class="log-section" hx-swap-oob="true"' in part


@pytest.mark.parametrize("step", ["x", "-1", "1.5", "9" * 40, "٣"])
def test_a_step_that_is_none_is_asked_again_in_a_sentence(cast: Cast, hand: Hand, step: str) -> None:
    answer = browser(cast.ann.user).get(reverse("hand-page", args=[hand.pk]), {"step": step})
    assert answer.status_code == 400


def test_what_was_taken_back_is_struck_through(table: Table, cast: Cast) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann raise 300")
    table.undo(hand)
    html = read(browser(cast.ann.user), page(hand))
    assert re.search(r"<s><bdi>Ann</bdi> raised to 3,00\s*</s>", html)
    assert "Taken back: Ann raised to 3,00" in words(html)


def test_a_correction_stands_in_the_log_with_its_reason(table: Table, cast: Cast) -> None:
    hand = table.deal("council-bluffs")
    table.enter(hand, "Ann fold", "Bob fold")
    actions = [table.action(line) for line in ("Ann raise 200", "Bob fold", "Cid fold")]
    correct(cast.rob, hand.pk, {"actions": actions}, "she raised", 2)
    html = read(browser(cast.ann.user), page(hand))
    assert "Corrected : she raised" in words(html).replace("Corrected:", "Corrected :")
    assert re.search(r"<s><bdi>Ann</bdi> folded\s*</s>", html)


def test_the_award_is_explained_with_five_cards_and_rules(cast: Cast, hand: Hand) -> None:
    html = read(browser(cast.ann.user), page(hand))
    said = words(html)
    assert "Ann wins · two pair rule 2.4" in said
    assert "Cid does not win · two pair" in said
    assert "Ann gets the pot rule 2.3 6,50" in said
    # on the page, and in words for who cannot see it
    assert html.count('class="card s lit"') >= 1
    assert "ace of spades" in html
    assert "+3,50" in said and "−3,00" in said


def test_who_failed_is_told_by_the_rule(table: Table, cast: Cast) -> None:
    hand = table.deal("the-bluffs")
    checks = ("Bob check", "Cid check", "Ann check")
    table.enter(hand, "Cid call", "Ann call", "Bob check", "reveal As 7d", *checks, "reveal Ks 8d", *checks)
    table.enter(hand, "Bob stand", "Cid stand", "Ann stand", *checks, "reveal Qs 9d", *checks, "reveal Js 6d", *checks)
    table.enter(hand, "Ann declare both", "Bob declare high", "Cid declare low", *checks)
    table.enter(hand, "Ann show 2c 3c 4d 5h", "Bob show Ah Ac Kh Kd", "Cid show Ad 2d 3h 4c")
    said = words(read(browser(cast.ann.user), page(hand)))
    assert re.search(r"Ann declared both and was beaten for (high|low): fails rule 1\.10", said)
    assert "Bob gets the high half" in said and "Cid gets the low half" in said


def test_what_could_not_be_split_is_told(table: Table, cast: Cast) -> None:
    hand = table.deal("buddhas-folly", {"ante": 25})
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    table.enter(hand, "Ann declare in", "Bob declare in", "Cid declare out")
    table.enter(hand, "Ann show Qs Qd 8h 7c 4h", "Bob show Qh Qc 8s 7d 4c")
    said = words(read(browser(cast.ann.user), page(hand)))
    assert "Bob shares the pot rule 3.6 0,50" in said and "Ann shares the pot rule 3.6 0,25" in said
    assert "Bob of this what could not be split rule 0.10 0,25" in said


def test_who_stayed_in_and_lost_pays_into_the_next_pot(table: Table, cast: Cast) -> None:
    hand = table.deal("buddhas-folly")
    table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")
    table.enter(hand, "Ann declare in", "Bob declare in", "Cid declare out", "Bob muck")
    said = words(read(browser(cast.ann.user), page(hand)))
    assert "Bob mucked" in said
    assert "Bob stayed in and lost: pays into the next pot rule 3.6 3,00" in said
    assert "In the pot of the next deal 3,00" in said


def test_when_and_from_which_device_it_was_entered(table: Table, cast: Cast) -> None:
    device = users.add_device(cast.sue.user, "Sue's phone")[1]
    hand = table.deal("council-bluffs")
    phone_at = datetime(2026, 11, 26, 20, 4, 11, tzinfo=UTC)
    table.enter(hand, "Ann raise 300", by=Actor(cast.sue.user, device, phone_at))
    html = read(browser(cast.ann.user), page(hand))
    # by the clock of the night, in Berlin
    assert "phone 21:04:11" in words(html)
    assert "<bdi>Sue&#x27;s phone</bdi>" in html


def test_a_hand_for_pegs_says_how_each_peg_went(table: Table, cast: Cast) -> None:
    hand = table.deal("bluff-n-peg")
    table.enter(hand, "Bob draw 0", "Cid draw 0", "Ann draw 0", "Bob play Kh", "Cid play Ah", "Ann fold", "Bob fold")
    html = read(browser(cast.ann.user), page(hand))
    assert "Cid from 0 to 5, at 1X · high card rule 4.7" in words(html)
    assert "Bob from 0 to −1, at 1X" in words(html)
    assert reverse("match-page", args=[hand.match_id]) in html


def test_an_open_hand_is_shown_too(table: Table, cast: Cast) -> None:
    hand = table.deal("council-bluffs")
    said = words(read(browser(cast.ann.user), page(hand)))
    assert "Ann deals Council Bluffs" in said
    assert "Why it ended so" not in said


def test_who_may_open_it(table: Table, cast: Cast, hand: Hand) -> None:
    assert Client().get(page(hand))["Location"].startswith(reverse("sign-in"))
    assert browser(cast.otto.user).get(page(hand)).status_code == 404
    for actor in (cast.rob, cast.sue, cast.ann):
        html = read(browser(actor.user), page(hand))
        # only who was in it can be wronged by it
        assert (reverse("dispute-hand", args=[hand.pk]) in html) == (actor is cast.ann)


def test_names_are_text(table: Table, cast: Cast) -> None:
    table.sit("<b>Eve</b>", 2000)
    hand = table.deal("council-bluffs")
    table.enter(hand, "<b>Eve</b> fold")
    html = read(browser(cast.ann.user), page(hand))
    assert "<b>Eve" not in html
    assert "<bdi>&lt;b&gt;Eve&lt;/b&gt;</bdi> folded" in html


def test_who_works_at_the_desk_goes_there_from_the_hand(cast: Cast, hand: Hand) -> None:
    to = reverse("admin:games_hand_change", args=[hand.pk])
    assert f'href="{to}"' in read(browser(cast.rob.user), page(hand))
    assert f'href="{to}"' not in read(browser(cast.ann.user), page(hand))


def test_as_many_queries_for_a_long_hand_as_for_a_short_one(table: Table, cast: Cast, hand: Hand) -> None:
    client = browser(cast.ann.user)
    for at in (0, None):
        with CaptureQueriesContext(connection) as asked:
            read(client, page(hand, at))
        assert len(asked) <= MOST_QUERIES, [one["sql"][:90] for one in asked]


# ---- A ruling


@pytest.fixture
def rita(cast: Cast) -> Actor:
    """The arbiter, who does not play."""
    user = users.register("Rita", "correct horse battery")
    clubs.add_member(cast.rob, cast.club.pk, "Rita", is_arbiter=True)
    return Actor(user)


def rule(table: Table, by: Actor, hand: Hand, reason: str = "The river was turned too soon") -> None:
    net = {table.players[name].pk: amount for name, amount in (("Ann", -300), ("Bob", -50), ("Cid", 350))}
    rulings.rule(by, hand.pk, rulings.Asked(net), reason, Hand.objects.get(pk=hand.pk).version)


def test_a_ruling_stands_beside_what_the_rules_give(table: Table, cast: Cast, hand: Hand, rita: Actor) -> None:
    rule(table, rita, hand)
    said = words(read(browser(cast.ann.user), page(hand)))
    assert "The arbiter has ruled The river was turned too soon Rita rule 0.14 Cid +3,50 Bob −0,50 Ann −3,00" in said
    assert "Ann gets the pot rule 2.3 6,50" in said
    assert "The money of the hand Cid +3,50 Bob −0,50 Ann −3,00" in said
    assert "Ruled by the arbiter : The river was turned too soon" in said.replace("arbiter:", "arbiter :")


def test_outside_it_is_said_what_was_ruled_and_not_why(table: Table, cast: Cast, hand: Hand, rita: Actor) -> None:
    clubs.change_club(cast.rob, cast.club.pk, hands_by_link=True)
    rule(table, rita, hand)
    said = words(Client().get(link(cast, hand)).content.decode())
    assert "The arbiter has ruled Cid +3,50" in said
    assert "Rita" not in said and "too soon" not in said


# ---- Something's wrong


def test_a_player_disputes_an_entry_on_the_screen(table: Table, cast: Cast, hand: Hand) -> None:
    client = browser(cast.ann.user)
    html = read(client, page(hand, 1))
    form = re.search(r'href="(/hands/[^"]+/dispute/\?step=[^"]+)"', html)
    assert form
    asked = read(client, form[1])
    assert 'name="entry" value="" checked' in asked  # unless the step is chosen, it is about the hand
    assert "The hand as a whole This step: Ann raised to 3,00" in words(asked)
    entry = re.search(r'value="([^"]+)"> <span>This step', asked)
    assert entry
    chosen = read(client, reverse("dispute-hand", args=[hand.pk]) + f"?entry={entry[1]}")
    assert f'value="{entry[1]}" checked' in chosen and 'value="" checked' not in chosen
    sent = {"key": "k1", "text": "It was 2.00", "entry": entry[1]}
    answer = client.post(reverse("dispute-open", args=[hand.pk]), sent)
    dispute = Dispute.objects.get()
    assert answer["Location"] == reverse("dispute-page", args=[dispute.pk])
    assert "It is raised:" in read(client, answer["Location"])
    assert "It is raised:" not in read(browser(cast.sue.user), answer["Location"])
    assert (dispute.hand_id, dispute.entry.body["to"], dispute.player) == (hand.pk, 300, table.players["Ann"])


def test_the_hand_as_a_whole_is_disputed_once(table: Table, cast: Cast, hand: Hand) -> None:
    client = browser(cast.ann.user)
    for _ in range(2):
        sent = {"key": "k1", "text": "I had a flush\r\nin hearts", "entry": ""}
        client.post(reverse("dispute-open", args=[hand.pk]), sent)
    assert Dispute.objects.get().entry is None
    assert "I had a flush in hearts" in read(client, page(hand))


@pytest.mark.parametrize(("who", "status"), [("rob", 403), ("sue", 403), ("otto", 404)])
def test_only_who_was_in_it_disputes_it(table: Table, cast: Cast, hand: Hand, who: str, status: int) -> None:
    actor: Actor = getattr(cast, who)
    answer = browser(actor.user).post(
        reverse("dispute-open", args=[hand.pk]),
        {"key": "k", "text": "No", "entry": ""},
        headers={"Tableside-Entry": "1"},
    )
    assert answer.status_code == status
    assert not Dispute.objects.exists()


def test_both_sides_are_heard_on_the_page_of_the_hand(table: Table, cast: Cast, hand: Hand) -> None:
    dispute = open_dispute(cast.ann, "It was 2.00", hand_id=hand.pk)
    answer = reverse("dispute-answer", args=[dispute.pk])
    sent = {"key": "k", "from": page(hand), "text": "I saw three chips"}
    assert browser(cast.sue.user).post(answer, sent)["Location"] == page(hand)
    html = read(browser(cast.ann.user), page(hand))
    assert re.search(r"Ann answered It was 2\.00 Ann A\. .* I saw three chips Sue", words(html))
    assert answer in html


def test_who_opened_it_withdraws_it_and_says_why(table: Table, cast: Cast, hand: Hand) -> None:
    dispute = open_dispute(cast.ann, "It was 2.00", hand_id=hand.pk)
    withdraw = reverse("dispute-withdraw", args=[dispute.pk])
    assert withdraw not in read(browser(cast.sue.user), page(hand))
    assert browser(cast.sue.user).post(withdraw, {"key": "k", "text": "No"}).status_code == 403
    client = browser(cast.ann.user)
    assert withdraw in read(client, page(hand))
    assert client.post(withdraw, {"key": "k", "text": "I was wrong"})["Location"] == page(hand)
    html = read(client, page(hand))
    assert "withdrawn" in html and "I was wrong" in html
    assert withdraw not in html


def test_that_a_hand_is_disputed_is_said_above_its_table_until_the_dispute_has_ended(
    table: Table, cast: Cast, hand: Hand
) -> None:
    client = browser(cast.sue.user)
    assert "Disputed" not in read(client, page(hand))
    dispute = open_dispute(cast.ann, "It was 2.00", hand_id=hand.pk)
    above, shown, _below = read(client, page(hand)).partition('<section id="replay"')
    assert shown and "Disputed, for Ann To the dispute" in words(above)
    assert reverse("dispute-page", args=[dispute.pk]) in above
    withdraw_dispute(cast.ann, dispute.pk, "I was wrong")
    assert "Disputed" not in read(client, page(hand))


def test_what_may_be_disputed_tells_no_secret(table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Bob declare out")
    html = read(browser(cast.ann.user), reverse("dispute-hand", args=[hand.pk]))
    assert "Bob declared" in words(html)
    assert not shown_words(html)


def test_what_is_disputed_is_not_for_outside(table: Table, cast: Cast, hand: Hand) -> None:
    clubs.change_club(cast.rob, cast.club.pk, hands_by_link=True)
    dispute = open_dispute(cast.ann, "It was 2.00", hand_id=hand.pk)
    assert "It was 2.00" not in Client().get(link(cast, hand)).content.decode()
    sent = {"key": "k", "text": "I was not there"}
    assert browser(cast.otto.user).post(reverse("dispute-answer", args=[dispute.pk]), sent).status_code == 404


# ---- By link


@pytest.fixture
def allowed(cast: Cast) -> None:
    clubs.change_club(cast.rob, cast.club.pk, hands_by_link=True)


def link(cast: Cast, hand: Hand) -> str:
    return reverse("hand-by-link", args=[hand.pk, proof_for(cast.ann, hand.pk)])


def test_whoever_has_the_link_sees_the_hand_and_nothing_of_the_club(allowed: None, cast: Cast, hand: Hand) -> None:
    answer = Client().get(link(cast, hand))
    html = answer.content.decode()
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert "Ann wins · two pair" in words(html)
    for name in ("Thursday", "Sue", "Rob", "Ann A.", "/players/", "/nights/", "/clubs/", "/matches/", "browser"):
        assert name not in html, name


def test_it_is_stepped_through_at_the_link(allowed: None, cast: Cast, hand: Hand) -> None:
    html = Client().get(link(cast, hand), {"step": 1}).content.decode()
    assert "Ann raised to 3,00" in words(html)
    part = Client().get(link(cast, hand), {"step": 1}, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part and "Sue" not in part


def test_reasons_are_not_for_outside(allowed: None, table: Table, cast: Cast) -> None:
    hand = table.deal("council-bluffs")
    hand = table.enter(hand, "void Rob dropped a card")
    html = Client().get(link(cast, hand)).content.decode()
    assert "misdeal" in html
    assert "dropped" not in html


def test_members_are_told_the_link_where_the_club_allows_it(cast: Cast, hand: Hand) -> None:
    client = browser(cast.ann.user)
    assert "/shown/" not in read(client, page(hand))
    clubs.change_club(cast.rob, cast.club.pk, hands_by_link=True)
    above, _, _ = read(client, page(hand)).partition('<section id="replay"')
    assert f">http://testserver{link(cast, hand)}</textarea>" in above and "Share" in words(above)


def test_the_link_is_one_that_other_devices_reach(allowed: None, cast: Cast, hand: Hand, settings: Any) -> None:
    """As invites and the code of a night: who has the page open on the server's own machine is at `localhost`."""
    settings.LAN_ADDRESSES, settings.ALLOWED_HOSTS = ["192.168.1.20"], ["localhost"]
    html = browser(cast.ann.user).get(page(hand), headers={"host": "localhost:8000"}).content.decode()
    assert f">http://192.168.1.20:8000{link(cast, hand)}</textarea>" in html


def test_a_club_that_allows_it_no_more_ends_every_link(allowed: None, cast: Cast, hand: Hand) -> None:
    path = link(cast, hand)
    clubs.change_club(cast.rob, cast.club.pk, hands_by_link=False)
    gone = Client().get(path)
    assert gone.status_code == 404 and "does not hold" in gone.content.decode()
    assert "Cache-Control" in gone and gone["Referrer-Policy"] == "no-referrer"
    with pytest.raises(Conflict):
        proof_for(cast.ann, hand.pk)


def test_a_link_is_good_for_its_own_hand_only_and_cannot_be_made_up(
    allowed: None, table: Table, cast: Cast, hand: Hand
) -> None:
    other = table.deal("council-bluffs")
    other = table.enter(other, "Bob fold", "Cid fold")
    proof = proof_for(cast.ann, hand.pk)
    for made_up in ("x", proof[:-1], proof.swapcase(), "é"):
        assert Client().get(reverse("hand-by-link", args=[hand.pk, made_up])).status_code == 404
    assert Client().get(reverse("hand-by-link", args=[other.pk, proof])).status_code == 404


def test_a_hand_that_is_being_played_has_no_link(allowed: None, table: Table, cast: Cast) -> None:
    hand = table.deal("council-bluffs")
    assert "/shown/" not in read(browser(cast.ann.user), page(hand))
    with pytest.raises(NotFound):
        hand_by_link(hand.pk, proof_for(cast.ann, hand.pk))


def test_an_outsider_makes_no_link(allowed: None, cast: Cast, hand: Hand) -> None:
    with pytest.raises(NotFound):
        proof_for(cast.otto, hand.pk)


# ---- Secrets


def at_declarations(table: Table) -> Hand:
    hand = table.deal("buddhas-folly")
    return table.enter(hand, "reveal 2c", "Bob reject", "Cid reject", "Ann reject")


def shown_words(html: str) -> set[Any]:
    """Words that a page shows as declared: at a seat, and in the log."""
    return set(re.findall(r"declared (in|out)\b", words(html))) | set(re.findall(r'class="said (in|out)"', html))


@pytest.mark.slow
def test_no_step_of_the_page_shows_a_secret_word_but_ones_own(table: Table, cast: Cast) -> None:
    spectator = Actor(users.register("spectator", "all-in-with-nothing"))
    clubs.add_member(cast.rob, cast.club.pk, "spectator")
    hand = at_declarations(table)
    table.enter(hand, "Ann declare in", by=cast.ann)
    hand = table.enter(hand, "Bob declare out")
    for actor, own in ((cast.rob, set()), (cast.sue, set()), (spectator, set()), (cast.ann, {"in"})):
        for step in range(7):
            shown = shown_words(read(browser(actor.user), page(hand, step)))
            assert shown <= own, (actor.user, step)
    assert shown_words(read(browser(cast.ann.user), page(hand))) == {"in"}


def test_after_an_undo_and_a_misdeal_nothing_shows_either(allowed: None, table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    table.enter(hand, "Bob declare out", "Cid declare in", "Ann declare out")
    table.undo(hand)
    hand = table.enter(hand, "void a card fell")
    paths = [page(hand, step) for step in range(8)]
    for actor in (cast.rob, cast.sue):
        assert not any(shown_words(read(browser(actor.user), path)) for path in paths)
    assert not shown_words(Client().get(link(cast, hand)).content.decode())


def test_once_all_are_in_they_show(table: Table, cast: Cast) -> None:
    hand = at_declarations(table)
    hand = table.enter(hand, "Bob declare out", "Cid declare in", "Ann declare out")
    assert shown_words(read(browser(cast.sue.user), page(hand))) == {"in", "out"}
