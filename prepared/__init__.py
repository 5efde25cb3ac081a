"""What every entry asks and writes, put together once: statements of the ORM that are kept (docs/decisions/0012)."""
