"""A server as `make run` starts it, on the database of this run, that can go down and come back."""

from contextlib import ExitStack

from django.conf import settings
from django.test import Client

from config.network import lan_addresses
from games.models import User
from tests.live.server import a_server, free_port

LOOPBACK = "127.0.0.1"


class Home:
    """One server; its address stays the same when it is restarted."""

    def __init__(self) -> None:
        self.port = free_port()
        # Plain HTTP from there is no secure context, as at the table. A machine without a network has no such address.
        self.host = next(iter(lan_addresses()), LOOPBACK)
        self._running = ExitStack()

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def start(self) -> None:
        settings_of_it = {"DJANGO_SETTINGS_MODULE": "tests.browser.settings"}
        self._running.enter_context(a_server(at_home=True, port=self.port, **settings_of_it))

    def stop(self) -> None:
        """As a power cut would."""
        self._running.close()

    def restart(self) -> None:
        self.stop()
        self.start()


def signed_in(user: User) -> str:
    """The cookie of somebody who has come in, without the form."""
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value
