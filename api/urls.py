"""The API, its description, and an answer in the same form for every other address under it."""

from django.urls import include, path, re_path

from api import guide
from api.description import Page, Schema
from api.v1.view import Nowhere

urlpatterns = [
    path("schema/", Schema.as_view(), name="schema"),
    path("docs/", Page.as_view(url_name="schema"), name="docs"),
    path("guide/<slug:name>/", guide.Page.as_view(), name="guide"),
    path("v1/", include("api.v1.urls")),
    re_path("", Nowhere.as_view()),
]
