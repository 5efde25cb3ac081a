"""Somebody at a browser without script: reads a page, follows its links, fills in its forms, and does nothing else."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urlencode, urljoin

from django.test import Client

from games.models import User
from tests.games.browser import browser

_VOID = {"meta", "link", "input", "br", "hr", "img"}


@dataclass
class Form:
    method: str
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[dict[str, str]] = field(default_factory=list)
    known: set[str] = field(default_factory=set)


class Reader(HTMLParser):
    """The links, forms and words of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.forms: list[Form] = []
        self.words = ""
        self._form: Form | None = None
        self._link: list[str] | None = None
        self._href = ""
        self._button: dict[str, str] | None = None
        self._select: tuple[str, list[tuple[str, bool]]] | None = None
        self._area: tuple[str, str] | None = None
        self.feed(html)
        self.words = " ".join(self.words.split())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.words += " "
        given = {name: value or "" for name, value in attributes}
        if tag == "a" and "href" in given:
            self._link, self._href = [], given["href"]
        elif tag == "form":
            self._form = Form(given.get("method", "get").lower(), given.get("action", ""))
            self.forms.append(self._form)
        elif self._form is not None:
            self._in_form(tag, given)

    def _in_form(self, tag: str, given: dict[str, str]) -> None:
        assert self._form
        name = given.get("name", "")
        if tag == "button" and given.get("type", "submit") == "submit" and "disabled" not in given:
            self._button = {**given, "text": ""}
        elif tag == "select":
            self._select = (name, [])
        elif tag == "option" and self._select:
            self._select[1].append((given.get("value", ""), "selected" in given))
        elif tag == "textarea":
            self._area = (name, "")
        elif tag == "input" and name:
            self._form.known.add(name)
            if given.get("type") not in ("checkbox", "radio") or "checked" in given:
                self._form.fields.append((name, given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        self.words += " "
        if tag == "a" and self._link is not None:
            self.links.append((" ".join("".join(self._link).split()), self._href))
            self._link = None
        elif tag == "form":
            self._form = None
        elif self._form and tag == "button" and self._button:
            self._button["text"] = " ".join(self._button["text"].split())
            self._form.buttons.append(self._button)
            self._button = None
        elif self._form and tag == "select" and self._select:
            name, options = self._select
            self._form.known.add(name)
            chosen = [value for value, selected in options if selected] or [value for value, _ in options[:1]]
            self._form.fields += [(name, value) for value in chosen]
            self._select = None
        elif self._form and tag == "textarea" and self._area:
            self._form.known.add(self._area[0])
            self._form.fields.append(self._area)
            self._area = None

    def handle_data(self, data: str) -> None:
        self.words += data
        if self._link is not None:
            self._link.append(data)
        if self._button is not None:
            self._button["text"] += data


class Person:
    """`words` is all that the page says."""

    def __init__(self, user: User) -> None:
        self.client: Client = browser(user)
        self.path, self.page = "", Reader("")

    @property
    def words(self) -> str:
        return self.page.words

    def open(self, path: str) -> "Person":
        return self._look(self.client.get(path, follow=True), path)

    def click(self, said: str, place: int = 0) -> "Person":
        """Follow the link that says this."""
        found = [href for words, href in self.page.links if said in words]
        assert found, f"no link says {said!r}: {self.page.links}"
        return self.open(urljoin(self.path, found[place]))

    def press(self, label: str, place: int = 0, **filled: str | list[str]) -> "Person":
        """Press the button that says this, with fields of its form filled in otherwise than they are."""
        found = [(form, one) for form in self.page.forms for one in form.buttons if label in one["text"]]
        assert found, f"no button says {label!r}: {[one['text'] for form in self.page.forms for one in form.buttons]}"
        form, button = found[place]
        assert set(filled) <= form.known, f"the form has {form.known}"
        sent = [(name, value) for name, value in form.fields if name not in filled]
        for name, value in filled.items():
            sent += [(name, one) for one in ([value] if isinstance(value, str) else value)]
        if button.get("name"):
            sent.append((button["name"], button.get("value", "")))
        to = urldefrag(urljoin(self.path, button.get("formaction") or form.action or self.path)).url
        if form.method == "get":
            return self.open(f"{to.partition('?')[0]}?{urlencode(sent)}")
        form_data = urlencode(sent)
        kind = "application/x-www-form-urlencoded"
        return self._look(self.client.post(to, form_data, content_type=kind, follow=True), to)

    def _look(self, answer: object, path: str) -> "Person":
        status = answer.status_code  # type: ignore[attr-defined]
        html = answer.content.decode()  # type: ignore[attr-defined]
        assert status == 200, f"{path}: {status} {html[:2000]}"
        chain = answer.redirect_chain  # type: ignore[attr-defined]
        self.path = urljoin(path, chain[-1][0]) if chain else path
        self.page = Reader(html)
        return self
