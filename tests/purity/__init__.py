"""A differential test of purity: programs with state and effects, run on JAX and in plain Python.

A program composes independent axes: a kind of state that traced code reads, writes or keeps a
tracer in; how the code gets at it; the transformation that traces it; when and by whom the state
changes; or a variant that is fine. What it observes goes into a list, ``SEEN``. It is run on JAX,
and again with transformations that only call their functions (``plain``). It is wrong if what is
seen differs, or if a tracer got out; the generator has no say in it.

jaxlint has to find what is wrong, on one of the lines that read or write the state, and to be
quiet otherwise.

Beside these stand programs that draw a number in each of several rows (``rows``): of a key that is
closed over, broadcast, folded, split or made anew. They are wrong if two of the numbers are equal.
"""
