"""`manage.py describe_api --validate --file docs/openapi.yaml` writes the API's description, as the server gives it."""

from drf_spectacular.management.commands import spectacular
from rest_framework.renderers import BaseRenderer

from api.renderers import CompactYaml


class Command(spectacular.Command):
    help = "Write the API's description (OpenAPI) as YAML or, with --format openapi-json, as JSON."

    def get_renderer(self, format: str) -> BaseRenderer:
        return CompactYaml() if format == "openapi" else super().get_renderer(format)
