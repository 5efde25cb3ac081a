"""The addresses that this machine answers to: phones come over plain HTTP on the local network."""

import socket
from contextlib import suppress

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

# An address kept for documentation (RFC 5737). Connecting a datagram socket sends nothing: it only makes
# the system choose the address it would send from.
_ELSEWHERE = ("192.0.2.1", 9)


def lan_addresses() -> list[str]:
    """The IPv4 addresses of this machine that others may reach, the likeliest first."""
    found: list[str] = []
    # Without a network, or a name that resolves, there is that much less to tell.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found.extend(socket.gethostbyname_ex(socket.gethostname())[2])
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]


def own_hosts() -> list[str]:
    """Every name and address under which a phone at the table may call this machine."""
    name = socket.gethostname().lower()
    return list(dict.fromkeys([*LOOPBACK, name, f"{name}.local", *lan_addresses()]))
