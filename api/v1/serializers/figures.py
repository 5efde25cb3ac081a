"""The figures that have one meaning everywhere (docs/glossary.md), as fields with that meaning."""

from rest_framework import serializers

# Each is word for word what the glossary says; `tests/docs/test_glossary.py` compares them.
MEANINGS = {
    "result": "Chips cashed out minus chips bought, however they were paid for. While the night is open, chips on the "
    "table count as if they were cashed out now. Expenses and adjustments are listed beside it and never included.",
    "chips": "The player's stack now.",
    "set_aside": "The player's other chips on the table: put into the hand being played, or bought since its deal.",
    "balance": "The account with the club, counting chips on the table as if they were cashed out now: positive if the "
    "club owes the player.",
    "account": "The account with the club without the chips on the table.",
    "to_account": "What was moved on the account with the club: positive to the player.",
    "to_pay": "Outstanding settlement amounts that the person has to pay, opposite amounts between two people netted.",
    "to_receive": "Outstanding settlement amounts that the person is to be paid, opposite amounts between two people "
    "netted.",
    "over_short": "Counted minus expected: positive is over, negative is short.",
}


def figure(name: str) -> serializers.IntegerField:
    """The field of a figure, in minor units."""
    return serializers.IntegerField(help_text=MEANINGS[name])
