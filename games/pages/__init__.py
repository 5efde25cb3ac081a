"""Pages for people, rendered here on the server."""
