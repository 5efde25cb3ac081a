"""Rows as CSV (RFC 4180) that spreadsheets open as meant: UTF-8 with its mark, and nothing in it that computes."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal

# What makes a spreadsheet take a text for a formula, the wide forms of an East Asian keyboard too.
_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠")
# Hangul fillers and the empty pattern of Braille.
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800"

Cell = str | int | Decimal | None


def csv_file(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Numbers go in as they are, texts so that they stay texts."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_safe(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")


def _safe(cell: Cell) -> str:
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return format(cell, "f") if isinstance(cell, Decimal) else str(cell)
    first = next((sign for sign in cell if sign in _STARTS or not _is_unseen(sign)), "")
    return f"'{cell}" if first in _STARTS else cell


def _is_unseen(sign: str) -> bool:
    """Spaces, marks that join to nothing, and letters that are blank: some programs pass over them."""
    return unicodedata.category(sign)[0] in "ZCM" or sign in _BLANKS


def amount(minor: int, decimals: int) -> Decimal:
    """Minor units as a cell: 12.50, with a point in every country."""
    return Decimal(minor).scaleb(-decimals)
