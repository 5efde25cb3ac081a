"""Pages in Chromium, as phones at the table open them: a real server, reached over its address on the network."""
