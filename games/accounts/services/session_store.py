"""Who is signed in to the pages: Django's sessions in the database, found by a look-up that is prepared once."""

from django.contrib.sessions.backends.db import SessionStore as Django
from django.contrib.sessions.models import Session
from django.utils import timezone

from prepared.lookups import Prepared

_SESSIONS = Prepared(lambda key: Session.objects.filter(session_key=key), key=str)


class SessionStore(Django):
    def _get_session_from_db(self) -> Session | None:
        """None for one that is over, or never was; it then begins anew."""
        found = _SESSIONS.first(key=self.session_key)
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found
