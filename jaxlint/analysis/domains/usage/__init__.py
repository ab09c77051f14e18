"""Usage: how transformations are called, and what their functions take and give."""
