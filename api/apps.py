from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Version 1 over HTTP. It keeps nothing of its own."""

    name = "api"
