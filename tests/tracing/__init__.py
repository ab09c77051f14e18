"""A differential test of tracing: small random programs, judged by jaxlint and run by JAX.

A program computes with values of which some are traced and some are not: it reads shapes, packs
values into containers, hands them to helpers, closures, partials and methods, and enters a
transformation or two. One of its statements asks something that a tracer may not answer: its
truth, its number, a size. Whether the value is a tracer there, and so whether the program runs or
raises, and with what, JAX says by running it. jaxlint has to say the same of the text: the same
line and the same class of error, or nothing.

What jaxlint finds that does not raise (a derivative cut off, a stale value) is not compared.
"""
