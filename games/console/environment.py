"""What the templates of a table (`games/console/templates`) know besides Jinja's own."""

from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from jinja2 import Environment, StrictUndefined

from games.console.card_faces import hand, in_quotes, place
from games.models.words import word


def environment(**options: Any) -> Environment:
    """Text is escaped, as Django's backend for Jinja has it; what is not there is a mistake."""
    made = Environment(**(options | {"undefined": StrictUndefined}))  # noqa: S701  autoescape is among the options
    made.globals |= {"_": gettext, "hand": hand, "place": place}
    made.filters |= {"in_quotes": in_quotes, "word": word}
    return made


def drawn(template_name: str, what: Any, **fields: SafeString) -> SafeString:
    """By a template that knows `what` and such fields, and nothing else."""
    html = get_template(template_name, using="jinja2").render({"what": what, **fields})
    return mark_safe(html)  # noqa: S308  the template has escaped it
