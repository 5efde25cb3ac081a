from api.v1.fields import Choice, Flag, StrictSerializer
from games.models import Role


class MemberChange(StrictSerializer):
    role = Choice(Role.choices, required=False)
    is_arbiter = Flag(required=False, help_text="A club has one arbiter at most.")
