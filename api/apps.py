from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Version 1 over HTTP. It keeps nothing of its own."""

    name = "api"

    def ready(self) -> None:
        # drf-spectacular finds its extensions by their import.
        from api.v1.openapi import extensions  # noqa: F401
