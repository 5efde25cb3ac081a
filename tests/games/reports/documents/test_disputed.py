"""A night's report names what is disputed, on the page, in CSV and in PDF alike, and what is held back for it."""

from games.clubs.services import clubs
from games.disputes.services import disputes
from games.models import Entry, Hand
from games.reports.documents.files import made
from games.reports.selectors.night_report import night_report
from games.settlement.services import settlements
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.purse import end, win
from tests.games.reports.documents.test_files import text_of


def test_open_disputes_are_named_until_they_have_ended(table: Table, cast: Cast) -> None:
    win(table, Ann=-600, Bob=600)
    clubs.change_club(cast.rob, cast.club.pk, holds_back_disputed=True)
    hand = disputes.open_dispute(cast.ann, "I had the flush", hand_id=Hand.objects.get().pk)
    bought = Entry.objects.get(kind=Entry.Kind.BUY_IN, player=table.players["Cid"])
    entry = disputes.open_dispute(cast.sue, "Twice", entry_id=bought.pk, player_id=table.players["Cid"].pk)
    end(table)
    settlements.settle_night(cast.sue, table.night.pk)
    report = night_report(cast.ann, table.night.pk)
    assert [(one["words"], one["name"], one["state"]) for one in report["disputes"]] == [
        ("Hand 1: Stud", "Ann", "open"),
        ("Buy-in on account", "Cid", "open"),
    ]
    csv = made(report, "csv").content.decode("utf-8-sig")
    assert "disputed,for,state,since\r\nHand 1: Stud,Ann,open," in csv
    pdf = text_of(made(report, "pdf").content)
    assert "Hand 1: Stud, for Ann" in pdf and "held back: it is disputed" in pdf
    page = browser(cast.ann.user).get(f"/nights/{table.night.pk}/settlement/").content.decode()
    assert f'href="/disputes/{hand.pk}/"' in page and "held back: it is disputed" in page
    disputes.withdraw_dispute(cast.ann, hand.pk, "I had not")
    disputes.reject_dispute(cast.rob, entry.pk, "Once")
    report = night_report(cast.ann, table.night.pk)
    assert report["disputes"] == []
    assert "disputed" not in made(report, "csv").content.decode("utf-8-sig")
