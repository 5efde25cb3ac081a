"""What a format answers when it will not do what was asked."""

from django.utils.translation import gettext_noop as _

from games.core.errors import ServiceError


class NotExpressible(ServiceError):
    """The format has no true words for this hand; another format has."""

    code = "not_expressible"


class ImportRefused(ServiceError):
    """Nothing was recorded; `params["report"]` says of every line what is wrong with it."""

    code = "import_refused"


class BadArchive(ServiceError):
    """Not an archive of a club, not whole, or not in agreement with itself."""

    code = "bad_archive"


class OtherVersion(BadArchive):
    """The archive of a club, of a version that this program does not read; `params` has it, and those that are read."""

    code = "other_version"

    def __init__(self, version: int, oldest: int, newest: int) -> None:
        said = _(
            "This archive is of version {version}; this program reads versions {oldest} to {newest}: "
            "export the club anew."
        )
        super().__init__(said, version=version, oldest=oldest, newest=newest)
