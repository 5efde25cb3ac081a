"""Live events of a night, sent as they happen: the ASGI side. What there is to tell is read as any other thing is."""
