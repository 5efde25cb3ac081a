"""A new installation: its first account, and the club that it is for."""

from django.utils.translation import gettext

from games.accounts.services import passwords, users
from games.clubs.services import clubs
from games.core.actor import Actor
from games.core.atomic import one_transaction
from games.models import User


def found(token: str, name: str, password: str, email: str, club: str, currency: str, time_zone: str) -> User:
    """Both or neither; whoever has the set-up token owns them. Raises as `set_up` and `create_club` do."""
    with one_transaction():
        _, device = passwords.set_up(token, name, password, email, gettext("The browser that set it up"))
        owner = Actor(device.user)
        # a browser has its session: nobody was told this token
        users.revoke_device(owner, device.pk)
        clubs.create_club(owner, club, currency, time_zone)
    return device.user
