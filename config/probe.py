"""`python -m config.probe`: whether the server in this container can do its work. For its health check."""

import os
import sys
from http.client import HTTPConnection

from config import env


def main() -> int:
    """0 where it answers that it is ready; the host is one that it is known by."""
    hosts = env.words("TABLESIDE_HOSTS") or ["localhost"]
    link = HTTPConnection("127.0.0.1", int(os.environ.get("PORT", "8000")), timeout=4)
    try:
        link.request("GET", "/health/ready/", headers={"Host": hosts[0].removeprefix(".")})
        return 0 if link.getresponse().status == 200 else 1
    except OSError:
        return 1
    finally:
        link.close()


if __name__ == "__main__":
    sys.exit(main())
