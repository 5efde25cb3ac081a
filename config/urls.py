"""Where a request goes."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.utils.functional import lazy
from django.views.generic import RedirectView

from api.v1.view import Nowhere
from config import health
from games.core.pages import app_shell

urlpatterns = [
    path("health/", health.version, name="health"),
    path("health/live/", health.live, name="live"),
    path("health/ready/", health.ready, name="ready"),
    path("metrics/", health.metrics, name="metrics"),
    # Asked for by browsers on pages that name none, the admin's among them.
    path("favicon.ico", RedirectView.as_view(url=lazy(static, str)("base/icon.svg"))),
    path("admin/", admin.site.urls),
    path("api", Nowhere.as_view()),
    path("api/", include("api.urls")),
    path("manifest.webmanifest", app_shell.manifest, name="manifest"),
    path("worker.js", app_shell.worker, name="worker"),
    path("offline/", app_shell.offline, name="offline"),
    path("", include("games.urls")),
]

handler400 = "games.core.pages.error_pages.bad_request"
handler500 = "games.core.pages.error_pages.server_error"
