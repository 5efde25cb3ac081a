"""The mark of a text for people.

The rules have no language but English. Whoever shows their words in another one finds them in its catalogue by the
English words; `makemessages` finds them here by this mark, which is called as Django's is.
"""


def gettext_noop(text: str) -> str:
    return text
