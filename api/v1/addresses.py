"""What stands in an address."""

from uuid import UUID

from django.urls import register_converter


class AnyCaseId:
    """A UUID as people and programs write it: its letters in either case (RFC 9562, 4)."""

    regex = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"

    def to_python(self, text: str) -> UUID:
        return UUID(text)

    def to_url(self, value: UUID | str) -> str:
        return str(value)


register_converter(AnyCaseId, "id")
