"""Hostile input, by the door it comes through: nothing lost, nothing followed, nothing hangs."""
