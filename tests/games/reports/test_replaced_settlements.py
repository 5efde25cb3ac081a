"""A night that was settled anew: its report says what is to be paid, and below what had been settled before."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Hand, Settlement
from games.play.services.corrections import correct
from games.reports.documents.files import made
from games.reports.selectors.night_report import night_report
from games.settlement.services import settlements
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.clubs.pages.test_clubs import html_of, sent
from tests.games.nights.pages.test_nights import said
from tests.games.purse import end, win
from tests.games.reports.documents.test_files import rows, text_of


@pytest.fixture
def corrected(table: Table, cast: Cast) -> Settlement:
    """Ann owed Cid 3,00, and that was settled; in truth she had won 3,50."""
    win(table, Ann=-300, Cid=300)
    end(table)
    settlement = settlements.settle_night(cast.sue, table.night.pk)
    hand, (ann, cid) = Hand.objects.get(), (str(table.players[name].pk) for name in ("Ann", "Cid"))
    correct(cast.rob, hand.pk, {"net": {ann: 350, cid: -350}}, "She had the flush", hand.version, as_adjustment=True)
    return settlement


def told(html: str) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Who pays whom how much: what is to be paid, and what stands as settled before."""
    line = re.compile(r'class="payer"><bdi>(\w+).*?class="receiver"><bdi>(\w+).*?class="amount">([\d,]+)', re.DOTALL)
    now, _, before = html.partition('<details class="before">')
    return line.findall(now), line.findall(before)


def payable(client: Client, table: Table) -> set[str]:
    """The transfers that may be paid on the page of the night."""
    return set(re.findall(r'action="/transfers/([^/]+)/pay/"', html_of(client, "settlement-page", table.night.pk)))


def test_one_line_is_to_be_paid(table: Table, cast: Cast, corrected: Settlement) -> None:
    sue, ann, night = browser(cast.sue.user), browser(cast.ann.user), table.night.pk
    assert "To pay: 3,00\u00a0€ to Cid" in html_of(ann, "front")
    html = html_of(sue, "settlement-page", night)
    assert told(html) == ([("Cid", "Ann", "3,50")], [("Ann", "Cid", "3,00")])
    assert "not settled yet" in html and "Nothing of this is paid yet" in html
    sent(sue, "settle-night", night)
    html = html_of(sue, "settlement-page", night)
    assert told(html) == ([("Cid", "Ann", "3,50")], [("Ann", "Cid", "3,00")])
    assert "nothing of this is to be paid any more" in html and reverse("settle-night", args=[night]) not in html
    assert "You pay" not in html_of(ann, "front")
    anew = Settlement.objects.get(replaced_by=None)
    assert payable(sue, table) == {str(anew.transfers.get().pk)}
    refused = sent(sue, "payment-record", corrected.transfers.get().pk, amount="3,00")
    assert "This was settled anew since" in said(refused)[0]


def test_that_all_are_even_is_settled_too(table: Table, cast: Cast, corrected: Settlement) -> None:
    hand, (ann, cid) = Hand.objects.get(), (str(table.players[name].pk) for name in ("Ann", "Cid"))
    correct(cast.rob, hand.pk, {"net": {ann: 0, cid: 0}}, "They split", hand.version, as_adjustment=True)
    sue, night = browser(cast.sue.user), table.night.pk
    html = html_of(sue, "settlement-page", night)
    assert "Nobody owes anybody anything" in html and reverse("settle-night", args=[night]) in html
    sent(sue, "settle-night", night)
    assert payable(sue, table) == set()
    anew = Settlement.objects.get(replaced_by=None)
    assert "Nobody owes anybody anything" in html_of(sue, "stored-settlement", anew.pk)


def test_each_settlement_leads_to_the_other(table: Table, cast: Cast, corrected: Settlement) -> None:
    anew, ann = settlements.settle_night(cast.sue, table.night.pk), browser(cast.ann.user)
    old, new = (reverse("stored-settlement", args=[one.pk]) for one in (corrected, anew))
    html = html_of(ann, "stored-settlement", corrected.pk)
    assert "nothing of it is to be paid any more" in html and f'href="{new}"' in html
    html = html_of(ann, "stored-settlement", anew.pk)
    assert "Settled before" in html and f'href="{old}"' in html
    html = html_of(ann, "club-settle", cast.club.pk)
    assert html.count("settled anew since") == 1
    assert html_of(ann, "player-page", table.players["Ann"].pk).count('<li class="transfer">') == 1


def test_the_club_is_told_what_its_settlement_replaces(table: Table, cast: Cast, corrected: Settlement) -> None:
    html = html_of(browser(cast.sue.user), "club-settle", cast.club.pk)
    assert "This takes the place of an earlier settlement" in html and "3,50" in html and "6,50" not in html


def test_files_say_when_it_was_settled_anew(table: Table, cast: Cast, corrected: Settlement) -> None:
    anew = settlements.settle_night(cast.sue, table.night.pk)
    report = night_report(cast.ann, table.night.pk)
    moments = [one["made_at"].isoformat(timespec="seconds") for one in report["settlements"]]
    found = rows(made(report, "csv").content)
    assert ["Ann", "Cid", "3.00", "0.00", "0.00", "0.00", *moments] in found
    assert ["Cid", "Ann", "3.50", "0.00", "3.50", "0.00", moments[1], ""] in found
    assert [one["id"] for one in report["settlements"]] == [str(corrected.pk), str(anew.pk)]
    pdf = text_of(made(report, "pdf").content)
    assert "nothing of this is to be paid any more" in " ".join(pdf.split())
