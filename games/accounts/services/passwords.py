"""The very first account, and passwords: changed, forgotten, set anew."""

import logging
import threading
from uuid import UUID

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import connection
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.accounts.services import users
from games.core import throttling
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.errors import Conflict, Forbidden, NotAuthenticated
from games.core.row_signals import stated_anew
from games.core.server_language import in_its_language
from games.models import Device, User

log = logging.getLogger(__name__)

NOT_VALID = _("This link is not valid, or not any more. Ask for a new one.")
_FIRST_ACCOUNT_LOCK = 7_305_461_021
SUBJECT = _("A new password for Tableside")
MAIL = _(
    "Somebody, probably you, has forgotten the password of {name} at Tableside.\n\n"
    "Set a new one here: {link}\n\n"
    "If it was not you, do nothing: the old password still holds.\n"
)


def set_up_token() -> str | None:
    """What opens an installation that has no account yet; None where there is one.

    It follows from the server's own secret, so that all processes know it and none keeps it.
    """
    if User.objects.exists():
        return None
    return salted_hmac("tableside.set-up", "the first account", algorithm="sha256").hexdigest()[:32]


def set_up(token: str, name: str, password: str, email: str | None, device_name: str) -> tuple[str, Device]:
    """The first account, which may do everything on this server, and its first device. Raises NotAuthenticated
    for another token, Conflict where there is an account already."""
    right = set_up_token()
    if right is None:
        raise Conflict("This server is set up already: sign in, or let somebody invite you.")
    if not constant_time_compare(token.encode("utf-8", "surrogatepass"), right.encode()):
        raise NotAuthenticated("This is not the set-up token that the server has printed.")
    user = users.new_account(name, password, email)
    user.is_staff = user.is_superuser = True
    with one_transaction():
        _one_at_a_time()
        if User.objects.exists():
            raise Conflict("Somebody else was quicker.")
        users.save_account(user)
        return users.add_device(user, device_name)


def change_email(actor: Actor, password: str, email: str, address: str = "") -> User:
    """Where a new password could be sent to; empty for nowhere. Raises Forbidden for a wrong password."""
    wanted = users.email_of(email)
    user = _sure_of(actor, password, address)
    with one_transaction():
        if wanted and User.objects.filter(email__iexact=wanted).exclude(pk=user.pk).exists():
            raise Conflict("There is another account with this e-mail address.")
        user.email = wanted
        user.save(update_fields=["email"])
    return user


def change_password(actor: Actor, old: str, new: str, address: str = "") -> User:
    """Signs out everything but the device it is changed from. Raises Forbidden for a wrong password, BadValue."""
    user = _sure_of(actor, old, address)
    users.set_password(user, new)
    with one_transaction():
        _keep_password(user, but=actor.device)
    return user


def ask_for_reset(email: str, link: str) -> None:
    """Mail a link to set a new password with, if there is such an account; `link` is where it begins.

    Nothing of this happens before the caller goes on: neither answer nor time tells whether there is an account.
    """
    throttling.take("reset", email.casefold())
    if settings.MAIL_ASIDE:
        threading.Thread(target=_mail_aside, args=(email, link), name="mail", daemon=True).start()
    else:
        _mail(email, link)


def reset_password(user_id: UUID, token: str, password: str) -> User:
    """A new password by a mailed link; signs out all devices. Raises NotAuthenticated, BadValue."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or not default_token_generator.check_token(user, token):
        raise NotAuthenticated(NOT_VALID)
    users.set_password(user, password)
    with one_transaction():
        _keep_password(user)
    return user


def _sure_of(actor: Actor, password: str, address: str) -> User:
    user = User.objects.get(pk=actor.user.pk)
    try:
        with throttling.attempt(str(user.pk), address):
            if not user.check_password(password):
                raise NotAuthenticated("wrong")
    except NotAuthenticated:
        raise Forbidden("This is not your password.") from None
    return user


def _keep_password(user: User, but: Device | None = None) -> None:
    user.save(update_fields=["password"])
    devices = Device.objects.filter(user=user, revoked_at=None)
    if but:
        devices = devices.exclude(pk=but.pk)
    signed_out = list(devices.values_list("pk", flat=True))
    Device.objects.filter(pk__in=signed_out).update(revoked_at=timezone.now())
    stated_anew(Device, signed_out)


def _mail_aside(email: str, link: str) -> None:
    try:
        _mail(email, link)
    except Exception:
        log.exception("A password could not be mailed")
    finally:
        connection.close()


def _mail(email: str, link: str) -> None:
    user = User.objects.filter(email__iexact=email, is_active=True).exclude(email="").first()
    if user is None:
        return
    link = f"{link}{user.pk}/{default_token_generator.make_token(user)}/"
    with in_its_language():
        send_mail(gettext(SUBJECT), gettext(MAIL).format(name=user.name, link=link), None, [user.email])


def _one_at_a_time() -> None:
    """SQLite's transactions wait for each other anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_FIRST_ACCOUNT_LOCK])
