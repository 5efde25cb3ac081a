"""Pages as PDF, made by WeasyPrint from the same template and style sheet that the browser gets."""

import logging
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from django.contrib.staticfiles import finders

from games.core.errors import ServiceError

# What `apt install` needs; the Makefile installs the same.
LIBRARIES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
STYLES = ("base/tokens.css", "reports/report.css")

# It tells of every CSS property that is for screens only.
logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
logging.getLogger("fontTools").setLevel(logging.ERROR)

# The images of the emoji in the PDF that is being made, by WeasyPrint's id of font and glyph.
_emoji: ContextVar[dict[str, Any]] = ContextVar("emoji")


class PdfUnavailable(ServiceError):
    """This machine lacks what WeasyPrint draws with."""

    code = "pdf_unavailable"


def pdf_of(html: str) -> bytes:
    """Raises PdfUnavailable, with what would help."""
    weasyprint = _weasyprint()
    style = weasyprint.CSS(string=_style(), url_fetcher=_nothing)
    page = weasyprint.HTML(string=html, base_url="about:blank", url_fetcher=_nothing)
    _keep_emoji()
    token = _emoji.set({})
    try:
        made: bytes = page.write_pdf(stylesheets=[style], pdf_variant="pdf/ua-1")
    finally:
        _emoji.reset(token)
    return made


def _weasyprint() -> Any:
    """Imported here only: it loads its libraries as it is imported, and a server without them serves all the rest."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:
        logging.getLogger(__name__).warning("No PDF here: %s", error)
        raise PdfUnavailable(
            "This server cannot make PDFs: WeasyPrint's libraries are missing. On Debian: apt install {libraries}. "
            "The page and the CSV have the same.",
            libraries=" ".join(LIBRARIES),
        ) from None
    return weasyprint


@cache
def _keep_emoji() -> None:
    """Make WeasyPrint encode the bitmap of each emoji once per PDF.

    By itself it decodes and encodes the bitmap again wherever the emoji occurs, some milliseconds each time. In a
    report whose names have emoji that was most of the work.
    """
    from weasyprint.draw import text

    encode = text.RasterImage

    def image_of(bitmap: Any, image_id: str, data: bytes) -> Any:
        kept = _emoji.get()
        if image_id not in kept:
            kept[image_id] = encode(bitmap, image_id, data)
        return kept[image_id]

    text.RasterImage = image_of


@cache
def _style() -> str:
    return "".join(Path(str(finders.find(name))).read_text() for name in STYLES)


def _nothing(url: str, *args: Any, **options: Any) -> NoReturn:
    """A report refers to nothing: whatever a name may hold, no file and no host is asked."""
    raise ValueError(f"Reports load nothing, not {url!r}.")
