#!/usr/bin/env python
"""Django's command line, on the development settings unless DJANGO_SETTINGS_MODULE says otherwise.

`replay` judges hand files by the rules alone, which need no more than Python: it works in a bare checkout.
"""

import os
import sys


def main() -> None:
    if sys.argv[1:2] == ["replay"]:
        from games.replay import main as replay

        sys.exit(replay(sys.argv[2:]))
    if sys.argv[1:] == ["version"]:  # Django would print its own version, whatever command we define
        from config.version import VERSION

        print(VERSION)
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    try:
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        sys.exit("Django is not installed for this Python: after `make run` there is .venv/bin/python.")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
