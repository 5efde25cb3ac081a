"""How the phones at the table find a page."""

from django.conf import settings
from django.http import HttpRequest

_OWN_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def address_on_the_network(request: HttpRequest, path: str) -> str:
    """The whole address of a path, for other devices: who has opened the page on the server itself is at `localhost`,
    which leads a phone to itself."""
    host, colon, port = request.get_host().rpartition(":")
    if not colon or not port.isdecimal():
        host, colon, port = request.get_host(), "", ""
    if host in _OWN_MACHINE and settings.LAN_ADDRESSES:
        host = settings.LAN_ADDRESSES[0]
    return f"{request.scheme}://{host}{colon}{port}{path}"
