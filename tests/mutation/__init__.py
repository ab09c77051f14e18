"""Sources that nobody would write, put through the Python interface and through the server."""
