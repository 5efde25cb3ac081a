"""A form that was refused to a browser without script comes back as it was filled in, with what is wrong in it."""

import re

import pytest
from bs4 import BeautifulSoup, Tag
from django.http import HttpResponse
from django.urls import reverse

from games.core.pages.form_redisplay import filled
from games.models import Seat
from games.money.services import chip_requests
from tests.games.browser import browser
from tests.games.cast import Cast, Table
from tests.games.play.pages.test_console import enter

PAGE = """<!doctype html><html><body><main>
<details><summary>One</summary>
<form action="/a/"><input type="hidden" name="of" value="1"><input name="much"></form></details>
<form action="/a/"><input type="hidden" name="of" value="2"><input type="hidden" name="key" value="new">
<input name="much" value="5"><textarea name="why"></textarea>
<select name="way"><option value="cash" selected>Cash</option><option>account</option></select>
<input type="radio" name="side" value="won"><input type="radio" name="side" value="lost" checked>
<input type="checkbox" name="who" value="ann" checked><input type="checkbox" name="who" value="bob">
<button formaction="/b/">Or</button></form>
</main><svg viewBox="0 0 1 1"><path d="M0 0"/></svg><script>if (1 < 2 && 3) {}</script></body></html>"""
SENT = {
    "of": ["2"],
    "key": ["old"],
    "much": ["1.250"],
    "why": ["<b>so</b>"],
    "way": ["account"],
    "side": ["won"],
    "who": ["bob"],
}


def form_in(page: str, to: str, of: str = "") -> Tag:
    forms = [form for form in BeautifulSoup(page, "html.parser")("form") if form["action"] == to]
    (found,) = [form for form in forms if not of or form.find(attrs={"name": "of"})["value"] == of]
    return found


def says(form: Tag) -> str:
    (alert,) = form(role="alert")
    assert alert.has_attr("autofocus")
    return str(alert.text)


@pytest.mark.parametrize("to", ["/a/", "/b/"])
def test_every_kind_of_field_has_what_was_typed(to: str) -> None:
    form = form_in(filled(PAGE, to, SENT, "Too much."), "/a/", of="2")
    assert says(form) == "Too much."
    chosen = [one["value"] for one in form(["input"], checked=True)]
    assert chosen == ["won", "bob"]
    assert [one.text for one in form("option", selected=True)] == ["account"]
    assert (form.find(attrs={"name": "much"})["value"], form.textarea.text) == ("1.250", "<b>so</b>")


def test_of_forms_to_one_address_it_is_the_one_that_was_sent() -> None:
    """What a page hides in a form is drawn anew; a form that was closed is opened."""
    page = filled(PAGE, "/a/", {"of": ["1"], "much": ["7"], "key": ["old"]}, "No.")
    assert says(form_in(page, "/a/", of="1")) == "No."
    assert form_in(page, "/a/", of="1").find_parent("details").has_attr("open")
    other = form_in(page, "/a/", of="2")
    assert not other(role="alert") and other.find(attrs={"name": "much"})["value"] == "5"
    assert other.find(attrs={"name": "key"})["value"] == "new" and "old" not in page


@pytest.mark.parametrize(
    ("sent", "said"),
    [({"much": ["7"]}, "plain"), ({"of": ["1"]}, "one"), ({"how": ["no"]}, "no"), ({"how": ["yes"]}, "plain")],
)
def test_a_form_is_known_by_what_it_hides_and_by_its_button(sent: dict[str, list[str]], said: str) -> None:
    """One that hides nothing is not taken for one that hides what was not sent."""
    hiding = '<form action="/a/" id="one"><input type="hidden" name="of" value="1"></form>'
    plain = '<form action="/a/" id="plain"><input name="much"><button name="how" value="yes">Yes</button></form>'
    pressed = '<form action="/a/" id="no"><button name="how" value="no">No</button></form>'
    page = BeautifulSoup(filled(f"<main>{hiding}{plain}{pressed}</main>", "/a/", sent, "No."), "html.parser")
    (alert,) = page(role="alert")
    assert alert.parent["id"] == said


