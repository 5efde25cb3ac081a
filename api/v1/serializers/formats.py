"""Files of hands as they come in, and the report on them."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from rest_framework import serializers

from api.v1.fields import Choice, ClientId, Flag, Id, StrictSerializer, Text, Verbatim
from api.v1.parsers import MAX_BYTES
from api.v1.serializers.clubs import Club
from games.core.validators import LONGEST_NAME
from games.formats.hand_import.table_setup import FIRST, MISSING, NONE


class ImportHands(StrictSerializer):
    """Either `text` or `hands`."""

    text = Verbatim(required=False, max_length=MAX_BYTES, help_text="A hand file, or several, one a line, as text.")
    hands = serializers.ListField(child=serializers.DictField(), required=False, help_text="The same as JSON.")
    dry_run = Flag(default=False, help_text="Report what would be done, and do nothing.")
    guests = Flag(default=False, help_text="Make players of the names that the club does not have.")
    buy_ins = Choice(
        [
            (NONE, "the night's stacks and seats must be those of the file"),
            (FIRST, "who has no chips buys in for their first stack in the file"),
            (MISSING, "whoever has less than in the file buys the rest"),
        ],
        default=NONE,
    )
    names = serializers.DictField(
        child=Id(), default=dict, help_text="Player ids by name, where a name is not that of the player."
    )

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        if ("text" in attrs) == ("hands" in attrs):
            raise serializers.ValidationError("Send either text or hands.")
        return attrs


class ImportNight(ImportHands):
    id = ClientId("night_id")
    name = Text(max_length=LONGEST_NAME, help_text="Of the new night. Its chip is that of the first hand.")


class ImportLineProblem(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="One of the rules, or of the import.")
    action = serializers.IntegerField(allow_null=True, help_text="Which of the hand's actions, from 0.")
    detail = serializers.CharField()


class ImportLineNote(serializers.Serializer[Any]):
    code = serializers.CharField()
    detail = serializers.CharField()


class ImportLine(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="In the text, or in the list, from 1.")
    status = Choice(
        [
            ("accepted", "recorded, or in a dry run: would be"),
            ("refused", "refused"),
            ("not_reached", "legal, not tried"),
        ]
    )
    game = serializers.CharField(allow_null=True)
    hand = serializers.UUIDField(allow_null=True, help_text="The hand it has become.")
    problems = ImportLineProblem(many=True)
    notes = ImportLineNote(many=True)


class ImportBuyIn(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    player_name = serializers.CharField(source="name")
    amount = serializers.IntegerField()


class ImportReport(serializers.Serializer[Any]):
    night = serializers.UUIDField(allow_null=True)
    dry_run = serializers.BooleanField()
    recorded = serializers.IntegerField()
    refused = serializers.IntegerField()
    guests = serializers.ListField(child=serializers.CharField(), help_text="Who was made a guest, or would be.")
    buy_ins = ImportBuyIn(many=True)
    lines = ImportLine(many=True)


class ArchiveFile(serializers.BaseSerializer[Any]):
    """The body is the archive."""

    def to_internal_value(self, data: object) -> dict[str, IO[bytes]]:
        if not isinstance(data, bytes):
            raise serializers.ValidationError("Send the archive as the body, with its Content-Type.")
        return {"file": BytesIO(data)}


class ImportedClub(serializers.Serializer[Any]):
    club = Club()
    rows = serializers.DictField(child=serializers.IntegerField(), help_text="How many there are, by table.")
    accounts = serializers.ListField(
        child=serializers.CharField(),
        help_text="Accounts that are new here, by name: nobody can sign in to them until a password is set.",
    )
