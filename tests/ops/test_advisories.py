"""What is said of the advisories: never that all is well where nothing could be known."""

from ops.advisories import CLEAN, KNOWN, UNKNOWN, judged

GOOD = {"name": "django", "version": "5.2.19", "vulns": []}
BAD = {"name": "pillow", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
UNHEARD = {"name": "zopfli", "skip_reason": "Dependency not found"}


def test_all_audited_and_none_known() -> None:
    assert judged([GOOD, GOOD]) == (CLEAN, ["2 of 2 packages audited, 0 advisories"])


def test_an_advisory_is_named_with_what_mends_it() -> None:
    code, lines = judged([GOOD, BAD, UNHEARD])
    assert code == KNOWN
    assert lines[1:] == ["pillow 1.0 has PYSEC-1, mended in 1.1"]
    assert lines[0] == "2 of 3 packages audited, 1 advisories; nothing could be had for zopfli"


def test_without_data_nothing_is_audited() -> None:
    assert judged([UNHEARD]) == (UNKNOWN, ["NOT AUDITED: no advisory data could be had for any of 1 packages"])
    assert judged([GOOD, UNHEARD])[0] == UNKNOWN
