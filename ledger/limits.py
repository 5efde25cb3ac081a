"""The bounds of an amount, in minor units of its currency."""

# What a client in JavaScript can still hold exactly; below 2^63, so that no database column overflows either.
MAX_AMOUNT = 2**53 - 1
MAX_WORD = 40
MAX_KEY = 200
MAX_MEMO = 1000
MAX_SALT = 64
