"""Headers of answers: those that every answer has, and those that say how often one may ask."""

from http import HTTPStatus

from api.v1.openapi.shapes import Schema

_ALWAYS = {
    "X-Request-ID": "The id of the request: the one that was sent, or a new one.",
    "RateLimit-Policy": 'How many requests are let in (`q`) in how many seconds (`w`): `"requests";q=1200;w=60`.',
    "RateLimit": 'How many of them are left (`r`) in how many seconds (`t`), such as `"requests";r=1180;t=42`.',
}
_RETRY_AFTER = "In how many seconds to send the same request again."
_TRY_AGAIN = {str(int(one)) for one in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)}


def _header(description: str, schema: Schema) -> Schema:
    return {"description": description, "schema": schema}


COMPONENTS: Schema = {
    **{name.replace("-", ""): _header(text, {"type": "string"}) for name, text in _ALWAYS.items()},
    "RetryAfter": _header(_RETRY_AFTER, {"type": "integer", "minimum": 1}),
}


def put_in(operation: Schema) -> None:
    for status, response in operation["responses"].items():
        names = [*_ALWAYS, *(["Retry-After"] if status in _TRY_AGAIN else [])]
        found = {name: {"$ref": f"#/components/headers/{name.replace('-', '')}"} for name in names}
        response["headers"] = response.get("headers", {}) | found
