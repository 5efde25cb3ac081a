"""What the templates of a table (`games/jinja2`) know besides Jinja's own."""

from typing import Any

from django.utils.translation import gettext
from jinja2 import Environment, StrictUndefined

from games.models.words import word
from games.pages.table.faces import hand, in_quotes, place


def environment(**options: Any) -> Environment:
    """Text is escaped, as Django's backend for Jinja has it; what is not there is a mistake."""
    made = Environment(**(options | {"undefined": StrictUndefined}))  # noqa: S701  autoescape is among the options
    made.globals |= {"_": gettext, "hand": hand, "place": place}
    made.filters |= {"in_quotes": in_quotes, "word": word}
    return made
