"""A PostgreSQL of one's own: made in a folder of its own, reached by a socket in that folder, gone at the end."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, unquote

from tests.servers import Unavailable
from tests.servers.debian import install
from tests.servers.keeper import UP, keeping

USER = "tableside"
PACKAGE = "postgresql"

# Nothing here outlives the run, so nothing waits for the disk.
_OPTIONS = "-c listen_addresses='' -c fsync=off -c full_page_writes=off -c max_connections=100"
_QUICK = f"{_OPTIONS} -c synchronous_commit=off"
# What is committed has left the server before it says so: it survives the server, though not the machine.
_DURABLE = f"{_OPTIONS} -c synchronous_commit=on"

# The server is as deaf to Ctrl-C as its keeper: pg_ctl gives it a session of its own.
_KEEP = """
trap '' INT TERM HUP
"$1/initdb" -D "$2/data" -U "$3" -A trust -E UTF8 --locale=C.UTF-8 --no-sync --no-instructions >"$2/log" 2>&1 &&
"$1/pg_ctl" -D "$2/data" -w -l "$2/log" -o "$4 -k $2" start >/dev/null 2>&1 &&
"$1/createdb" -h "$2" -U "$3" "$3" 2>>"$2/log" &&
echo up || tail -n 20 "$2/log"
exec >/dev/null 2>&1
read -r end
"$1/pg_ctl" -D "$2/data" -m immediate -w stop >/dev/null 2>&1
rm -rf "$2"
"""


@contextmanager
def postgresql(*, durable: bool = False, disk: Path | None = None) -> Iterator[str]:
    """The DATABASE_URL of a new server with an empty database; a durable one may be restarted. Raises `Unavailable`.

    On a `disk` of one's own, or wherever this system keeps what is for a while.
    """
    programs = _programs() or _install()
    folder = Path(tempfile.mkdtemp(prefix="tableside-", dir=disk))
    owner = _owner()
    if owner is not None:
        shutil.chown(folder, owner)
    with keeping(_KEEP, str(programs), str(folder), USER, _DURABLE if durable else _QUICK, owner=owner) as said:
        if said != UP:
            raise Unavailable(f"PostgreSQL did not start: {said or 'it gave no reason'}")
        yield f"postgres://{USER}@{quote(str(folder), safe='')}/{USER}"


def restart(url: str) -> None:
    """Stop the durable server of this URL as if it had crashed, and start it again."""
    _control(url, "restart")


@contextmanager
def stopped(url: str) -> Iterator[None]:
    """The durable server of this URL has crashed, and is started again at the end."""
    _control(url, "stop")
    try:
        yield
    finally:
        _control(url, "start")


def _control(url: str, order: str) -> None:
    folder = unquote(url.partition("@")[2].rpartition("/")[0])
    programs = _programs()
    assert programs is not None
    how = ["-o", f"{_DURABLE} -k {folder}"] if order != "stop" else []
    how += ["-m", "immediate"] if order != "start" else []
    owner = _owner()
    subprocess.run(
        [str(programs / "pg_ctl"), "-D", f"{folder}/data", "-w", "-l", f"{folder}/log", *how, order],
        cwd="/",
        user=owner,
        extra_groups=None if owner is None else [],
        stdout=subprocess.DEVNULL,
        check=True,
    )


def version() -> str:
    """As the server says it of itself; empty where there is none."""
    programs = _programs()
    if programs is None:
        return ""
    said = subprocess.run([str(programs / "postgres"), "--version"], capture_output=True, text=True, check=True).stdout
    return said.replace("(PostgreSQL)", "").replace("postgres ", "PostgreSQL").partition(" (")[0].strip()


def _programs() -> Path | None:
    """The folder with the server's programs, the newest version's; Debian keeps them off the path."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda path: int(path.parent.name.split(".")[0]))
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def _install() -> Path:
    install(PACKAGE)
    programs = _programs()
    if programs is None:
        raise Unavailable(f"PostgreSQL is not installed; on Debian: apt install {PACKAGE}")
    return programs


def _owner() -> str | None:
    """Whose server it is: PostgreSQL refuses to be root's. None where we are somebody else already."""
    if os.geteuid() != 0:
        return None
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
