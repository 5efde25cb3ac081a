"""How gunicorn runs config.asgi: `gunicorn -c config/gunicorn.py -k config.worker.Loop config.asgi`."""

from uvicorn_worker import UvicornWorker  # type: ignore[import-untyped]  # it says nothing of its types


class Loop(UvicornWorker):
    """An event loop; the threads for requests are the application's."""

    CONFIG_KWARGS = {
        "loop": "asyncio",
        "http": "httptools",
        "ws": "none",
        "lifespan": "on",
        # Whoever listens would be waited for as long as they like; they come back by themselves.
        "timeout_graceful_shutdown": 2,
        "server_header": False,
    }
