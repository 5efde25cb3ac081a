"""Which characters a text may have, and when two names look the same.

Names are shown on many screens beside others. So what is invisible, turns the line around or has no meaning has no
place in one; joiners are kept where people need them to write their name.
"""

import unicodedata
from itertools import pairwise

# Control characters, halves of a pair, private use, and the separators of lines and paragraphs.
_NEVER = frozenset(("Cc", "Cs", "Co", "Zl", "Zp"))
# What lays text out from right to left, or left to right, until something ends it: the line around it as well.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Room for emoji to come: a Python knows only those of its own Unicode.
_PICTOGRAPHS = range(0x1F000, 0x1FB00)

_NON_JOINER, _JOINER = "\u200c", "\u200d"
_JOINED_SCRIPTS = (
    "ARABIC", "BENGALI", "DEVANAGARI", "GUJARATI", "GURMUKHI", "KANNADA", "KHMER", "MALAYALAM", "MONGOLIAN",
    "MYANMAR", "NKO", "ORIYA", "SINHALA", "SYRIAC", "TAMIL", "TELUGU", "TIBETAN",
)  # fmt: skip
# Letters by their category, and nothing to see: fillers, a blank of braille.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\u17b4\u17b5")
# Marks that only choose how the character before them is drawn.
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x180B, 0x1810), range(0x34F, 0x350))
_FLAG, _TAGS = "\U0001f3f4", range(0xE0020, 0xE0080)


def are_plain(text: str) -> bool:
    """Whether a text has only characters that databases keep, screens show, and other texts survive."""
    return all(_is_plain(letter) for letter in text)


def are_seen(name: str) -> bool:
    """Whether a name has something to see, and nothing unseen that it can be without."""
    if not any(_is_visible(letter) for letter in name):
        return False
    return all(
        unicodedata.category(letter) != "Cf" or _is_needed(before, letter, after)
        for (before, letter), after in zip(pairwise(f" {name}"), f"{name} "[1:], strict=True)
    )


def key_of(name: str) -> str:
    """The same for names that people would take for one: whatever the case, width and spelling of their letters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = (letter for letter in folded if unicodedata.category(letter) != "Cf" and not _selects(letter))
    return unicodedata.normalize("NFC", " ".join("".join(seen).split()))


def _is_plain(letter: str) -> bool:
    category = unicodedata.category(letter)
    if category == "Cn":
        return ord(letter) in _PICTOGRAPHS
    return category not in _NEVER and letter not in _TURNING


def _is_visible(letter: str) -> bool:
    return (
        letter not in _BLANKS and unicodedata.category(letter)[0] not in "ZM" and unicodedata.category(letter) != "Cf"
    )


def _selects(letter: str) -> bool:
    return any(ord(letter) in some for some in _SELECTORS)


def _is_needed(before: str, letter: str, after: str) -> bool:
    """Whether an invisible character does something where it stands."""
    if letter in (_JOINER, _NON_JOINER) and _joins(before):
        return True
    if letter == _JOINER:
        return _is_pictograph(before) and _is_pictograph(after)
    return ord(letter) in _TAGS and (before == _FLAG or ord(before) in _TAGS)


def _joins(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(_JOINED_SCRIPTS)


def _is_pictograph(letter: str) -> bool:
    """An emoji or what shapes one: a colour of skin, the mark that makes a sign an emoji."""
    return letter == "\ufe0f" or ord(letter) in _PICTOGRAPHS or unicodedata.category(letter) == "So"
