"""Accounts and devices: who somebody is, and which phones speak for them."""

import hashlib
import secrets
from uuid import UUID, uuid4

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    get_default_password_validators,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q
from django.utils import timezone

from games.core import throttling
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.core.database_errors import optional_write
from games.core.errors import BadValue, Conflict, NotAuthenticated, NotFound
from games.core.validators import LONGEST_ADDRESS, name_of, plain
from games.models import Device, User
from prepared.lookups import Prepared

_DEVICES = Prepared(
    lambda token_hash: Device.objects.select_related("user").filter(
        token_hash=token_hash, revoked_at=None, user__is_active=True
    ),
    token_hash=str,
)

TOKEN_BYTES = 32


def register(name: str, password: str, email: str | None = None, user_id: UUID | None = None) -> User:
    """A new account. Raises Conflict where the name or e-mail is taken, BadValue for a weak password."""
    user = new_account(name, password, email, user_id)
    with one_transaction():
        save_account(user)
    return user


def new_account(name: str, password: str, email: str | None = None, user_id: UUID | None = None) -> User:
    """An account that is not kept yet: hashing takes its time, which no transaction should. Raises BadValue."""
    name = name_of(name)
    if "@" in name:
        raise BadValue("A name has no @: it would look like an e-mail address.")
    user = User(id=user_id or uuid4(), name=name, email=email_of(email or ""))
    set_password(user, password)
    return user


def save_account(user: User) -> None:
    """Raises Conflict where the name, the e-mail address or the id is taken."""
    taken = Q(name__iexact=user.name) | Q(pk=user.pk)
    if user.email:
        taken |= Q(email__iexact=user.email)
    if User.objects.filter(taken).exists():
        raise Conflict("There is an account with this name or e-mail address.")
    user.save(force_insert=True)


def set_password(user: User, password: str) -> None:
    """Not saved yet. Raises BadValue for a weak one."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise BadValue(" ".join(error.messages)) from None
    user.set_password(password)


def shortest_password() -> int:
    """The fewest characters that a password has, by the settings (`AUTH_PASSWORD_VALIDATORS`)."""
    validators = get_default_password_validators()
    return max((one.min_length for one in validators if isinstance(one, MinimumLengthValidator)), default=1)


def email_of(text: str) -> str:
    """An address in one spelling, or none. Raises BadValue."""
    address = User.objects.normalize_email(plain(text))
    if not address:
        return ""
    if len(address) > LONGEST_ADDRESS:
        raise BadValue("An e-mail address has at most {most} characters.", most=LONGEST_ADDRESS)
    try:
        validate_email(address)
    except ValidationError:
        raise BadValue("This is not an e-mail address.") from None
    return address


def sign_in(login: str, password: str, device_name: str, address: str = "") -> tuple[str, Device]:
    """A new device and its token, which is shown this once. `login` is a name or an e-mail address.

    Attempts are counted by account and by the network address they come from. Raises NotAuthenticated, Throttled.
    """
    user = User.objects.filter(by_login(login), is_active=True).first()
    with throttling.attempt(str(user.pk) if user else login.casefold(), address):
        if user is None:
            # the same work as for a real account: the time taken tells nobody which names exist
            make_password(password)
        if user is None or not check_password(password, user.password):
            raise NotAuthenticated("Name and password do not belong together.")
    return add_device(user, device_name)


def by_login(login: str) -> Q:
    """Users whose name or e-mail address this is. Most have no address, which is nobody's.

    Nor is what is longer than either can be, which SQLite would not even compare.
    """
    if len(login) > LONGEST_ADDRESS:
        return Q(pk__in=())
    return Q(name__iexact=login) | (Q(email__iexact=login) & ~Q(email=""))


def add_device(user: User, device_name: str) -> tuple[str, Device]:
    """A device for a user whose identity is already sure, and its token."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    device = Device.objects.create(
        id=uuid4(), user=user, name=name_of(device_name), token_hash=hash_of(token), made_at=timezone.now()
    )
    return token, device


def who(token: str) -> Actor:
    """The actor a token speaks for, in one query. Raises NotAuthenticated."""
    device = _DEVICES.first(token_hash=hash_of(token))
    if device is None:
        raise NotAuthenticated("This token is unknown or revoked.")
    return Actor(device.user, device)


def touch(device: Device) -> None:
    """Note that a device was used; to the minute, so that a busy phone costs no write a request."""
    now = timezone.now()
    if device.last_used_at is not None and (now - device.last_used_at).total_seconds() < 60:
        return
    with optional_write("When a device was last used could not be kept"):
        Device.objects.filter(pk=device.pk).update(last_used_at=now)


def revoke_device(actor: Actor, device_id: UUID) -> Device:
    """One's own device may act no more. A second time changes nothing."""
    device = Device.objects.filter(pk=device_id, user=actor.user).first()
    if device is None:
        raise NotFound("You have no such device.")
    if device.revoked_at is None:
        device.revoked_at = timezone.now()
        device.save(update_fields=["revoked_at"])
    return device


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
