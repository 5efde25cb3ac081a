"""What people call what is kept as a code, in a sentence: each code has one word, whatever it is a code of.

In lists, where a word stands alone, it is the label of its choice.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_WORDS: Mapping[str, Promise] = {
    # roles
    "owner": _("owner"),
    "admin": _("admin"),
    "scorekeeper": _("scorekeeper"),
    "player": _("player"),
    # how far something has come
    "open": _("open"),
    "answered": _("answered"),
    "upheld": _("upheld"),
    "rejected": _("rejected"),
    "withdrawn": _("withdrawn"),
    "complete": _("complete"),
    "void": _("void"),
    "undone": _("undone"),
    "closed": _("closed"),
    "asked": _("asked"),
    "granted": _("granted"),
    "refused": _("refused"),
    # what was done about it
    "opened": _("opened"),
    "said": _("said"),
    "added": _("added"),
    "renamed": _("renamed"),
    "made": _("made"),
    "revoked": _("revoked"),
    "used": _("used"),
    "recorded": _("recorded"),
    "confirmed": _("confirmed"),
    "reversed": _("reversed"),
    # what an entry is about
    "deal": _("deal"),
    "action": _("action"),
    "undo": _("undo"),
    "result": _("result"),
    "correction": _("correction"),
    "take_back": _("take back"),
    "request": _("request"),
    "close": _("close"),
    "reopen": _("reopen"),
    "forfeit": _("forfeit"),
    "match_end": _("match end"),
    "settlement": _("settlement"),
    "payment": _("payment"),
    "merge": _("merge"),
    "seat": _("seat"),
    "member": _("member"),
    "invite": _("invite"),
    "dispute": _("dispute"),
    "ruling": _("ruling"),
    "repair": _("repair"),
    "hand": _("hand"),
    "entry": _("entry"),
    "buy_in": _("buy in"),
    "top_up": _("top up"),
    "cash_out": _("cash out"),
    "recount": _("recount"),
    "expense": _("expense"),
    "pot": _("pot"),
    "difference": _("difference"),
    "antes": _("antes"),
    # accounts of the books, and what is posted there beside what is named above
    "chips": _("chips"),
    "balance": _("account"),
    "box": _("box"),
    "purse": _("purse"),
    "stakes": _("stakes"),
    "credit": _("credit"),
    "buy-in": _("buy-in"),
    "cash-out": _("cash-out"),
    "match": _("match"),
    "adjustment": _("adjustment"),
    "reversal": _("reversal"),
    # where a hand stands
    "bet": _("bet"),
    "reveal": _("reveal"),
    "exchange": _("exchange"),
    "circulation": _("circulation"),
    "declare": _("declare"),
    "draw": _("draw"),
    "play": _("play"),
    "answer": _("answer"),
    "showdown": _("showdown"),
    # tasks
    "night_report": _("night report"),
    "statement": _("statement"),
    "audit": _("audit"),
    "queued": _("queued"),
    "running": _("running"),
    "done": _("done"),
    "failed": _("failed"),
    # what is declared
    "high": _("high"),
    "low": _("low"),
    "both": _("both"),
    "in": _("in"),
    "out": _("out"),
    # the settings of a club
    "name": _("name"),
    "locale": _("locale"),
    "default_way": _("default way"),
    "differences_by": _("differences by"),
    "expenses_by": _("expenses by"),
    "dispute_days": _("dispute days"),
    "arbiter_may_play": _("arbiter may play"),
    "holds_back_disputed": _("holds back disputed"),
    "hands_by_link": _("hands by link"),
    # how money moves, and who bears an expense
    "cash": _("cash"),
    "account": _("account"),
    "bank": _("bank"),
    "other": _("other"),
    "night": _("night"),
    "seated": _("seated"),
    "club": _("club"),
}


def word(code: str) -> str:
    """In the language that is spoken here; what is no code stays as it is."""
    return str(_WORDS.get(code, code))
