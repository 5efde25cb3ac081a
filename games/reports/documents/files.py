"""A document as a file of each format."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from babel import Locale
from django.template.loader import render_to_string
from rest_framework.utils.encoders import JSONEncoder

from games.core.chain_heads import record_report
from games.core.formatting import locale_of, paper_size
from games.reports.documents.csv_file import csv_file
from games.reports.documents.csv_rows import night_rows, statement_rows
from games.reports.documents.filenames import stem
from games.reports.documents.night_context import night_context
from games.reports.documents.pdf import pdf_of
from games.reports.documents.statement_context import statement_context

TEMPLATES = {"night": "reports/night.html", "statement": "reports/statement.html"}
_CONTEXTS = {"night": night_context, "statement": statement_context}
_ROWS = {"night": night_rows, "statement": statement_rows}
_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8", "pdf": "application/pdf"}


@dataclass(frozen=True, slots=True)
class Made:
    name: str
    media_type: str
    content: bytes


def context_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """What the document's template shows."""
    return _CONTEXTS[document["kind"]](dict(document))


def recorded_file(document: Mapping[str, Any], form: str) -> Made:
    """Make the file, and record the head of the chain that it names. Raises PdfUnavailable."""
    record_report(document)
    return made(document, form)


def made(document: Mapping[str, Any], form: str) -> Made:
    """The document as `json`, `csv` or `pdf`. Raises PdfUnavailable."""
    return Made(f"{_stem(document)}.{form}", _TYPES[form], _content(dict(document), form))


def _content(document: dict[str, Any], form: str) -> bytes:
    kind = document["kind"]
    if form == "json":
        # With the encoder of the API, so that a file and an answer write the same moment alike.
        return json.dumps(document, cls=JSONEncoder, ensure_ascii=False).encode()
    if form == "csv":
        return csv_file(_ROWS[kind](document))
    shown = {**context_of(document), "paper": True, "paper_size": paper_size(_locale(document))}
    return pdf_of(render_to_string(TEMPLATES[kind], shown))


def _locale(document: Mapping[str, Any]) -> Locale:
    club = document["club"]
    of = document["night"] if document["kind"] == "night" else club
    return locale_of(club["locale"], of["time_zone"])


def _stem(document: Mapping[str, Any]) -> str:
    of = document["night"] if document["kind"] == "night" else document["player"]
    moment = of["opened_at"] if document["kind"] == "night" else document["made_at"]
    return stem(document["kind"], of["name"], f"{moment:%Y-%m-%d}")
