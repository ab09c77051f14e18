"""A differential test of numerics: differentiable programs, run at points where it may go wrong.

A program is a loss of a few statements: functions of numbers, guards that do or do not help,
compositions by hand, written at one place or by way of helpers. It is run on JAX, value and
gradient, at zero, at numbers that are all alike, and far out. It is wrong if its gradient is no
number there although its value is one, or if a composition leaves the numbers of float32.
"""
