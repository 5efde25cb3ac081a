"""What one was told of, and what audits came to."""

from uuid import UUID

from django.db.models import QuerySet

from api.v1 import filters
from api.v1.operations import Ask, Told, read_operation, write_operation
from api.v1.serializers.nights import Empty
from api.v1.serializers.notifications import Audit, Notification, StartAudit
from api.v1.serializers.reports import ReportTask
from api.v1.view import ApiView
from games import models
from games.audit import services as audit
from games.core import task_status
from games.core.actor import Actor
from games.disputes.selectors import notifications as select
from games.disputes.services import notifications

NOTIFICATIONS = (
    filters.word("kind", models.Notification.Kind.values, "What it is about."),
    filters.flag("seen", "seen_at__isnull", "Whether it was seen.", when=False),
    filters.order(created_at="at"),
)
AUDITS = (filters.flag("full", "whole", "Whether it was of everything."), filters.order("started_at"))


class Notifications(ApiView):
    @read_operation(
        "listNotifications", Notification, "What you were told of, newest first", many=True, filters=NOTIFICATIONS
    )
    def get(self, actor: Actor) -> QuerySet[models.Notification]:
        """Your own, of the clubs that you are in. Who has an e-mail address gets them there, too."""
        return select.notifications_of(actor)


class Seen(ApiView):
    @write_operation("markNotificationSeen", Empty, Notification, "A notification was seen", status=200)
    def post(self, ask: Ask, notification_id: UUID) -> models.Notification:
        """One of your own."""
        return notifications.see(ask.actor, notification_id)


class Audits(ApiView):
    @read_operation("listAudits", Audit, "What audits of a club came to, newest first", many=True, filters=AUDITS)
    def get(self, actor: Actor, club_id: UUID) -> QuerySet[models.Audit]:
        """One a night, of what is new, and one a week of everything; and those that an owner asked for."""
        return select.audits_of(actor, club_id)

    @write_operation(
        "startAudit", StartAudit, ReportTask, "Have a club audited, all of it", status=202, at=("reports/{id}/",)
    )
    def post(self, ask: Ask, club_id: UUID) -> Told:
        """The answer is a task: look at it under `/reports/` until it is done; what it found is the newest audit then.

        One at a time: `conflict` while another that was asked for is under way.
        """
        return Told(task_status.view_of(audit.ask_for_audit(ask.actor, club_id, **ask.given)))
