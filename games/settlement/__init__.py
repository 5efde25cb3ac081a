"""Who pays whom: settlements, payments, offsets, and what is held back for disputes."""
