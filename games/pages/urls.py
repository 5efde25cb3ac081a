"""Addresses of the pages."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path
from django.views.generic import RedirectView

from games.pages import coming_in, reports

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="docs"), name="front"),
    path("sign-in/", LoginView.as_view(template_name="sign_in.html", redirect_authenticated_user=True), name="sign-in"),
    path("sign-out/", LogoutView.as_view(next_page="sign-in"), name="sign-out"),
    path("join/<str:token>/", coming_in.join, name="join"),
    path("new-password/<uuid:user_id>/<str:token>/", coming_in.new_password, name="new-password"),
    path("nights/<uuid:night_id>/settlement/", reports.settlement, name="settlement-page"),
    path("nights/<uuid:night_id>/settlement/csv/", reports.settlement_csv, name="night-csv"),
    path("nights/<uuid:night_id>/settlement/pdf/", reports.settlement_pdf, name="night-pdf"),
    path("players/<uuid:player_id>/statement/", reports.player_statement, name="statement-page"),
    path("players/<uuid:player_id>/statement/csv/", reports.statement_csv, name="statement-csv"),
    path("players/<uuid:player_id>/statement/pdf/", reports.statement_pdf, name="statement-pdf"),
    path("reports/<uuid:task_id>/", reports.task, name="report-task"),
    path("reports/<uuid:task_id>/file/", reports.task_file, name="report-file"),
]
