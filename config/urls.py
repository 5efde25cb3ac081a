"""Where a request goes."""

from django.contrib import admin
from django.urls import include, path

from api.v1.view import Nowhere

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api", Nowhere.as_view()),
    path("api/", include("api.urls")),
    path("", include("games.pages.urls")),
]
