"""A browser that somebody is signed in with."""

from django.test import Client

from games.models import User


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
