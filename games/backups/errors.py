"""What a backup is refused for."""


class BackupError(Exception):
    """One plain sentence for whoever runs the server."""
