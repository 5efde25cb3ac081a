"""The least that a Django server can do for an entry, to hold ours against: who asks, a locked row, a new row."""
