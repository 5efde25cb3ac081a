"""A row as JSON, and back."""

import base64
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import BinaryField, Field, ForeignKey, JSONField, Model

from games.formats.archive import versions
from games.formats.archive.tables import Table
from games.formats.errors import BadArchive

AnyField: TypeAlias = "Field[Any, Any]"


def written(row: Model, fields: tuple[AnyField, ...]) -> dict[str, Any]:
    """Times to the microsecond and with their offset, which JSON encoders tend to cut short."""
    return {field.attname: _out(getattr(row, field.attname)) for field in fields}


def line_of(values: Mapping[str, Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read(table: Table, line: bytes, version: int) -> Model:
    """A row not yet saved, from an archive of this version.

    Raises BadArchive for what is no row, and for fields that the program does not know.
    """
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        raise BadArchive("{file} has a line that is not JSON.", file=table.file) from None
    if not isinstance(values, dict):
        raise BadArchive("{file} has a line that is no row.", file=table.file)
    values = versions.up_to_date(version, table.name, values)
    fields = {field.attname: field for field in table.fields}
    if unknown := values.keys() - fields.keys():
        raise BadArchive(
            "{file} has {fields}: it was made by another version.", file=table.file, fields=", ".join(sorted(unknown))
        )
    return table.model(**{name: _in(table, fields[name], value) for name, value in values.items()})


def _out(value: Any) -> Any:
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value


def _in(table: Table, field: AnyField, value: Any) -> Any:
    if value is None:
        if not field.null:
            raise BadArchive("{file}: {field} is missing.", file=table.file, field=field.name)
        return None
    if isinstance(field, JSONField):
        return value
    try:
        if isinstance(field, BinaryField):
            return base64.b64decode(value, validate=True)
        target = field.target_field if isinstance(field, ForeignKey) else field
        found = target.to_python(value)
        field.run_validators(found)
    except (ValidationError, ValueError, TypeError):
        raise BadArchive(
            "{file}: {field} cannot be {value}.", file=table.file, field=field.name, value=repr(str(value)[:80])
        ) from None
    return found
