"""What may be translated is found, without a complaint, and a program can make a catalogue of it."""

import shutil
import subprocess
from pathlib import Path

from games.engine.wording import _SENTENCES


def test_all_is_found_without_a_warning(found: tuple[Path, str]) -> None:
    file, said = found
    assert said == "processing locale xx\n"
    check = [str(shutil.which("msgfmt")), "--check-format", "--output-file=/dev/null", str(file)]
    assert subprocess.run(check, capture_output=True, text=True, check=True).stderr == ""


def test_what_errors_say_is_found_without_a_mark(found: tuple[Path, str]) -> None:
    texts = found[0].read_text()
    for sentence in ("This night is closed.", "A {role} may not {what}.", _SENTENCES["cannot_check"]):
        assert f'"{sentence}"' in texts
