"""What every form does: one write of a service, once a key, and the page that is shown then.

A form has a hidden `key` (`{% entry %}` of the template tags), so that one sent twice has one effect. Sent by our
script, which says so in the header `Tableside-Entry`, a refusal comes back as a problem document and what was typed
stays where it is; sent by a browser alone, the page the form was on (its field `from`) comes back with both.

When it was tapped by the phone's clock (`phone_at`) is a note beside the entry: one that cannot be read is left out,
and refuses nothing.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.utils.encoding import iri_to_uri
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.core.actor import Actor, clock_of
from games.core.errors import BadValue, Conflict, Forbidden, InFlight, Money, NotBalanced, NotFound, ServiceError, Stale
from games.core.formatting import writer_at, writer_of
from games.core.idempotency import Answered, fingerprint, once
from games.core.pages.form_redisplay import send_back
from games.core.permissions import member_of
from games.core.refusal_texts import sentence
from games.engine import Refusal
from games.models import Night, User


class Fresh(NamedTuple):
    """The address of the page to show, and what was just written, so that its part need not be read again."""

    to: str
    what: Any


# A view `(request, actor, **url)` that writes, and gives the address of the page to show then.
Write = Callable[..., str | Fresh]
# What is drawn anew then: `(request, actor, first, fresh, **url)`. Not `first` where somebody else was, which the
# answer's status tells our script (412); `fresh` is what the view gave, None where an answer is given again.
Part = Callable[..., HttpResponse]
_FIELDS = (
    '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" name="key" value="{}">'
    '<input type="hidden" name="from" value="{}">'
)
BY_SCRIPT = "Tableside-Entry"
# With which account an entry was made that the script sends
_MADE_BY = "Tableside-Account"
_BESIDE_THE_MATTER = frozenset({"csrfmiddlewaretoken", "from", "phone_at"})
_STATUS: Mapping[type[Exception], HTTPStatus] = {
    BadValue: HTTPStatus.BAD_REQUEST,
    Forbidden: HTTPStatus.FORBIDDEN,
    NotFound: HTTPStatus.NOT_FOUND,
    Conflict: HTTPStatus.CONFLICT,
    NotBalanced: HTTPStatus.CONFLICT,
    InFlight: HTTPStatus.CONFLICT,
    Stale: HTTPStatus.PRECONDITION_FAILED,
}


def entry_fields(request: HttpRequest) -> SafeString:
    """What every form has: its token, the key by which one that is sent twice has one effect, the page it is on."""
    return format_html(_FIELDS, get_token(request), uuid4(), request.get_full_path())


def write(view: Write) -> Callable[..., HttpResponse]:
    """What the view writes is written once a key; sent again, the same page follows."""
    return _posted(view, None)


def write_and_draw(part: Part) -> Callable[[Write], Callable[..., HttpResponse]]:
    """As `write`; our script gets the part of the page that changes with it, in the same answer.

    Where somebody else was first, the part comes too, and says so.
    """
    return lambda view: _posted(view, part)


def _posted(view: Write, part: Part | None) -> Callable[..., HttpResponse]:
    @require_POST
    @wraps(view)
    def posted(request: HttpRequest, **url: Any) -> HttpResponse:
        if (sender := _sender(request)) is None:
            return _unknown(request)
        actor = Actor(sender, phone_at=clock_of(request.POST.get("phone_at", "")))
        drawn = part if BY_SCRIPT in request.headers else None
        fresh: list[Any] = []

        def written() -> Answered:
            given = view(request, actor, **url)
            to, what = given if isinstance(given, Fresh) else (given, None)
            fresh.append(what)
            return Answered(200, to)

        try:
            to = once(actor, _key(request), _asked(request), written).body
        except Refusal as refusal:
            detail = sentence(refusal, actor, write=_amounts(actor, url.get("night_id")))
            return refused(request, refusal.code, detail, HTTPStatus.UNPROCESSABLE_ENTITY)
        except ServiceError as error:
            status = _STATUS.get(type(error), HTTPStatus.UNPROCESSABLE_ENTITY)
            if drawn and isinstance(error, Stale):
                anew = drawn(request, actor, first=False, fresh=None, **url)
                anew.status_code = status
                return anew
            return refused(request, error.code, error.sentence(_written), status)
        return (
            drawn(request, actor, first=True, fresh=fresh[0] if fresh else None, **url) if drawn else shown(request, to)
        )

    return posted


def _amounts(actor: Actor, night_id: UUID | None) -> Callable[[int], str] | None:
    """How amounts are written at the night that a form was about, if it is one of the actor's clubs."""
    if night_id is None:
        return None
    night = Night.objects.filter(pk=night_id, **member_of("club", actor)).select_related("club").first()
    return writer_at(night).plain if night else None


def _written(sum_: Money) -> str:
    return writer_of(sum_.club, sum_.currency).plain(sum_.amount)


def _sender(request: HttpRequest) -> User | None:
    """Who is signed in; nobody where our script says that the entry was made with another account."""
    if not isinstance(user := request.user, User):
        return None
    return user if request.headers.get(_MADE_BY, str(user.pk)) == str(user.pk) else None


def _unknown(request: HttpRequest) -> HttpResponse:
    """A session has ended, or somebody else has signed in since: sign in, and come back to the form."""
    if BY_SCRIPT in request.headers:
        return refused(request, "not_authenticated", gettext("Sign in again."), HTTPStatus.UNAUTHORIZED)
    return redirect_to_login(page_of(request) or "/")


def shown(request: HttpRequest, to: str) -> HttpResponse:
    """On to a page: where the script asked, it is told which."""
    if BY_SCRIPT in request.headers:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Tableside-To": iri_to_uri(to)})
    return HttpResponseRedirect(to)


def refused(request: HttpRequest, code: str, detail: str, status: HTTPStatus) -> HttpResponse:
    if BY_SCRIPT in request.headers:
        return JsonResponse({"code": code, "detail": detail}, status=status, content_type="application/problem+json")
    back = page_of(request)
    if not back:
        return HttpResponse(detail, status=status, content_type="text/plain; charset=utf-8")
    return send_back(request, back, detail, _BESIDE_THE_MATTER | {"key"})


def page_of(request: HttpRequest) -> str:
    """The page a form was on, if it is one of ours."""
    back = request.POST.get("from", "")
    return back if url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}) else ""


def _key(request: HttpRequest) -> str:
    key = request.POST.get("key", "")
    if not 1 <= len(key) <= 255 or not key.isascii() or not key.isprintable():
        raise BadValue("This form has lost its key: open the page again.")
    return key


def _asked(request: HttpRequest) -> str:
    said = {name: request.POST.getlist(name) for name in request.POST if name not in _BESIDE_THE_MATTER}
    return fingerprint("form", request.path, said)
