"""Django's command, which finds the sentences of our errors too.

Those are translated where an error is made (`games.core.errors`), so that no sentence needs a mark of its own.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

from games.core.errors import ServiceError


class Command(makemessages.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        # whatever may raise one is loaded by then, and its kinds of error with it
        import_module(settings.ROOT_URLCONF)
        found = (f"--keyword={name}" for name in sorted(set(_kinds(ServiceError))))
        self.xgettext_options = [*self.xgettext_options, *found]
        super().handle(*args, **options)


def _kinds(of: type[ServiceError]) -> Iterator[str]:
    for kind in of.__subclasses__():
        yield kind.__name__
        yield from _kinds(kind)
