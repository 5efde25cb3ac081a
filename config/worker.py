"""How gunicorn runs config.asgi: `gunicorn -c config/gunicorn.py -k config.worker.Loop config.asgi`."""

import asyncio
import signal
import sys
from types import FrameType

from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]  # nor does this
from uvicorn.server import Server
from uvicorn_worker import UvicornWorker  # type: ignore[import-untyped]  # it says nothing of its types

from api.live.stream import Live
from config.connection import Connection


class LiveServer(Server):
    """Whoever listens is let go as soon as the server is told to stop, and comes back by themselves."""

    live: Live

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self.live.close()


class Loop(UvicornWorker):
    """An event loop; the threads for requests are the application's."""

    CONFIG_KWARGS = {
        "loop": "asyncio",
        "http": Connection,
        # Django itself knows whether there is a proxy that it may believe.
        "proxy_headers": False,
        "ws": "none",
        "lifespan": "on",
        # For whoever does not let go.
        "timeout_graceful_shutdown": 2,
        "server_header": False,
    }

    async def _serve(self) -> None:
        """As the worker does, but stopping when gunicorn asks it to do so at once (SIGQUIT), too."""
        self.config.app = self.wsgi
        server = LiveServer(config=self.config)
        server.live = self.wsgi
        asyncio.get_running_loop().add_signal_handler(signal.SIGQUIT, server.handle_exit, signal.SIGQUIT, None)
        await server.serve(sockets=self.sockets)
        if not server.started:
            sys.exit(Arbiter.WORKER_BOOT_ERROR)
