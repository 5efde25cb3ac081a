"""What people are told where an address or a form holds something that cannot be."""

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The sentence, where it is one of ours; what else Django found suspicious is not explained to who sent it."""
    said = str(exception) if isinstance(exception, BadRequest) else ""
    return render(request, "400.html", {"said": said}, status=400)
