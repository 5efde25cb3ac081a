from api.v1.fields import Choice, Flag, StrictSerializer
from games.models import Role


class UpdateMember(StrictSerializer):
    role = Choice(Role.choices, required=False)
    is_arbiter = Flag(required=False, help_text="A club has one arbiter at most.")


class EndMembership(StrictSerializer):
    """An empty object, or no body at all, unless money is left unsettled."""

    accept_unsettled = Flag(
        source="unsettled",
        required=False,
        default=False,
        help_text="Accept that the member still owes money, or is owed some: it stays with their player, as a guest.",
    )
