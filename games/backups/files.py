"""Written for its owner alone, whole or not at all, and looked at before it counts as written."""

from pathlib import Path
from types import ModuleType

from django.db import connection
from django.db.utils import DatabaseError

from games.backups import postgresql, sqlite
from games.backups.errors import BackupError
from games.models import Club, User

__all__ = ["BackupError", "backup", "restore"]

_KINDS: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}


def backup(file: Path) -> None:
    """The database as it is now, others writing meanwhile or not. Raises BackupError, and leaves no half file."""
    if file.exists():
        raise BackupError(f"{file} is there already.")
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600, exist_ok=False)
        _KINDS[connection.vendor].write(connection.settings_dict, part)
        part.rename(file)
    except OSError as error:
        raise BackupError(str(error)) from None
    finally:
        part.unlink(missing_ok=True)


def restore(file: Path) -> None:
    """What a backup of this kind of database has, into one that is empty. Raises BackupError, and changes nothing."""
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    if not is_empty():
        raise BackupError("This database has people or clubs in it. A backup goes into an empty one.")
    connection.close()
    _KINDS[connection.vendor].read(connection.settings_dict, file)


def is_empty() -> bool:
    """Whether nobody has begun with this database; one without tables is empty, too."""
    try:
        return not (User.objects.exists() or Club.objects.exists())
    except DatabaseError:
        connection.close()
        return True
