"""What a server process loads. It does not start over a database that does not guard its ledger."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
application = get_wsgi_application()


def _require_guards() -> None:
    from django.db import connection

    from ledger import guards

    guards.require(connection)
    connection.close()


def _take_up_tasks() -> None:
    """What a process before this one was asked for and did not finish, now or when its hold on it has ended.

    With Redis, the workers see to that.
    """
    from django.conf import settings

    if not settings.REDIS_URL:
        from games import tasks

        tasks.stay_on()


_require_guards()
_take_up_tasks()
