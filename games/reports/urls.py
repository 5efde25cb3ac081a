"""Addresses of settlement reports, statements and their files."""

from django.urls import path

from games.reports.pages import reports

urlpatterns = [
    path("nights/<uuid:night_id>/settlement/", reports.settlement, name="settlement-page"),
    path("nights/<uuid:night_id>/settlement/csv/", reports.settlement_csv, name="night-csv"),
    path("nights/<uuid:night_id>/settlement/pdf/", reports.settlement_pdf, name="night-pdf"),
    path("players/<uuid:player_id>/statement/", reports.player_statement, name="statement-page"),
    path("players/<uuid:player_id>/statement/csv/", reports.statement_csv, name="statement-csv"),
    path("players/<uuid:player_id>/statement/pdf/", reports.statement_pdf, name="statement-pdf"),
    path("reports/<uuid:task_id>/", reports.task, name="report-task"),
    path("reports/<uuid:task_id>/file/", reports.task_file, name="report-file"),
]
