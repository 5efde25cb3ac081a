"""The bare endpoint, and all that the server has besides."""

from django.db import transaction
from django.urls import path
from rest_framework.authentication import TokenAuthentication
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bench.bare.models import Line, Sheet
from config.urls import urlpatterns as ours


class Bare(APIView):
    """One locked read and one insert, as Django REST framework would have it."""

    authentication_classes = [TokenAuthentication]
    permission_classes = [IsAuthenticated]

    def post(self, request: Request, sheet: int) -> Response:
        with transaction.atomic():
            locked = Sheet.objects.select_for_update().get(pk=sheet)
            line = Line.objects.create(sheet=locked, by=request.user, body=request.data)
        return Response({"id": line.pk}, status=201)


urlpatterns = [path("bare/<int:sheet>/", Bare.as_view()), *ours]
