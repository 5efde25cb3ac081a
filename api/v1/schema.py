"""What the OpenAPI description must be told, because it cannot be read off the views."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema


class DeviceToken(OpenApiAuthenticationExtension):
    target_class = "api.v1.authentication.TokenAuthentication"
    name = "deviceToken"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "The token that `POST /api/v1/tokens/` gave this device.",
        }
