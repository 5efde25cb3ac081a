"""Addresses of the pages."""

from django.urls import path

from games.clubs import urls as urls_beside
from games.disputes import urls as urls_looking
from games.play import urls as urls_table
from games.reports.pages import reports

urlpatterns = [
    # what every entry asks for comes first
    *urls_table.urlpatterns,
    *urls_beside.urlpatterns,
    *urls_looking.urlpatterns,
    path("nights/<uuid:night_id>/settlement/", reports.settlement, name="settlement-page"),
    path("nights/<uuid:night_id>/settlement/csv/", reports.settlement_csv, name="night-csv"),
    path("nights/<uuid:night_id>/settlement/pdf/", reports.settlement_pdf, name="night-pdf"),
    path("players/<uuid:player_id>/statement/", reports.player_statement, name="statement-page"),
    path("players/<uuid:player_id>/statement/csv/", reports.statement_csv, name="statement-csv"),
    path("players/<uuid:player_id>/statement/pdf/", reports.statement_pdf, name="statement-pdf"),
    path("reports/<uuid:task_id>/", reports.task, name="report-task"),
    path("reports/<uuid:task_id>/file/", reports.task_file, name="report-file"),
]
