"""A differential test of the key rules: small random programs, judged by jaxlint and by JAX.

A program draws from typed keys and splits them, in the forms that real code uses. It is run, and
what happens to its keys is held against what jaxlint says of its text (JAX401 to JAX403; JAX406
and JAX416 for keys that are made of literal seeds).

A program *reuses a key* if some run of it consumes the same key twice: calls of samplers and of
``jax.random.split`` consume the key they are given, and two keys are the same when their data are
equal, however they came about. A run is one choice of the static flags of ``main``, so a path that
no choice of flags takes does not count. Under ``vmap`` each row of a batch of keys is a key.

- ``clone`` says that a reuse is meant, so each clone is a key of its own.
- ``fold_in`` consumes nothing. Equal data folded into one key give the same key. What it gives is
  set apart from the children of a split: that ``split(k, n)[i]`` equals ``fold_in(k, i)`` is no
  claim of these rules.
- A split whose result is dropped consumes nothing here: it is JAX404, and has no effect.
- A key over which ``vmap`` closes is consumed once by each call, although all rows see its numbers.

The oracle records what is consumed (see ``oracle``). The same runs are made under
``jax.debug_key_reuse``, whose answers are counted beside it. Where the two differ, by experiment:

- JAX's checker is silent on equal data folded into one key, in a straight line as in the bodies of
  loops; on a consumed child that a carry hands to the next step; on a batch that is iterated and
  then indexed.
- It raises where a child is indexed or sliced twice, or a key stacked twice, even if no more than
  one of the two is consumed; and where only that arm of ``cond`` would consume a key which the run
  does not take.
"""
