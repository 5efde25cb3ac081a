"""A refused form goes back as it was filled in, to a browser that sent it without our script.

The page that it was on is opened again, as every form without script ends with a page; until then what was typed is
kept in the session. It is put into the page as drawn, so that no form needs to know of it. With script nothing leaves
the form, and nothing of this is done.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from bs4 import BeautifulSoup, Tag
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

_KEPT = "refused"
# Letters that were typed; of more only the sentence is kept.
_LARGEST = 20_000

Typed = Mapping[str, list[str]]


def send_back(request: HttpRequest, page: str, detail: str, beside: frozenset[str]) -> HttpResponse:
    """To the page, with the sentence and all that was typed; the fields `beside` the matter are drawn anew."""
    typed = {name: request.POST.getlist(name) for name in request.POST if name not in beside}
    letters = sum(len(value) for values in typed.values() for value in values)
    fits = letters <= _LARGEST
    request.session[_KEPT] = {"to": request.path, "detail": detail, "typed": typed if fits else {}}
    return HttpResponseRedirect(page)


class GivesBack:
    """The next page that is shown has what was typed in its form, and says there what is wrong."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        # a page knows who looks, and has read the session already; nothing else is made slower
        if request.method == "GET" and request.session.accessed and _is_page(response):
            refused = request.session.pop(_KEPT, None)
            if refused:
                response.content = filled(response.content.decode(), **refused)
        return response


def filled(page: str, to: str, typed: Typed, detail: str) -> str:
    """The page with what was typed in the form that goes `to` this address; the sentence stands in it, or on top."""
    soup = BeautifulSoup(page, "html.parser")
    form = max(_forms(soup, to), key=partial(_likeness, typed), default=None)
    if form:
        _fill(form, typed)
        for closed in form.find_parents("details"):
            closed["open"] = ""
    _say(soup, form or soup.find("main") or soup, detail)
    return str(soup)


def _is_page(response: HttpResponse) -> bool:
    is_html = response.headers.get("Content-Type", "").startswith("text/html")
    return is_html and not response.streaming and "Location" not in response.headers


def _forms(soup: BeautifulSoup, to: str) -> list[Tag]:
    """Those that go there by themselves, or by one of their buttons."""
    return [form for form in soup("form") if form.get("action") == to or form.find(formaction=to)]


def _likeness(typed: Typed, form: Tag) -> int:
    """Of forms that go to one address it is the one that says the same where nothing is typed, by its button too."""
    hidden = [_value(field) in typed.get(_name(field), ()) for field in form("input", type="hidden")]
    pressed = [_value(button) in typed.get(_name(button), ()) for button in form("button")]
    return 2 * sum(hidden) - len(hidden) + sum(pressed)


def _fill(form: Tag, typed: Typed) -> None:
    for field in form(["input", "textarea", "select"]):
        given = typed.get(_name(field))
        kind = field.get("type", "text") if field.name == "input" else field.name
        if kind == "checkbox" and typed:
            _mark(field, "checked", _value(field) in (given or ()))
        elif given is None or kind == "hidden":
            continue
        elif kind == "radio":
            _mark(field, "checked", _value(field) in given)
        elif kind == "select":
            for option in field("option"):
                _mark(option, "selected", option.get("value", option.text) in given)
        elif kind == "textarea":
            field.string = given[0]
        else:
            field["value"] = given[0]


def _mark(tag: Tag, attribute: str, holds: bool) -> None:
    if holds:
        tag[attribute] = ""
    else:
        del tag[attribute]


def _name(field: Tag) -> str:
    return str(field.get("name", ""))


def _value(field: Tag) -> Any:
    return field.get("value", "on")


def _say(soup: BeautifulSoup, where: Tag, detail: str) -> None:
    """In the place that the form has for it, else first in it; read out, and in sight, when the page opens."""
    place = where.select_one("[data-said]")
    if place is None:
        place = soup.new_tag("p", attrs={"class": "notice", "role": "alert"})
        where.insert(0, place)
    place.string = detail
    place["tabindex"], place["autofocus"] = "-1", ""
