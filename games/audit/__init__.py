"""The audit: everything worked out again from the log and compared."""
