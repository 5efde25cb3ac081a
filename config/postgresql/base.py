"""Django's PostgreSQL backend, with a pool that recovers at once when the server has been restarted.

psycopg's own check replaces one dead connection at a time and waits longer after each: 1 s, 2 s, 4 s and so on. An idle
process with several pooled connections would then answer "database away" for many seconds after the server is back.
"""

import logging
from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError
from psycopg_pool import ConnectionPool

log = logging.getLogger(__name__)


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Borrow a live connection. If the first one is dead, so are all others: replace them all without waiting."""
        connection = super().get_new_connection(conn_params)
        try:
            ConnectionPool.check_connection(connection)
        except OperationalError as error:
            log.warning("A pooled connection is dead, so the whole pool is replaced: %s", error)
            self.pool.drain()
            self.pool.putconn(connection)
            return super().get_new_connection(conn_params)
        return connection


def keep_connecting(pool: ConnectionPool[Any]) -> None:
    """Start another attempt for requests that still wait when the pool has given up on a connection."""
    if pool.get_stats().get("requests_waiting"):
        pool.check()


__all__ = ["DatabaseWrapper", "keep_connecting"]
