"""Writes whose body or answer is a secret: they take no Idempotency-Key, since answers that can be repeated are kept.

Sent again, they are done again, or refused because they were done.
"""

import functools
from collections.abc import Callable
from typing import Any

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.v1 import locations
from api.v1.openapi import describing
from api.v1.operations import Out, Told, checked
from api.v1.view import ApiView
from games.core import throttling

Method = Callable[..., Told]

ACCEPTED = 202


class OpenView(ApiView):
    """For whoever: who sends it is who its body says, whatever token or session is left over from another."""

    authentication_classes = []
    permission_classes = [AllowAny]


def secret_operation(
    name: str,
    takes: Out,
    gives: Out,
    summary: str,
    *,
    status: int = 200,
    at: tuple[str, ...] = (),
    is_open: bool = False,
    fails: tuple[str, ...] = (),
) -> Callable[[Method], Callable[..., Response]]:
    """A method `(self, request, given, **url)` that answers what `gives` is; `is_open` to everybody."""
    if status != ACCEPTED:  # what is mailed has no address
        locations.check(name, status, at)

    def operation(method: Method) -> Callable[..., Response]:
        @functools.wraps(method)
        def view(self: ApiView, request: Request, **url: Any) -> Response:
            told = method(self, request, checked(takes, request.data), **url)
            found = locations.location(at, told.body, url) if at else {}
            return Response(told.body, status, headers={"Cache-Control": "no-store", **found, **told.headers})

        codes = (*describing.OPEN_FAILS, *(() if is_open else ("not_authenticated",)), *fails)
        described = describing.described(
            name,
            method,
            summary,
            parameters=describing.location(status) if at else (),
            request=takes,
            responses={status: gives, **describing.problems(codes), **describing.unread_body()},
            auth=[] if is_open else None,
        )
        return described(view)

    return operation


def address_of(request: Request) -> str:
    return throttling.address_of(request.META)
