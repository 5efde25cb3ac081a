"""Where a request goes."""

from django.contrib import admin
from django.urls import include, path

from api.v1.view import Nowhere
from config import health

urlpatterns = [
    path("health/live/", health.live, name="live"),
    path("health/ready/", health.ready, name="ready"),
    path("metrics/", health.metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("api", Nowhere.as_view()),
    path("api/", include("api.urls")),
    path("", include("games.pages.urls")),
]
