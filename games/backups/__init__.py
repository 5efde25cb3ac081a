"""The whole installation as one file, and back: whatever database it runs on, while it runs.

Beside `games.formats.archive`, which takes one club to another installation, a backup is the database itself:
passwords and tokens included. It goes back only into a database of the same kind that has nothing in it yet.
"""

from games.backups.files import BackupError, backup, restore

__all__ = ["BackupError", "backup", "restore"]
