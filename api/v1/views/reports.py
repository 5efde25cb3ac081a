"""Reports: as documents at once, as files by a task."""

import json
from datetime import date
from uuid import UUID

from api.v1.files import PERIOD, FileView, gives_file
from api.v1.operations import Ask, Told, read_operation, write_operation
from api.v1.outgoing import named
from api.v1.problems import Problem
from api.v1.serializers.reports import CreateReport, CreateStatement, NightReport, ReportTask, Statement
from api.v1.view import ApiView
from games.core import task_status
from games.core.actor import Actor
from games.reports.documents.files import Made, recorded_file
from games.reports.selectors.night_report import night_report
from games.reports.selectors.statements import statement
from games.reports.services import report_requests

DOCUMENTS = {"night": NightReport, "statement": Statement}


class ReportOfNight(ApiView):
    @read_operation("readNightReport", NightReport, "All that a night came to")
    def get(self, actor: Actor, night_id: UUID) -> Told:
        """Of an open night too, as far as it has come."""
        return Told(night_report(actor, night_id))


class ReportOfNightCsv(FileView):
    @gives_file("readNightReportCsv", "All that a night came to, as a spreadsheet", ("text/csv",))
    def get(self, actor: Actor, night_id: UUID) -> Made:
        """One line a player, then the settlement; in the club's way of writing amounts."""
        return recorded_file(night_report(actor, night_id), "csv")


class ReportsOfNight(ApiView):
    @write_operation(
        "createNightReport", CreateReport, ReportTask, "Have a night's report made", status=202, at=("reports/{id}/",)
    )
    def post(self, ask: Ask, night_id: UUID) -> Told:
        """The answer is a task: look at it until it is done, then fetch its file."""
        task = report_requests.ask_for_night_report(ask.actor, night_id, **ask.given)
        return Told(task_status.view_of(task))


class StatementOfPlayer(ApiView):
    @read_operation("readStatement", Statement, "A player's statement", parameters=PERIOD)
    def get(self, actor: Actor, player_id: UUID) -> Told:
        """Every posting that touched the player's account or chips, with the balance after it."""
        return Told(statement(actor, player_id, *_period(self)))


class StatementOfPlayerCsv(FileView):
    @gives_file("readStatementCsv", "A player's statement, as a spreadsheet", ("text/csv",), parameters=PERIOD)
    def get(self, actor: Actor, player_id: UUID) -> Made:
        """The statement as one line a transaction."""
        return recorded_file(statement(actor, player_id, *_period(self)), "csv")


class ReportsOfPlayer(ApiView):
    @write_operation(
        "createStatementReport",
        CreateStatement,
        ReportTask,
        "Have a player's statement made",
        status=202,
        at=("reports/{id}/",),
    )
    def post(self, ask: Ask, player_id: UUID) -> Told:
        """The answer is a task: look at it until it is done, then fetch its file."""
        task = report_requests.ask_for_statement(ask.actor, player_id, **ask.given)
        return Told(task_status.view_of(task))


class OneReport(ApiView):
    @read_operation("readReport", ReportTask, "How far a report is")
    def get(self, actor: Actor, task_id: UUID) -> Told:
        """Only for whoever asked for it."""
        return Told(task_status.task_view(actor, task_id))


class FileOfReport(FileView):
    @gives_file(
        "readReportFile",
        "The file of a report",
        ("application/pdf", "text/csv", "application/json"),
        fails=("conflict",),
    )
    def get(self, actor: Actor, task_id: UUID) -> Made:
        """A conflict until it is done, where it failed, and a week after."""
        file = task_status.task_file(actor, task_id)
        return _renamed(Made(file.name, file.media_type, bytes(file.content)))


def _renamed(file: Made) -> Made:
    """A report in JSON is kept with the names of its selector; it goes out with those of the API."""
    if file.media_type != "application/json":
        return file
    document = json.loads(file.content)
    shape = DOCUMENTS[document["kind"]]
    return Made(file.name, file.media_type, json.dumps(named(shape, document), ensure_ascii=False).encode())


def _period(view: ApiView) -> tuple[date | None, date | None]:
    return _day(view, "since"), _day(view, "until")


def _day(view: ApiView, name: str) -> date | None:
    """An empty one is refused: leave the parameter out to ask without it."""
    given = view.request.query_params.get(name)
    if given == "":
        raise Problem("bad_format", f"{name} is a day such as 2026-11-26.")
    return None if given is None else report_requests.day_of(given)
