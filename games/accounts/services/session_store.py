"""Who is signed in to the pages: Django's sessions in the database, found by a look-up that is prepared once."""

from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as Django
from django.contrib.sessions.models import Session
from django.utils import timezone

from prepared.lookups import Prepared

_SESSIONS = Prepared(lambda key: Session.objects.filter(session_key=key), key=str)
# Sessions name the backend by which somebody signed in. Those of earlier versions name it by where it was then.
_EARLIER_BACKEND = "games.services.backend.SignIn"


class SessionStore(Django):
    def decode(self, session_data: Any) -> dict[str, Any]:
        """Read a stored session; whoever signed in before an update stays signed in."""
        session: dict[str, Any] = super().decode(session_data)
        if session.get(BACKEND_SESSION_KEY) == _EARLIER_BACKEND:
            session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        return session

    def _get_session_from_db(self) -> Session | None:
        """None for one that is over, or never was; it then begins anew."""
        found = _SESSIONS.first(key=self.session_key)
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found
