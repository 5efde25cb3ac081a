"""Money of a night: chips, expenses, the carried pot; parties, balances and results."""
