"""Files of hands taken in."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from api.v1.operations import Ask, Told, write_operation
from api.v1.outgoing import named
from api.v1.parsers import ZipParser
from api.v1.problems import Problem
from api.v1.serializers.formats import ArchiveFile, ImportedClub, ImportHands, ImportNight, ImportReport
from api.v1.view import ApiView
from games.formats.archive import Installed, bring_in
from games.formats.errors import ImportRefused
from games.formats.hand_import import Options, import_hands, import_night
from games.formats.hand_import.parser import read_hands, read_text
from games.formats.hand_import.report import Line

# Unpacked, the archive of a club is about ten times as large.
LARGEST_CLUB = 50_000_000


class Archives(ApiView):
    parser_classes = [ZipParser]

    @write_operation(
        "importClub",
        ArchiveFile,
        ImportedClub,
        "Bring in a club from its archive",
        fails=("bad_archive", "other_version"),
        at=("clubs/",),
    )
    def post(self, ask: Ask) -> Installed:
        """For who runs the installation. All of the club as it was, under the same ids, or nothing.

        The books are audited and every hand is played again before anything stands. A club that is here already is a
        conflict. A larger archive is for `manage.py import_club`.
        """
        return bring_in(ask.actor, ask.given["file"], LARGEST_CLUB)


class NightImports(ApiView):
    @write_operation(
        "importHands",
        ImportHands,
        ImportReport,
        "Record hand files in a night",
        fails=("import_refused",),
        at=("nights/{night_id}/hands/",),
    )
    def post(self, ask: Ask, night_id: UUID) -> Told:
        """All or none. Where a hand is refused, the problem has the `report`; a dry run answers with it."""
        return _told(lambda: import_hands(ask.actor, night_id, _lines(ask.given), _options(ask.given)))


class ClubImports(ApiView):
    @write_operation(
        "importNight",
        ImportNight,
        ImportReport,
        "Record hand files as a new night",
        fails=("import_refused",),
        at=("nights/{night}/", "clubs/{club_id}/nights/"),
    )
    def post(self, ask: Ask, club_id: UUID) -> Told:
        """Its buy-ins are made from the stacks in the files. It stays open."""
        given = ask.given
        return _told(
            lambda: import_night(
                ask.actor, club_id, given["name"], _lines(given), _options(given), night_id=given.get("night_id")
            )
        )


def _lines(given: Mapping[str, Any]) -> list[Line]:
    return read_text(given["text"]) if "text" in given else read_hands(given["hands"])


def _options(given: Mapping[str, Any]) -> Options:
    return Options(given["dry_run"], given["guests"], given["buy_ins"], given["names"])


def _told(work: Callable[[], dict[str, Any]]) -> Told:
    try:
        return Told(work())
    except ImportRefused as error:
        raise Problem(error.code, error.detail, report=named(ImportReport, error.params["report"])) from None
