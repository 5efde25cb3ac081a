"""Everything over one port, live events too: requests by threads, as in config.wsgi, streams by an event loop.

A home installation is served by this alone. A larger one serves requests by config.wsgi, in several processes, and
sends the addresses of event streams here (docs/live.md).
"""

from typing import TYPE_CHECKING

from config import env
from config.wsgi import application as wsgi  # it has Django set up, which the rest needs

if TYPE_CHECKING:
    from api.live.stream import Live


def _live() -> "Live":
    from django.conf import settings

    from api.live import rows
    from api.live.hub import Hub
    from api.live.stream import Live
    from games.core import event_signal

    hub = Hub(rows.read, rows.barred)
    event_signal.listen(hub.wake)
    if not settings.REDIS_URL:
        return Live(wsgi, hub, env.number("THREADS", 8))
    from config.waking import hear

    return Live(wsgi, hub, env.number("THREADS", 8), hear)


application = _live()
