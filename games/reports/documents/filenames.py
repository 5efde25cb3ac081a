"""Names of files that are saved, made of names that people chose, and the header that tells a browser of one."""

import re
import unicodedata
from urllib.parse import quote

LONGEST_WORDS = 40

# Letters of their own: Unicode does not take them apart, and their names do not begin with letters that stand for them.
_SPELLED = {
    "ß": "ss", "ð": "d", "þ": "th", "ŋ": "ng", "ĸ": "k", "ı": "i", "ȷ": "j", "ə": "e", "ʼ": "", "ŀ": "l", "ỻ": "ll",
    "ỽ": "v", "ỿ": "y", "ẜ": "s", "ẝ": "s", "ẟ": "d",
}  # fmt: skip
# "LATIN SMALL LETTER O WITH STROKE" is written o, "LATIN SMALL LIGATURE OE" oe
_LATIN = re.compile(r"LATIN SMALL (?:LETTER|LIGATURE) ([A-Z]{1,2})(?: WITH .*)?")


def stem(*parts: str) -> str:
    """A name that every file system takes, of a kind, a name in whatever script, a day: night-große-2026-11-26.

    Letters and digits stay, in lower case; all else is a hyphen. A name without either, as in emoji, is left out.
    """
    return "-".join(filter(None, map(_words, parts)))


def ascii_of(name: str) -> str:
    """A file name in letters that every program reads: night-grosse-2026-11-26.csv. Other scripts are left out."""
    before, dot, extension = name.rpartition(".")
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", before).lower())
    plain = re.sub(r"[^a-z0-9]+", "-", "".join(map(_plain, letters))).strip("-")
    return f"{plain or 'file'}{dot}{re.sub(r'[^a-z0-9]', '', extension.lower())}"


def disposition(how: str, name: str) -> str:
    """The value of Content-Disposition (RFC 6266): the plain name, and where that says less, the real one besides."""
    plain = ascii_of(name)
    header = f'{how}; filename="{plain}"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name, safe='')}"


def _words(part: str) -> str:
    kept = "".join(char if _is_of_a_word(char) else " " for char in unicodedata.normalize("NFC", part.lower()))
    return "-".join(kept.split())[:LONGEST_WORDS].strip("-")


def _is_of_a_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNM"


def _plain(char: str) -> str:
    """The letter in ASCII; nothing for a mark, a hyphen for what there is no letter for."""
    if char.isascii():
        return char
    if unicodedata.category(char) == "Mn":
        return ""
    if char in _SPELLED:
        return _SPELLED[char]
    latin = _LATIN.fullmatch(unicodedata.name(char, ""))
    return latin[1].lower() if latin else "-"
