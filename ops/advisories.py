"""`make advisories`: what is known against the versions that are locked, as pip-audit finds it.

pip-audit counts a package that it could learn nothing about among those without an advisory. Here it is said of how
many that holds, and where nothing could be had at all nothing has been audited.
"""

import json
import subprocess
import sys
from typing import Any

LOCKS = ("requirements.lock", "requirements-dev.lock")
CLEAN, UNKNOWN, KNOWN = 0, 1, 2


def main(pip_audit: str) -> int:
    """The worst of both: 0 where all is known and nothing against it, 1 where some is unknown, 2 otherwise."""
    return max(_audited(pip_audit, lock) for lock in LOCKS)


def _audited(pip_audit: str, lock: str) -> int:
    command = [pip_audit, "--disable-pip", "--require-hashes", "--format", "json", "--requirement", lock]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  as the Makefile says
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(f"{lock}: NOT AUDITED, pip-audit said: {(done.stderr.strip().splitlines() or ['nothing'])[-1]}")
        return UNKNOWN
    code, lines = judged(found)
    print("\n".join(f"{lock}: {line}" for line in lines))
    return code


def judged(found: list[dict[str, Any]]) -> tuple[int, list[str]]:
    """The exit code, and what to say, of the packages as pip-audit lists them."""
    skipped = [package["name"] for package in found if "skip_reason" in package]
    known = [
        f"{package['name']} {package['version']} has {one['id']}, mended in {', '.join(one['fix_versions'])}"
        for package in found
        for one in package.get("vulns", ())
    ]
    audited = f"{len(found) - len(skipped)} of {len(found)} packages audited, {len(known)} advisories"
    if len(skipped) == len(found):
        audited = f"NOT AUDITED: no advisory data could be had for any of {len(found)} packages"
    elif skipped:
        audited += f"; nothing could be had for {', '.join(skipped)}"
    return (KNOWN if known else UNKNOWN if skipped else CLEAN), [audited, *known]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
