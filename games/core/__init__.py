"""What every subject stands on: errors, permissions, atomic services, idempotency, locks, the event log, names."""
