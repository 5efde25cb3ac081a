"""The query of a request: only parameters that the operation describes, each at most once."""

from collections.abc import Collection

from rest_framework.request import Request

from api.v1 import renames
from api.v1.problems import Problem

# A longer name is cut in the answer.
_LONGEST_NAME = 40


def check_query(request: Request, allowed: Collection[str]) -> None:
    """Raises Problem for a parameter that the operation does not have, or that is given more than once."""
    for name, values in request.query_params.lists():
        if name not in allowed:
            new = renames.new_parameter(name, allowed)
            if new is not None:
                raise Problem(renames.CODE, f"The query parameter {name!r} is now called {new!r}.")
            raise Problem("bad_format", f"There is no query parameter {_shown(name)!r} here. {_known(allowed)}")
        if len(values) > 1:
            raise Problem("bad_format", f"The query parameter {name!r} may be given only once.")


def _shown(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + "\N{HORIZONTAL ELLIPSIS}"


def _known(allowed: Collection[str]) -> str:
    return f"Allowed: {', '.join(sorted(allowed))}." if allowed else "None is allowed."