def test_the_rest_of_the_page_stays_as_it_is() -> None:
    page = filled(PAGE, "/a/", SENT, "No.")
    assert page.lower().startswith("<!doctype html>")
    # in HTML the names of attributes are the same in small letters
    assert "if (1 < 2 && 3) {}" in page and 'viewbox="0 0 1 1"' in page and "&lt;b&gt;so" in page


def test_where_the_form_is_gone_it_is_said_on_top() -> None:
    page = BeautifulSoup(filled(PAGE, "/gone/", SENT, "It is over."), "html.parser")
    assert page.main.find(True)["role"] == "alert" and page.main.find(True).text == "It is over."


# ---- On the pages


def send(table: Table, name: str, of: object, page: str, **fields: object) -> HttpResponse:
    sue = browser(table.cast.sue.user)
    return sue.post(reverse(name, args=[of]), {"key": "k", "from": page, **fields}, follow=True)


def test_a_refused_reason_and_amount_are_still_there(table: Table) -> None:
    page = reverse("night-expense", args=[table.night.pk])
    bob = str(table.players["Bob"].pk)
    typed = {"word": "Pizza & beer", "amount": "1.250", "paid_by": bob, "equally": [bob]}
    answer = send(table, "expense-record", table.night.pk, page, **typed)
    assert answer.redirect_chain == [(page, 302)]
    form = form_in(answer.content.decode(), reverse("expense-record", args=[table.night.pk]))
    assert "two ways" in says(form)
    assert [form.find(attrs={"name": name})["value"] for name in ("word", "amount")] == ["Pizza & beer", "1.250"]
    assert [option["value"] for option in form("option", selected=True)] == [bob]
    assert [one["value"] for one in form("input", attrs={"name": "equally"}, checked=True)] == [bob]


def test_a_form_that_lay_closed_lies_open(table: Table, cast: Cast) -> None:
    asked = chip_requests.ask_for_chips(cast.ann, table.night.pk, table.players["Ann"].pk, 1000)
    page = reverse("night-page", args=[table.night.pk])
    answer = send(table, "request-refuse", asked.pk, page, reason=" ")
    form = form_in(answer.content.decode(), reverse("request-refuse", args=[asked.pk]))
    assert says(form) and form.find_parent("details").has_attr("open")


def test_it_comes_back_once(table: Table) -> None:
    seat = Seat.objects.get(night=table.night, player=table.players["Bob"])
    page = reverse("seat-page", args=[seat.pk])
    sue = browser(table.cast.sue.user)
    first = sue.post(
        reverse("buy-in", args=[seat.pk]), {"key": "k", "from": page, "amount": "0,10"}, follow=True
    ).content.decode()
    assert 'value="0,10"' in first and "smallest chip" in first
    assert "0,10" not in sue.get(page).content.decode()


def test_a_page_that_only_leads_on_takes_nothing(table: Table, cast: Cast) -> None:
    """A player without rights is led from the scorekeeper's page to the watching one: it is said there."""
    hand = table.deal("council-bluffs")
    page = reverse("console", args=[table.night.pk])
    fields = {"from": page, "headers": {}, "key": "k"}
    assert enter(table, hand, "Ann call", by=cast.ann, **fields).status_code == 302
    answer = browser(cast.ann.user).post(
        reverse("enter", args=[table.night.pk, hand.pk]), {"key": "k", "from": page, "action": "{}"}, follow=True
    )
    assert answer.redirect_chain[-1][0] == reverse("watch", args=[table.night.pk])
    assert re.search(r"<main[^>]*>\s*<p autofocus[^>]*>[^<]+", answer.content.decode())


def test_of_a_very_long_text_only_the_sentence_comes_back(table: Table) -> None:
    page = reverse("night-expense", args=[table.night.pk])
    answer = send(table, "expense-record", table.night.pk, page, word="x" * 30_000, amount="1", paid_by="box")
    html = answer.content.decode()
    assert says(form_in(html, reverse("expense-record", args=[table.night.pk]))) and "xxx" not in html
