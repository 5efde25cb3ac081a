"""All that a club has, as one file, and back (docs/formats.md)."""

from games.formats.archive.importer import Installed, bring_in, install
from games.formats.archive.writer import open_archive, write_archive

__all__ = ["Installed", "bring_in", "install", "open_archive", "write_archive"]
