"""Purity: effects of traced code, and state that it freezes."""
