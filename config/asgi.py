"""What a server process loads. It does not start over a database that does not guard its ledger."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
application = get_asgi_application()


def _require_guards() -> None:
    from django.db import connection

    from ledger import guards

    guards.require(connection)
    connection.close()


_require_guards()
