"""The language of this installation, for what is read elsewhere than in the answer that is just made."""

from contextlib import AbstractContextManager

from django.conf import settings
from django.utils import translation


def in_its_language() -> AbstractContextManager[None]:
    """A mail or a file is for people, whoever had it made: a page, or a program that is answered in English."""
    return translation.override(settings.LANGUAGE_CODE)
