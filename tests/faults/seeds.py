"""How much is played, and by which chance: `FAULT_SEEDS=1,2,3 FAULT_TABLES=6 FAULT_HANDS=12 make faults`."""

import os

SEEDS = [int(seed) for seed in os.environ.get("FAULT_SEEDS", "1").split(",")]
TABLES = int(os.environ.get("FAULT_TABLES", "4"))

# Enough for some thousand entries in all.
HANDS = int(os.environ.get("FAULT_HANDS", "12"))
