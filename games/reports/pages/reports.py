"""The settlement of a night and the statement of a player, to look at and to take along."""

from datetime import date
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.core import chain_heads, task_status
from games.core.actor import Actor
from games.core.errors import Conflict
from games.core.pages.page_view import page, rights_of
from games.core.permissions import May, member_for
from games.models import Task
from games.reports.documents.filenames import disposition
from games.reports.documents.files import TEMPLATES, Made, context_of, recorded_file
from games.reports.selectors.night_report import night_report
from games.reports.selectors.statements import statement
from games.reports.services import report_requests
from games.settlement.selectors.payment_options import offers_to


@require_safe
@page
def settlement(request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    member = member_for(actor, May.SEE, club__nights=night_id)
    report = night_report(actor, night_id)
    chain_heads.record_report(report)
    transfers = [transfer for one in report["settlements"] for transfer in one["transfers"]]
    to_settle = bool(report["due"] or report["replaces"])
    shown = {"may": rights_of(member), "to_settle": to_settle, "offers": offers_to(member, transfers)}
    return render(request, TEMPLATES["night"], context_of(report) | shown)


@require_safe
@page
def settlement_csv(_request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    return download(recorded_file(night_report(actor, night_id), "csv"))


@require_POST
@page
def settlement_pdf(_request: HttpRequest, actor: Actor, night_id: UUID) -> HttpResponse:
    return _asked(report_requests.ask_for_night_report(actor, night_id, "pdf"))


@require_safe
@page
def player_statement(request: HttpRequest, actor: Actor, player_id: UUID) -> HttpResponse:
    document = statement(actor, player_id, *_period(request.GET))
    chain_heads.record_report(document)
    return render(request, TEMPLATES["statement"], context_of(document))


@require_safe
@page
def statement_csv(request: HttpRequest, actor: Actor, player_id: UUID) -> HttpResponse:
    return download(recorded_file(statement(actor, player_id, *_period(request.GET)), "csv"))


@require_POST
@page
def statement_pdf(request: HttpRequest, actor: Actor, player_id: UUID) -> HttpResponse:
    return _asked(report_requests.ask_for_statement(actor, player_id, "pdf", *_period(request.POST)))


@require_safe
@page
def task(request: HttpRequest, actor: Actor, task_id: UUID) -> HttpResponse:
    """How far a report is; the page looks again until there is an end to it."""
    view = task_status.task_view(actor, task_id)
    name, which = ("settlement-page", view["night"]) if view["night"] else ("statement-page", view["player"])
    return render(request, "reports/task.html", {"task": view, "back": reverse(name, args=[which])})


@require_safe
@page
def task_file(_request: HttpRequest, actor: Actor, task_id: UUID) -> HttpResponse:
    try:
        file = task_status.task_file(actor, task_id)
    except Conflict:
        return redirect("report-task", task_id)
    return download(Made(file.name, file.media_type, bytes(file.content)))


def download(file: Made) -> HttpResponse:
    """A browser shows a PDF and saves the rest."""
    how = "inline" if file.media_type == "application/pdf" else "attachment"
    headers = {"Content-Disposition": disposition(how, file.name), "X-Content-Type-Options": "nosniff"}
    return HttpResponse(file.content, content_type=file.media_type, headers=headers)


def _asked(asked: Task) -> HttpResponseRedirect:
    return redirect("report-task", asked.pk)


def _period(given: QueryDict) -> tuple[date | None, date | None]:
    """`since` and `until` of a form; an empty field is none."""
    return report_requests.day_of(given.get("since", "")), report_requests.day_of(given.get("until", ""))
