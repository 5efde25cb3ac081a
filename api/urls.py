"""The API, its description, and an answer in the same form for every other address under it."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from api.v1.view import Nowhere

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="docs"),
    path("v1/", include("api.v1.urls")),
    re_path("", Nowhere.as_view()),
]
