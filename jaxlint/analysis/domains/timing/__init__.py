"""Timing: clocks read before the work is done."""
